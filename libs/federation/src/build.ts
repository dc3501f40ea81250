import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from 'webpack';
import webpack from 'webpack';
import type { FrontEnd } from './front-ends.ts';
import { loadsOf, LOADS_FILE } from './loads.ts';
import { configOf, type BuildOptions } from './preset.ts';

/** Builds front-ends in one compiler, and writes what their pages load; rejects with all errors. */
export async function build(apps: readonly FrontEnd[], options: BuildOptions): Promise<void> {
  const compiler = webpack(apps.map((app) => configOf(app, options)));
  if (!compiler) throw new Error('webpack gave no compiler');
  compiler.compilers.forEach((one) => one.hooks.done.tap('cairn', report));
  const stats = await new Promise<webpack.MultiStats>((resolve, reject) => {
    compiler.run((error, result) =>
      error || !result ? reject(error ?? new Error('no result')) : resolve(result),
    );
  });
  if (!stats.hasErrors() && options.mode === 'production') writeLoads(apps, stats);
  await new Promise<void>((resolve, reject) =>
    compiler.close((error) => (error ? reject(error) : resolve())),
  );
  if (stats.hasErrors()) {
    throw new Error(stats.toString({ all: false, errors: true, errorDetails: false, colors: false }));
  }
}

function writeLoads(apps: readonly FrontEnd[], { stats }: webpack.MultiStats): void {
  for (const { compilation } of stats) {
    const app = apps.find(({ name }) => name === compilation.name);
    if (app) writeFileSync(join(app.dir, 'dist', LOADS_FILE), JSON.stringify(loadsOf(app, compilation)));
  }
}

function report(stats: Stats): void {
  const seconds = (((stats.endTime ?? 0) - (stats.startTime ?? 0)) / 1000).toFixed(1);
  process.stdout.write(
    `  ${stats.compilation.name} ${stats.hasErrors() ? 'failed' : 'built'} in ${seconds} s\n`,
  );
}
