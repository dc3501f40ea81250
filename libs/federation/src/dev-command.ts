import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { build } from './build.ts';
import { ROOT, frontEnds } from './front-ends.ts';
import { configOf } from './preset.ts';

/** The folder of the shell's development build; the production build stays unchanged. */
export const DEV_SHELL = join(ROOT, '.cache/dev/shell');

/** `dev NAME --port N`: builds the shell for development, then serves one remote with Fast Refresh. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { port: { type: 'string', default: '0' } },
  });
  const [app] = frontEnds(positionals.slice(0, 1));
  if (!app || positionals.length !== 1 || app.name === 'shell') {
    process.stderr.write('Usage: dev.mjs NAME --port N, NAME being one of the remotes\n');
    return 64;
  }
  await build(frontEnds(['shell']), { mode: 'development', output: DEV_SHELL });
  const config = configOf(app, { mode: 'development', live: true });
  const refresh = new ReactRefreshPlugin({ overlay: false, library: app.container });
  const compiler = webpack({ ...config, plugins: [...(config.plugins ?? []), refresh] });
  if (!compiler) throw new Error('webpack gave no compiler');
  const port = Number(values.port);
  const server = new WebpackDevServer(
    {
      port: port || 'auto',
      host: '127.0.0.1',
      hot: true,
      liveReload: false,
      historyApiFallback: true,
      // The page comes from the gateway, so the socket must be named.
      client: { overlay: false, logging: 'warn', webSocketURL: { hostname: '127.0.0.1', port } },
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      setupExitSignals: false,
      allowedHosts: ['127.0.0.1', 'localhost'],
    },
    compiler,
  );
  await server.start();
  process.stdout.write(`${app.name} is live at http://127.0.0.1:${port}/mf-manifest.json\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  return 0;
}
