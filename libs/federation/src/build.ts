import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from 'webpack';
import webpack from 'webpack';
import { compressLoads } from './compressed-files.ts';
import type { FrontEnd } from './front-ends.ts';
import { loadsOf, LOADS_FILE } from './loads.ts';
import { configOf, type BuildOptions } from './preset.ts';

/**
 * Builds front-ends in one compiler, writes what their pages load, and compresses that; rejects with all
 * errors.
 */
export async function build(apps: readonly FrontEnd[], options: BuildOptions): Promise<void> {
  const compiler = webpack(apps.map((app) => configOf(app, options)));
  if (!compiler) throw new Error('webpack gave no compiler');
  compiler.compilers.forEach((one) => one.hooks.done.tap('cairn', report));
  const stats = await new Promise<webpack.MultiStats>((resolve, reject) => {
    compiler.run((error, result) =>
      error || !result ? reject(error ?? new Error('no result')) : resolve(result),
    );
  });
  if (!stats.hasErrors() && options.mode === 'production') await writeLoads(apps, stats);
  await new Promise<void>((resolve, reject) =>
    compiler.close((error) => (error ? reject(error) : resolve())),
  );
  if (stats.hasErrors()) {
    throw new Error(stats.toString({ all: false, errors: true, errorDetails: false, colors: false }));
  }
}

async function writeLoads(apps: readonly FrontEnd[], { stats }: webpack.MultiStats): Promise<void> {
  for (const { compilation } of stats) {
    const app = apps.find(({ name }) => name === compilation.name);
    if (!app) continue;
    const dist = join(app.dir, 'dist');
    const loads = loadsOf(app, compilation);
    writeFileSync(join(dist, LOADS_FILE), JSON.stringify(loads));
    await compressLoads(dist, loads);
  }
}

function report(stats: Stats): void {
  const seconds = (((stats.endTime ?? 0) - (stats.startTime ?? 0)) / 1000).toFixed(1);
  process.stdout.write(
    `  ${stats.compilation.name} ${stats.hasErrors() ? 'failed' : 'built'} in ${seconds} s\n`,
  );
}
