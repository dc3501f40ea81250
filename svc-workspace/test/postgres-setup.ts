import { startPostgres, type PostgresServer } from './postgres.ts';

let server: PostgresServer | undefined;

/** Starts the server on which the tests of the project `postgres` make their databases. */
export async function setup(): Promise<void> {
  server = await startPostgres();
  process.env['CAIRN_TEST_POSTGRES'] = server.url;
}

/** Ends it, and deletes its files. */
export const teardown = (): Promise<void> | undefined => server?.remove();
