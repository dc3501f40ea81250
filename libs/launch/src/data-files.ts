import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './exit.ts';

/** The content of the small files of the data directory that a start depends on. */
interface DataFiles {
  'version.json': { version: number };
  'secrets.json': { secret: string };
  'installation.json': { orgId?: string | undefined; demoOrgId?: string | undefined };
  /** By which backups are signed. */
  'backup-key.json': { privateKey: string };
  /** Where the services of a running installation listen. */
  'running.json': { workspaceUrl: string; graphUrl: string };
}
export type DataFile<Name extends keyof DataFiles> = DataFiles[Name];

const SCHEMAS: { readonly [Name in keyof DataFiles]: z.ZodType<DataFiles[Name]> } = {
  'version.json': z.object({ version: z.int().min(1) }),
  'secrets.json': z.object({ secret: z.string().min(32) }),
  'installation.json': z.object({ orgId: z.string().optional(), demoOrgId: z.string().optional() }),
  'backup-key.json': z.object({ privateKey: z.string().startsWith('-----BEGIN PRIVATE KEY-----') }),
  'running.json': z.object({ workspaceUrl: z.url(), graphUrl: z.url() }),
};

/** The prefix of orgs that `npm run seed` makes. */
const SEEDED = 'org-load-';

const WAY_OUT = 'Restore it, or start afresh with --reset, which deletes all data here.';

/**
 * The content of a file; null when it is missing. Throws StartError when it is damaged, and never shows its
 * content.
 */
export async function readDataFile<Name extends keyof DataFiles>(
  dir: string,
  name: Name,
): Promise<DataFile<Name> | null> {
  const path = join(dir, name);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError('config', `${path} cannot be read (${error.code}). ${WAY_OUT}`);
  });
  if (text === null) return null;
  const parsed = SCHEMAS[name].safeParse(jsonOf(text));
  if (!parsed.success) throw new StartError('config', `${path} is damaged. ${WAY_OUT}`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a new file and renames it, so that a crash or power cut leaves the old or the new content. */
export async function writeDataFile<Name extends keyof DataFiles>(
  dir: string,
  name: Name,
  content: DataFile<Name>,
): Promise<void> {
  const path = join(dir, name);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** Throws StartError when a file that a start depends on is damaged or missing. Writes nothing. */
export async function checkDataFiles(dir: string, hasOwnDatabase: boolean): Promise<void> {
  const installation = await readDataFile(dir, 'installation.json');
  const secrets = await readDataFile(dir, 'secrets.json');
  const database = join(dir, 'workspace.sqlite');
  const head = hasOwnDatabase ? await headOf(database) : null;
  if (!secrets && (installation || head)) {
    throw new StartError(
      'config',
      `${join(dir, 'secrets.json')} is missing. Without it nobody can sign in to the data here. ${WAY_OUT}`,
    );
  }
  if (!hasOwnDatabase) return;
  const isInstalled = installation?.orgId !== undefined || (await hasOrgs(dir));
  if (isInstalled && head === null) {
    throw new StartError('damaged', `${database} is missing: the accounts and saved things. ${WAY_OUT}`);
  }
  // An interrupted first start leaves an empty file.
  const isEmpty = head === '' && !isInstalled;
  if (head !== null && head !== SQLITE_HEAD && !isEmpty) {
    throw new StartError('damaged', `${database} is damaged: it is not a SQLite database. ${WAY_OUT}`);
  }
}

/**
 * True when an org has data here that only an account database can have made. Seeded orgs need no account.
 */
async function hasOrgs(dir: string): Promise<boolean> {
  const names = await readdir(join(dir, 'graph')).catch(() => []);
  return names.some((name) => name.endsWith('.duckdb') && !name.startsWith(SEEDED));
}

/** The first bytes of every SQLite database. */
const SQLITE_HEAD = 'SQLite format 3\0';

async function headOf(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE_HEAD.length), 0, SQLITE_HEAD.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
