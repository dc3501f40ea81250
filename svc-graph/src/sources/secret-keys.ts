import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The keys of an installation: the present one, and while secrets are sealed anew the one before. */
export type SecretKeys = readonly [Buffer, ...Buffer[]];

const KEY_BYTES = 32;
const fileIn = (dataDir: string) => join(dataDir, 'source-secrets.key');
const newKey = () => randomBytes(KEY_BYTES).toString('base64');

const linesIn = (text: string) => text.split('\n').filter((line) => line !== '');

/** The keys of the installation, made with the first secret; only the file's owner may read them. */
export async function readKeys(dataDir: string): Promise<SecretKeys> {
  const file = fileIn(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, newKey(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const [first = '', ...others] = linesIn(await readFile(file, 'utf8'));
  return [Buffer.from(first, 'base64'), ...others.map((line) => Buffer.from(line, 'base64'))];
}

/** Replaces the file as a whole, so that a kill leaves the former or the new one. */
async function writeKeys(dataDir: string, keys: SecretKeys): Promise<void> {
  const beside = `${fileIn(dataDir)}.new`;
  const file = await open(beside, 'w', 0o600);
  await file.writeFile(keys.map((key) => key.toString('base64')).join('\n'));
  await file.sync();
  await file.close();
  await rename(beside, fileIn(dataDir));
  const folder = await open(dataDir, 'r');
  // Not every system can do so for a folder.
  await folder.sync().catch(() => undefined);
  await folder.close();
}

/** Makes a new key the present one and keeps the former; one that an earlier, cut-off change made stays. */
export async function addKey(dataDir: string): Promise<SecretKeys> {
  const keys = await readKeys(dataDir);
  if (keys.length > 1) return keys;
  const both: SecretKeys = [Buffer.from(newKey(), 'base64'), ...keys];
  await writeKeys(dataDir, both);
  return both;
}

/** Drops all keys but the present one. */
export async function dropFormerKeys(dataDir: string): Promise<void> {
  const [present] = await readKeys(dataDir);
  await writeKeys(dataDir, [present]);
}
