import { createServer, type AddressInfo, type Server } from 'node:net';
import { EXIT, StartError } from './exit.ts';

const MOST_TRIES = 3;

function hold(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

export type Ports<Name extends string> = Readonly<Record<Name, number>>;

/** Finds a free port of the loopback address for each name; all are different. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Ports<Name>> {
  const held = await Promise.all(names.map(hold));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Ports<Name>;
}

/**
 * Starts something on free ports, and retries when another process took one meanwhile; rejects with the last
 * error.
 */
export async function onFreePorts<Name extends string, T>(
  names: readonly Name[],
  start: (ports: Ports<Name>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePorts(names));
    } catch (error) {
      const taken = error instanceof StartError && error.exitCode === EXIT.unavailable;
      if (!taken || tries === MOST_TRIES) throw error;
    }
  }
}
