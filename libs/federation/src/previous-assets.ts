import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 3_600_000;

/** The folder of a front-end's earlier chunks, as `assets/…`; the gateway serves them. */
export const previousOf = (dir: string): string => join(dir, '.cache/previous');

/**
 * Keeps the chunks in `dist` for open pages while a new build replaces it. A file's time says since when it
 * is kept; older than a day, it is deleted.
 */
export function keepAssets(dir: string, now = Date.now()): void {
  const kept = join(previousOf(dir), 'assets');
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(kept)) {
    const file = join(kept, name);
    if (now - statSync(file).mtimeMs > DAY_MS) rmSync(file);
  }
  const built = join(dir, 'dist/assets');
  if (!existsSync(built)) return;
  for (const name of readdirSync(built).filter((file) => !/\.(?:map|br)$/.test(file))) {
    copyFileSync(join(built, name), join(kept, name));
    utimesSync(join(kept, name), now / 1_000, now / 1_000);
  }
}
