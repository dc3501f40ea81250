import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** One thing planted through a door: the files of its folder, and the line in each list that names it. */
export interface PlantedThing {
  readonly files: Readonly<Record<string, string>>;
  /** By file: the import to add at its top, the text that the list begins with, and the line put behind it. */
  readonly lines: Readonly<
    Record<string, { readonly imports?: string; readonly after: string; readonly line: string }>
  >;
}

/** Copies the tracked files of this repository; third-party packages are linked, our own are those of the copy. */
export function copyTree(to: string): void {
  const tracked = execFileSync('git', ['-C', ROOT, 'ls-files', '-z'], { encoding: 'utf8' });
  for (const file of tracked.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
  const packages = join(to, 'node_modules');
  mkdirSync(join(packages, '@cairn'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@cairn' && !/^\.(cache|vite|package-lock)/.test(name))
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const name of readdirSync(join(ROOT, 'node_modules/@cairn')))
    symlinkSync(join(to, folderOf(name)), join(packages, '@cairn', name));
}

const folderOf = (name: string) => (/^(shell|mfe-|svc-)/.test(name) ? name : `libs/${name}`);

/** Puts a planted thing into a copy; throws where a list no longer begins as it says. */
export function plant(root: string, { files, lines }: PlantedThing): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  for (const [file, { imports = '', after, line }] of Object.entries(lines)) {
    const source = readFileSync(join(root, file), 'utf8');
    if (!source.includes(after)) throw new Error(`${file} has no "${after}" to plant behind`);
    writeFileSync(join(root, file), `${imports}${source.replace(after, `${after}\n${line}`)}`);
  }
}
