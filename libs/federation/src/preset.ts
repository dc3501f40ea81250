import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { AloneRuntimePlugin } from './alone-runtime-plugin.ts';
import { FreshAddressPlugin } from './fresh-address-plugin.ts';
import { ROOT, publicPathOf, type FrontEnd } from './front-ends.ts';
import { ManifestPlugin } from './manifest-plugin.ts';
import { PageModules } from './page-modules.ts';
import { sharedTable } from './shared-modules.ts';
import { SingletonPlugin } from './singleton-plugin.ts';
import { together } from './together.ts';

const { resolve: loader } = createRequire(import.meta.url);

const DROP_SUMMARIES = join(ROOT, 'libs/federation/dev/drop-summaries.cjs');

const REFRESH_HOOK = join(ROOT, 'libs/federation/dev/refresh-hook.js');

/** The page of every front-end. */
const PAGE = join(ROOT, 'libs/federation/page.ejs');

/** The files that decide how modules are built; a change of one empties the cache. */
const PRESET = [
  'libs/federation/src/preset.ts',
  'libs/federation/src/page-modules.ts',
  'libs/federation/src/shared-modules.ts',
  'libs/federation/dev/drop-summaries.cjs',
  'package-lock.json',
].map((file) => join(ROOT, file));

export interface BuildOptions {
  readonly mode: 'production' | 'development';
  /** Serve with Fast Refresh. */
  readonly live?: boolean;
  readonly output?: string;
}

function rules(production: boolean, live: boolean): RuleSetRule[] {
  const jsc = {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: !production, refresh: live } },
  };
  const css = {
    importLoaders: 0,
    modules: { auto: true, namedExport: false, exportLocalsConvention: 'as-is' },
  };
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      use: [{ loader: loader('swc-loader'), options: { jsc, sourceMaps: true } }],
    },
    ...(production ? [{ test: /\/libs\/contracts\/src\/.+\.ts$/, use: [DROP_SUMMARIES] }] : []),
    {
      test: /\.css$/,
      sideEffects: true,
      use: [MiniCssExtractPlugin.loader, { loader: loader('css-loader'), options: css }],
    },
    { test: /\.(svg|woff2?|png)$/, type: 'asset/resource' },
  ];
}

function federation(app: FrontEnd, production: boolean): ModuleFederationPlugin {
  const shell = app.name === 'shell';
  return new ModuleFederationPlugin({
    name: app.container,
    filename: 'remote-entry.js',
    exposes: { ...app.exposes },
    shared: sharedTable(production),
    shareStrategy: 'loaded-first',
    manifest: !shell,
    dts: false,
    dev: false,
    // The shell shares its runtime with all remotes (shell/src/remotes/runtime.ts); a remote that runs alone
    // gets it from its own file.
    experiments: {
      optimization: { target: 'web' },
      ...(shell ? {} : { externalRuntime: true }),
    },
  });
}

/**
 * The shell's runtime also serves the remotes. So it includes the code for exposed modules, and identifies
 * containers by name, because the build identifier would be the shell's for all. The federation plugin would
 * define both differently, later.
 */
const RUNTIME_FOR_ALL = { FEDERATION_BUILD_IDENTIFIER: '""', FEDERATION_HAS_EXPOSES: 'true' };

const BUNDLER_RUNTIME = /\/webpack-bundler-runtime\/dist\/\w+\.\w+$/;

/** Takes the runtime that the plugin writes into every entry from the shell as well. */
async function takesRuntimeFromShell({ request = '' }: { request?: string }): Promise<string | undefined> {
  return BUNDLER_RUNTIME.test(request) ? '_FEDERATION_BUNDLER_RUNTIME' : undefined;
}

const titleOf = ({ name }: FrontEnd) =>
  name === 'shell' ? 'Cairn' : `${name.slice(0, 1).toUpperCase()}${name.slice(1)} · Cairn`;

/**
 * Inserted into the page as is. A sheet that failed is asked for at a new address, as a script is. A hanging style sheet then fails like a script, which has its own time limit. So does one
 * that arrived as a page (from a proxy, or a captive portal), which browsers report as loaded.
 */
function insertInTime(link: HTMLLinkElement): void {
  const { onload } = link;
  link.onload = (event) => {
    let rules = 0;
    try {
      rules = link.sheet?.cssRules.length ?? 0;
    } catch {
      // That of another site may not be read.
      rules = 1;
    }
    if (rules > 0) onload?.call(link, event);
    else link.onerror?.(new Event('error'));
  };
  const page = window as typeof window & { cairnSheets?: Record<string, number> };
  const asked = (page.cairnSheets ??= {});
  const times = (asked[link.href] = (asked[link.href] ?? -1) + 1);
  if (times > 0) link.href += `?${times}`;
  document.head.append(link);
  setTimeout(() => link.dispatchEvent(new Event('timeout')), 10_000);
  link.addEventListener('timeout', (event) => link.onerror?.(event));
}

function plugins(app: FrontEnd, production: boolean): NonNullable<Configuration['plugins']> {
  const name = production ? 'assets/[name].[contenthash:10]' : 'assets/[name]';
  return [
    ...(app.name === 'shell' ? [new webpack.DefinePlugin(RUNTIME_FOR_ALL)] : []),
    federation(app, production),
    ...(app.name === 'shell' ? [] : [new FreshAddressPlugin()]),
    new SingletonPlugin(),
    new ManifestPlugin(app),
    new MiniCssExtractPlugin({
      filename: `${name}.css`,
      chunkFilename: `${name}.css`,
      ignoreOrder: true,
      insert: insertInTime,
    }),
    new HtmlWebpackPlugin({
      template: PAGE,
      title: titleOf(app),
      // A remote's container is for the shell; its page only serves to run it alone.
      excludeChunks: app.name === 'shell' ? [] : [app.container],
      publicPath: publicPathOf(app),
      scriptLoading: 'defer',
    }),
    ...(app.name === 'shell' ? [] : [new AloneRuntimePlugin()]),
  ];
}

/** The bundler configuration of any front-end in any mode. */
export function configOf(app: FrontEnd, { mode, live = false, output }: BuildOptions): Configuration {
  const production = mode === 'production';
  const name = production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js';
  const modules = new PageModules(app);
  return {
    name: app.name,
    mode,
    context: app.dir,
    // The order of the layers must precede any style, so it is in the page's first style sheet.
    entry: { main: [...(production ? [] : [REFRESH_HOOK]), '@cairn/ui/layers.css', './src/index.ts'] },
    target: ['web', 'es2022'],
    devtool: production ? 'source-map' : 'eval-source-map',
    output: {
      path: output ?? join(app.dir, 'dist'),
      publicPath: app.name === 'shell' ? '/' : 'auto',
      uniqueName: app.container,
      // Otherwise CSS modules of the same path in two front-ends share class names, and their styles mix.
      hashSalt: app.container,
      filename: name,
      chunkFilename: name,
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      chunkLoadTimeout: 10_000,
      // Retry runs a module again after a failed import, instead of taking it half done from the cache.
      strictModuleExceptionHandling: true,
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], symlinks: true },
    externals: app.name === 'shell' ? [] : [takesRuntimeFromShell],
    module: { rules: rules(production, live) },
    plugins: [...plugins(app, production), modules],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: production ? 'deterministic' : 'named',
      ...(production ? { splitChunks: { cacheGroups: together(app, modules) } } : {}),
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: { compress: { passes: 3 }, mangle: true },
          extractComments: false,
        }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(ROOT, '.cache/webpack'),
      name: `${app.name}-${mode}${live ? '-live' : ''}`,
      buildDependencies: { preset: PRESET },
      compression: false,
    },
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
    stats: 'none',
  };
}
