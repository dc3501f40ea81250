import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@cairn/contracts';
import { graphBackupContract, internalContract } from '@cairn/contracts/internal';
import { isRunning, lockDataDir } from '../data-dir.ts';
import { StartError } from '../exit.ts';
import { checkDataDir } from '../preflight.ts';
import { findRunning } from '../running-services.ts';
import { writeManifest, type BackupManifest } from './manifest.ts';
import { signingKey } from './signature.ts';

/**
 * Files of a running process, and the key that signs backups: in a backup it would let its holder forge others. The
 * databases are copied by those who hold them.
 */
const LEFT_OUT =
  /^(cairn\.pid|running\.json|backup-key\.json|.*\.new|workspace\.sqlite(-wal|-shm|\.moved)?)$/;
/** The keys of the secrets of sources, one a line. */
const KEYS = 'source-secrets.key';

export interface Copying {
  readonly data: string;
  readonly to: string;
  /** Takes the sessions out of a copied account database. */
  endSessionsIn(file: string): void;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((each) => each.isFile()).map(({ name }) => name);
}

/** The services copy their own databases, while people go on. */
async function copyFromServices({ data, to }: Copying): Promise<void> {
  const { send, workspaceUrl, graphUrl } = await findRunning(data);
  const workspace = createClient(internalContract, send, workspaceUrl);
  const graph = createClient(graphBackupContract, send, graphUrl);
  // Accounts first: an org that is made meanwhile has a graph without accounts, which harms nobody.
  await workspace.backupWorkspace({ input: { file: join(to, 'workspace.sqlite') } });
  await graph.backupGraphs({ input: { folder: join(to, 'graph') } });
}

/** Nobody holds the databases, so their files are copied as they are, with their logs, and without sessions. */
async function copyAtRest({ data, to, endSessionsIn }: Copying): Promise<void> {
  const names = await filesIn(data);
  if (!names.includes('workspace.sqlite'))
    throw new StartError(
      'unavailable',
      `The accounts of the Cairn in ${data} are in PostgreSQL. Back it up while it runs.`,
    );
  for (const name of names)
    if (/^workspace\.sqlite(-wal|-shm)?$/.test(name)) await copyFile(join(data, name), join(to, name));
  endSessionsIn(join(to, 'workspace.sqlite'));
  await mkdir(join(to, 'graph'), { mode: 0o700 });
  for (const name of await filesIn(join(data, 'graph')))
    await copyFile(join(data, 'graph', name), join(to, 'graph', name));
}

async function keysIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, KEYS), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/**
 * Keeps the keys that there were before beside those that came with the files, since the databases were copied in
 * between. Where none stayed, secrets may be sealed by one that is in neither.
 */
async function keepFormerKeys(to: string, before: readonly string[]): Promise<void> {
  const now = await keysIn(to);
  if (before.length > 0 && !now.some((key) => before.includes(key)))
    throw new StartError(
      'unavailable',
      'The secrets of sources got a new key while they were copied. Back up again.',
    );
  const keys = [...new Set([...now, ...before])];
  if (keys.length > now.length) await writeFile(join(to, KEYS), keys.join('\n'), { mode: 0o600 });
}

/** Backs an installation up into a new folder, whether it runs or not. A failure leaves no folder behind. */
export async function backup(copying: Copying): Promise<BackupManifest> {
  const { data, to } = copying;
  if ((await checkDataDir(data)) === 'new') throw new StartError('noInput', `There is no Cairn in ${data}.`);
  const taken = await readdir(to).catch(() => []);
  if (taken.length > 0)
    throw new StartError('cannotCreate', `${to} is not empty. Choose a new folder with --to DIR.`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const keys = await keysIn(data);
  try {
    if (await isRunning(data)) await copyFromServices(copying);
    else {
      const release = await lockDataDir(data);
      await copyAtRest(copying).finally(release);
    }
    for (const name of await filesIn(data))
      if (!LEFT_OUT.test(name)) await copyFile(join(data, name), join(to, name));
    await keepFormerKeys(to, keys);
    return await writeManifest(to, await signingKey(data));
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}
