import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './exit.ts';
import { DATA_VERSION } from './preflight.ts';

const Secrets = z.object({ secret: z.string().min(32) });

/** Makes the data directory where it is new and returns the secret that its services share. */
export async function prepareDataDir(dir: string): Promise<{ secret: string }> {
  await mkdir(join(dir, 'logs'), { recursive: true, mode: 0o700 });
  const secrets = await readSecrets(dir);
  await writeWhole(join(dir, 'version.json'), JSON.stringify({ version: DATA_VERSION }));
  return secrets;
}

async function readSecrets(dir: string): Promise<{ secret: string }> {
  const path = join(dir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null) return Secrets.parse(JSON.parse(text));
  const secrets = { secret: randomBytes(32).toString('hex') };
  await writeWhole(path, JSON.stringify(secrets));
  return secrets;
}

const Installation = z.object({ orgId: z.string(), demoOrgId: z.string().optional() });

/** The orgs that earlier starts made here. */
export async function readInstallation(dir: string): Promise<Partial<z.infer<typeof Installation>>> {
  const text = await readFile(join(dir, 'installation.json'), 'utf8').catch(() => null);
  return text === null ? {} : Installation.parse(JSON.parse(text));
}

/** Remembers the orgs of this installation for the next start. */
export async function remember(dir: string, orgs: Partial<z.infer<typeof Installation>>): Promise<void> {
  const known = await readInstallation(dir);
  await writeWhole(join(dir, 'installation.json'), JSON.stringify({ ...known, ...orgs }));
}

/** Load sets that `npm run seed` has left here, by the org each was made for. */
export async function seededOrgs(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, 'graph')).catch(() => []);
  return names.flatMap((name) => /^(org-load-[\w-]+)\.duckdb$/.exec(name)?.[1] ?? []);
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Holds the data directory for this process; throws StartError while another Cairn has it. */
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

async function isCairn(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A number left by a crash may belong to somebody else by now; where the system tells, its command line decides.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.includes('launch');
}
