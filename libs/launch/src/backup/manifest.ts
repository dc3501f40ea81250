import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartError } from '../exit.ts';

const MANIFEST = 'backup.json';

/** What a backup holds: each file with its size and SHA-256. It is written last, so a folder without it is no backup. */
const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  files: z.record(z.string().regex(/^[\w.-]+(\/[\w.-]+)?$/), z.object({ size: z.int(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the manifest of the files in a folder. */
export async function writeManifest(folder: string): Promise<BackupManifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: BackupManifest['files'] = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    files[name] = { size: (await stat(path)).size, sha256: await digestOf(path) };
  }
  const manifest: BackupManifest = { format: 1, createdAt: new Date().toISOString(), files };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  return manifest;
}

/** Reads the manifest and compares every file with it. Throws StartError where something is missing or differs. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null)
    throw new StartError('noInput', `${folder} holds no backup, or one that was not finished.`);
  const parsed = BackupManifest.safeParse(jsonOf(text));
  if (!parsed.success) throw new StartError('damaged', `${join(folder, MANIFEST)} is damaged.`);
  for (const [name, { size, sha256 }] of Object.entries(parsed.data.files)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.size !== size || (await digestOf(path)) !== sha256)
      throw new StartError('damaged', `${path} is not as it was backed up, so nothing is restored.`);
  }
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
