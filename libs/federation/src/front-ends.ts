import { HOST_CONTRACT, PART_NAMES, REMOTE_NAMES } from '@cairn/host/parts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const ROOT = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** `federation.json` of a front-end: its name, and the host contracts that it supports. */
const Declaration = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  contract: z.strictObject({ min: z.int().min(1), max: z.int().min(1) }).optional(),
});

export interface FrontEnd {
  readonly name: string;
  readonly dir: string;
  /** Its name on `window`, which must be an identifier. */
  readonly container: string;
  readonly contract: { readonly min: number; readonly max: number };
  /** `./App` → `./src/app.tsx`; empty for the shell. */
  readonly exposes: Readonly<Record<string, string>>;
}

const kebab = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();

/** The modules of `Parts` that a remote must expose, by the file that exports them. */
export function exposesOf(remote: string, parts: readonly string[] = PART_NAMES): Record<string, string> {
  const own = parts
    .filter((part) => part.startsWith(`${remote}/`))
    .map((part) => part.slice(remote.length + 1));
  return Object.fromEntries(own.map((name) => [`./${name}`, `./src/${kebab(name)}.tsx`]));
}

/**
 * Reads a front-end's declaration. A part without its file, or a name outside of `Parts`, is an error that
 * names it.
 */
export function readFrontEnd(folder: string, parts: readonly string[] = PART_NAMES, root = ROOT): FrontEnd {
  const dir = join(root, folder);
  const { name, contract } = Declaration.parse(
    JSON.parse(readFileSync(join(dir, 'federation.json'), 'utf8')),
  );
  const exposes = exposesOf(name, parts);
  if (name !== 'shell' && Object.keys(exposes).length === 0) {
    throw new Error(`${folder}: the parts table of libs/host names no part of "${name}"`);
  }
  for (const [module, file] of Object.entries(exposes)) {
    if (!existsSync(join(dir, file)))
      throw new Error(`${folder}: ${module} is a part but ${file} is missing`);
  }
  return {
    name,
    dir,
    container: name === 'shell' ? 'shell' : `mfe_${name.replaceAll('-', '_')}`,
    contract: contract ?? { min: HOST_CONTRACT, max: HOST_CONTRACT },
    exposes,
  };
}

const FOLDERS = ['shell', ...REMOTE_NAMES.map((name) => `mfe-${name}`)];

/** All front-ends, or the named ones; an unknown name is an error that lists the known ones. */
export function frontEnds(names: readonly string[] = []): FrontEnd[] {
  const known = FOLDERS.map((folder) => readFrontEnd(folder));
  const unknown = names.filter((name) => !known.some((app) => app.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `no front-end ${unknown.join(', ')}; there are ${known.map((app) => app.name).join(', ')}`,
    );
  }
  return names.length === 0 ? known : known.filter((app) => names.includes(app.name));
}

/** The path that serves a front-end: the root for the shell, its name for a remote. */
export function publicPathOf(app: FrontEnd): string {
  return app.name === 'shell' ? '/' : `/remotes/${app.name}/`;
}

/** A short name for a text; equal for equal texts. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
