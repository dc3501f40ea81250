import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ServedRemote } from './web-files.ts';

export const REMOTES = ['explore', 'entity', 'workspace', 'settings'];

const Registry = z.array(
  z.object({
    name: z.string(),
    manifest: z.string(),
    version: z.string(),
    contract: z.object({ min: z.int(), max: z.int() }),
  }),
);

/** Reads the manifests of development servers from `CAIRN_REMOTE_EXPLORE` and so on; none in production. */
export function liveRemotes(env: Readonly<Record<string, string | undefined>>): Map<string, string> {
  if (env['NODE_ENV'] === 'production') return new Map();
  const named = REMOTES.map((name) => [name, env[`CAIRN_REMOTE_${name.toUpperCase()}`]] as const);
  return new Map(named.flatMap(([name, manifest]) => (manifest ? [[name, manifest] as const] : [])));
}

/** Reads the registry of the build, with the manifests of live front-ends in place. */
export function registryWith(file: string, live: ReadonlyMap<string, string>): ServedRemote[] {
  const entries = Registry.parse(JSON.parse(readFileSync(file, 'utf8')));
  return entries.map((entry) => ({ ...entry, manifest: live.get(entry.name) ?? entry.manifest }));
}
