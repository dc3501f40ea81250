import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartError } from '../exit.ts';
import { BackupSignature, isSigned, signText } from './signature.ts';

const MANIFEST = 'backup.json';

/** A file of a data directory, or of a folder in it. Nothing leads out of it, on any system. */
const FileName = z.string().regex(/^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}$)[\w.-]+)?$/);

/** What a backup holds: each file with its size and SHA-256. It is written last, so a folder without it is no backup. */
const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  files: z.record(FileName, z.object({ size: z.int(), sha256: z.string() })),
  /** Absent in backups of earlier versions. */
  signature: BackupSignature.optional(),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** The text that is signed: everything that the manifest says, in one order. */
function signedText({ format, createdAt, files }: BackupManifest): string {
  const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([format, createdAt, sorted.map(([name, { size, sha256 }]) => [name, size, sha256])]);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the manifest of the files in a folder, signed by a key. */
export async function writeManifest(folder: string, key: KeyObject): Promise<BackupManifest> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: BackupManifest['files'] = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    files[name] = { size: (await stat(path)).size, sha256: await digestOf(path) };
  }
  const said: BackupManifest = { format: 1, createdAt: new Date().toISOString(), files };
  const manifest = { ...said, signature: signText(signedText(said), key) };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  return manifest;
}

/** Reads the manifest and compares every file with it. Throws StartError where something is missing or differs. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null)
    throw new StartError('noInput', `${folder} holds no backup, or one that was not finished.`);
  const parsed = BackupManifest.safeParse(jsonOf(text));
  if (!parsed.success) throw damaged(join(folder, MANIFEST), parsed.error);
  const { signature } = parsed.data;
  if (signature && !isSigned(signedText(parsed.data), signature))
    throw new StartError('damaged', `${join(folder, MANIFEST)} was changed after it was signed.`);
  await refuseLinks(folder, Object.keys(parsed.data.files));
  for (const [name, { size, sha256 }] of Object.entries(parsed.data.files)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.size !== size || (await digestOf(path)) !== sha256)
      throw new StartError('damaged', `${path} is not as it was backed up, so nothing is restored.`);
  }
  return parsed.data;
}

function damaged(path: string, error: z.ZodError): StartError {
  const named = error.issues.find(({ code }) => code === 'invalid_key')?.path.at(-1);
  if (named === undefined) return new StartError('damaged', `${path} is damaged.`);
  const name = JSON.stringify(named);
  return new StartError(
    'damaged',
    `${path} names the file ${name}, which no backup holds. Nothing is restored.`,
  );
}

/** A link could stand for any file of the machine. */
async function refuseLinks(folder: string, names: readonly string[]): Promise<void> {
  const paths = new Set(names.flatMap((name) => [name.split('/')[0] ?? name, name]));
  for (const path of [...paths].map((name) => join(folder, name))) {
    const found = await lstat(path).catch(() => null);
    if (found?.isSymbolicLink())
      throw new StartError('damaged', `${path} is a link, which no backup holds. Nothing is restored.`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
