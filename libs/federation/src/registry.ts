import { PART_NAMES } from '@cairn/host/parts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, frontEnds, publicPathOf, type FrontEnd } from './front-ends.ts';
import { Build, Manifest, MANIFEST_FILE, VERSION_FILE } from './manifest.ts';

export interface BuiltRemote {
  readonly name: string;
  readonly manifest: string;
  readonly version: string;
  readonly contract: { readonly min: number; readonly max: number };
}

/** The parsed manifest of a remote's build. */
export function readManifest(app: FrontEnd, dist = join(app.dir, 'dist')): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(join(dist, MANIFEST_FILE), 'utf8')));
}

/** The differences between the table of parts and what a manifest exposes; empty when they agree. */
export function disagreements(
  name: string,
  manifest: Pick<Manifest, 'exposes'>,
  parts: readonly string[] = PART_NAMES,
): string[] {
  const wanted = parts
    .filter((part) => part.startsWith(`${name}/`))
    .map((part) => part.slice(name.length + 1));
  const exposed = manifest.exposes.map((expose) => expose.name);
  return [
    ...wanted
      .filter((module) => !exposed.includes(module))
      .map(
        (module) => `${name}/${module} is a part of libs/host but the manifest of ${name} does not expose it`,
      ),
    ...exposed
      .filter((module) => !wanted.includes(module))
      .map((module) => `${name}/${module} is exposed but is no part of libs/host`),
  ];
}

/** The registry entries of all built remotes; throws when one disagrees with the table of parts. */
export function readRegistry(): BuiltRemote[] {
  const built = frontEnds().filter((app) => existsSync(join(app.dir, 'dist', MANIFEST_FILE)));
  const entries = built.map((app) => ({ app, manifest: readManifest(app) }));
  const problems = entries.flatMap(({ app, manifest }) => disagreements(app.name, manifest));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return entries.map(({ app, manifest }) => ({
    name: app.name,
    manifest: `${publicPathOf(app)}mf-manifest.json`,
    ...manifest.cairn,
  }));
}

/** Writes `registry.json` beside the shell's page from the builds; the shell is listed for its version. */
export function writeRegistry(): BuiltRemote[] {
  const entries = readRegistry();
  const dist = join(ROOT, 'shell/dist');
  if (!existsSync(join(dist, VERSION_FILE))) return entries;
  const build = Build.parse(JSON.parse(readFileSync(join(dist, VERSION_FILE), 'utf8')));
  const all = [...entries, { name: 'shell', manifest: '/', ...build }];
  writeFileSync(join(dist, 'registry.json'), `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
