import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { frontEnds, type FrontEnd } from './front-ends.ts';
import { keepAssets } from './previous-assets.ts';
import { writeRegistry } from './registry.ts';

const STAMP = '.build';
const print = (text: string) => process.stdout.write(`${text}\n`);

function isBuilt(app: FrontEnd, mark: string): boolean {
  const stamp = join(app.dir, 'dist', STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === mark;
}

/** `build [name…] [--dev] [--force]`: builds the front-ends whose sources changed; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const mode = args.includes('--dev') ? 'development' : 'production';
  const force = args.includes('--force');
  try {
    const apps = frontEnds(args.filter((arg) => !arg.startsWith('--')));
    const marks = new Map(apps.map((app) => [app, fingerprint(app, mode)]));
    const stale = apps.filter((app) => force || !isBuilt(app, marks.get(app) ?? ''));
    if (stale.length === 0) print('Front-ends are up to date.');
    else await compile(stale, mode);
    for (const app of stale) writeFileSync(join(app.dir, 'dist', STAMP), marks.get(app) ?? '');
    writeRegistry();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function compile(apps: readonly FrontEnd[], mode: 'production' | 'development'): Promise<void> {
  print(`Building ${apps.map((app) => app.name).join(', ')} for ${mode}`);
  // webpack takes half a second to load, so it is loaded only when there is something to build.
  const { build } = await import('./build.ts');
  for (const { dir } of apps) keepAssets(dir);
  await build(apps, { mode });
}
