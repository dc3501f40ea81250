import { EXIT_CONFIG, type Logger } from '@cairn/service-kit';
import type { z } from 'zod';
import type { graphEnv } from '../config.ts';
import { Ownership } from './ownership.ts';

const EVERYWHERE = ['0.0.0.0', '::'];

function refuse(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(EXIT_CONFIG);
}

/** Where the other processes of this machine reach this one. */
function findAddress({ HOST, PORT }: z.output<typeof graphEnv>): string {
  const host = EVERYWHERE.includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(PORT)}`;
}

/**
 * Ends this process as a kill does, so that nothing is written on the way out: threads, buffers and open files go at
 * once, and the launcher starts it again.
 */
function endAtOnce(): void {
  process.stderr.write('This process lost the data of its organizations, and ends.\n');
  process.kill(process.pid, 'SIGKILL');
}

/** Registers this process with the others of the installation; undefined without PostgreSQL, where there are none. */
export async function beginOwnership(
  config: z.output<typeof graphEnv>,
  log: Logger,
): Promise<Ownership | undefined> {
  const { DATABASE_URL: url, PORT, CAIRN_LEASE_SECONDS: seconds } = config;
  if (url === undefined) return undefined;
  if (PORT === 0) refuse('With DATABASE_URL svc-graph needs a PORT, at which its other processes find it.');
  const [place, processes] = [config.CAIRN_GRAPH_PROCESS, config.CAIRN_GRAPH_PROCESSES];
  const address = findAddress(config);
  const [run, lease] = [config.CAIRN_RUN, seconds * 1_000];
  return Ownership.begin({ url, address, place, run, processes, lease, log, onLost: endAtOnce }).catch(
    (err: unknown) => {
      log.fatal({ err }, 'cannot register with the other processes');
      return refuse('The database of DATABASE_URL is away. Start it, or correct DATABASE_URL.');
    },
  );
}
