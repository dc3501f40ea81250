import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readDataFile, writeDataFile, type DataFile } from './data-files.ts';
import { StartError } from './exit.ts';
import { DATA_VERSION } from './preflight.ts';

/**
 * Creates the data directory if it is missing, closes it to other users, and returns the secret of its
 * services.
 */
export async function prepareDataDir(dir: string): Promise<{ secret: string }> {
  await mkdir(join(dir, 'logs'), { recursive: true, mode: 0o700 });
  await shutToOthers(dir);
  const secrets = (await readDataFile(dir, 'secrets.json')) ?? (await newSecrets(dir));
  await writeDataFile(dir, 'version.json', { version: DATA_VERSION });
  return secrets;
}

async function newSecrets(dir: string): Promise<{ secret: string }> {
  const secrets = { secret: randomBytes(32).toString('hex') };
  await writeDataFile(dir, 'secrets.json', secrets);
  return secrets;
}

/** Lets only this user read what exists. Disks without users, and files of others, stay unchanged. */
async function shutToOthers(dir: string): Promise<void> {
  await chmod(dir, 0o700).catch(() => undefined);
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    await chmod(join(entry.parentPath, entry.name), entry.isFile() ? 0o600 : 0o700).catch(() => undefined);
  }
}

/** The orgs that earlier starts created here. */
export async function readInstallation(dir: string): Promise<DataFile<'installation.json'>> {
  return (await readDataFile(dir, 'installation.json')) ?? {};
}

/** Stores the orgs of this installation for the next start. */
export async function remember(dir: string, orgs: DataFile<'installation.json'>): Promise<void> {
  await writeDataFile(dir, 'installation.json', { ...(await readInstallation(dir)), ...orgs });
}

/** The orgs of the load sets that `npm run seed` made here. */
export async function seededOrgs(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, 'graph')).catch(() => []);
  return names.flatMap((name) => /^(org-load-[\w-]+)\.duckdb$/.exec(name)?.[1] ?? []);
}

/** Locks the data directory for this process; throws StartError when another Cairn holds it. */
export async function lockDataDir(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'cairn.pid');
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (holder && holder !== process.pid && (await isCairn(holder))) {
    throw new StartError(
      'unavailable',
      `Cairn already runs on ${dir} (process ${holder}). Stop it first, or choose another folder with --data DIR.`,
    );
  }
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(String(process.pid));
  await file.close();
  return () => rm(path, { force: true });
}

/** Whether a Cairn runs on the data directory. */
export async function isRunning(dir: string): Promise<boolean> {
  const holder = Number(await readFile(join(dir, 'cairn.pid'), 'utf8').catch(() => ''));
  return holder > 0 && isCairn(holder);
}

async function isCairn(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // After a crash another process may have the stored pid; its command line, where the system gives it,
  // decides.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.includes('launch');
}
