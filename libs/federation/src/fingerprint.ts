import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, type FrontEnd } from './front-ends.ts';

const LEFT_OUT = new Set(['node_modules', 'dist', '.cache']);

function filesIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** The libs that a front-end's build may include, by their tags, and the preset itself. */
function webLibs(): string[] {
  const libs = join(ROOT, 'libs');
  return readdirSync(libs)
    .map((name) => join(libs, name))
    .filter((dir) => /"runtime:(any|web|build)"/.test(readFileSync(join(dir, 'package.json'), 'utf8')));
}

/** A text that changes with every source of a front-end's build. */
export function fingerprint(app: FrontEnd, mode: string): string {
  const files = [...webLibs(), app.dir].flatMap(filesIn).filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256').update(mode);
  for (const file of [...files, join(ROOT, 'package-lock.json')].toSorted()) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
