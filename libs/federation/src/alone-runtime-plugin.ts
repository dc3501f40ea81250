import { build } from 'esbuild';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import webpack, { type Compiler } from 'webpack';

const FILE = 'alone-runtime.js';
const NAME = 'cairn-alone-runtime';

// The package is a dependency of the federation plugin, resolved from there.
const enhanced = createRequire(import.meta.url).resolve('@module-federation/enhanced');
const SOURCE = `import * as core from '@module-federation/runtime-tools/runtime-core';
import bundler from '@module-federation/runtime-tools/webpack-bundler-runtime';
globalThis._FEDERATION_RUNTIME_CORE ??= core;
globalThis._FEDERATION_BUNDLER_RUNTIME ??= bundler;`;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: dirname(enhanced) },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Gives the page of a remote that runs alone the federation runtime, which the shell would otherwise bring.
 */
export class AloneRuntimePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: NAME, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => compilation.emitAsset(FILE, new webpack.sources.RawSource(await bundle())),
      );
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap(NAME, (page) => {
        const attributes = { defer: true, src: `${page.publicPath}${FILE}` };
        page.assetTags.scripts.unshift({ tagName: 'script', voidTag: false, attributes, meta: {} });
        return page;
      });
    });
  }
}
