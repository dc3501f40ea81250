import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@cairn/contracts';
import { graphBackupContract, internalContract } from '@cairn/contracts/internal';
import { isRunning, lockDataDir } from '../data-dir.ts';
import { readDataFile } from '../data-files.ts';
import { StartError } from '../exit.ts';
import { checkDataDir } from '../preflight.ts';
import { writeManifest, type BackupManifest } from './manifest.ts';
import { signingKey } from './signature.ts';

/**
 * Files of a running process, and the key that signs backups: in a backup it would let its holder forge others. The
 * databases are copied by those who hold them.
 */
const LEFT_OUT =
  /^(cairn\.pid|running\.json|backup-key\.json|.*\.new|workspace\.sqlite(-wal|-shm|\.moved)?)$/;
const COPY_MS = 3_600_000;

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
  const [running, secrets] = [
    await readDataFile(data, 'running.json'),
    await readDataFile(data, 'secrets.json'),
  ];
  if (!running || !secrets)
    throw new StartError('unavailable', `Cairn is just starting on ${data}. Try again in a moment.`);
  const send = (url: string, init: RequestInit) =>
    fetch(url, {
      ...init,
      headers: { ...init.headers, 'x-cairn-internal': secrets.secret },
      signal: AbortSignal.timeout(COPY_MS),
    });
  const workspace = createClient(internalContract, send, running.workspaceUrl);
  const graph = createClient(graphBackupContract, send, running.graphUrl);
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

/** Backs an installation up into a new folder, whether it runs or not. A failure leaves no folder behind. */
export async function backup(copying: Copying): Promise<BackupManifest> {
  const { data, to } = copying;
  if ((await checkDataDir(data)) === 'new') throw new StartError('noInput', `There is no Cairn in ${data}.`);
  const taken = await readdir(to).catch(() => []);
  if (taken.length > 0)
    throw new StartError('cannotCreate', `${to} is not empty. Choose a new folder with --to DIR.`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  try {
    if (await isRunning(data)) await copyFromServices(copying);
    else {
      const release = await lockDataDir(data);
      await copyAtRest(copying).finally(release);
    }
    for (const name of await filesIn(data))
      if (!LEFT_OUT.test(name)) await copyFile(join(data, name), join(to, name));
    return await writeManifest(to, await signingKey(data));
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}
