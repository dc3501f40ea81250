import { type Socket, connect, createServer } from 'node:net';
import { StartError } from './exit.ts';

const MOST = 64;

/** How many processes of svc-graph there are to be; several agree by PostgreSQL, so they need one. */
export function readGraphProcesses(env: NodeJS.ProcessEnv): number {
  const given = env['CAIRN_GRAPH_PROCESSES'] ?? '';
  const count = given === '' ? 1 : Number(given);
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new StartError('config', `CAIRN_GRAPH_PROCESSES must be a number from 1 to ${String(MOST)}.`);
  if (count > 1 && !env['DATABASE_URL'])
    throw new StartError(
      'config',
      'CAIRN_GRAPH_PROCESSES needs DATABASE_URL: several processes agree by PostgreSQL who owns which data.',
    );
  return count;
}

/** Ends both ends of a connection once one of them has ended badly. */
function join(client: Socket, process: Socket): void {
  for (const [one, other] of [
    [client, process],
    [process, client],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
}

/** Passes a connection to the first process that takes it. */
function passOn(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined || client.destroyed) return void client.destroy();
  const process = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const next = () => passOn(client, others);
  process.once('error', next);
  process.once('connect', () => {
    process.off('error', next);
    join(client, process);
  });
}

/**
 * Lets several processes answer at one port. Each connection goes to one of them in turn, and past those that do not
 * listen. Resolves with a function that ends it.
 */
export async function serveAsOne(port: number, ports: readonly number[]): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    turn = (turn + 1) % ports.length;
    passOn(client, [...ports.slice(turn), ...ports.slice(0, turn)]);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new StartError('unavailable', `port ${String(port)} is in use`)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const client of open) client.destroy();
    });
}
