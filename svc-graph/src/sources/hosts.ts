import { isIP } from 'node:net';
import { AppError } from '@cairn/contracts';
import type { GraphStore } from '../store/graph-store.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { replaceRow } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import { isMetadataAddress } from './guarded-fetch/forbidden-address.ts';

const KEY = 'sourceHosts';
const READ = `SELECT value FROM "Meta" WHERE key = '${KEY}'`;
/** The most servers of one org. */
const MOST = 50;

/** The servers of internal networks that the sources of an org may read, as `host:port`. */
export async function readHosts(store: Pick<GraphWriter, 'rows'>): Promise<string[]> {
  const [row] = await store.rows<{ value: string }>(READ);
  return row ? (JSON.parse(row.value) as string[]) : [];
}

/** The servers that the installation allows to every org, with those of one org. */
export async function allowedHosts(
  store: Pick<GraphWriter, 'rows'>,
  everywhere: readonly string[] = [],
): Promise<string[]> {
  return [...everywhere, ...(await readHosts(store))];
}

async function change(
  store: GraphStore,
  next: (hosts: readonly string[]) => readonly string[],
  told: Statement,
): Promise<string[]> {
  return store.transaction(async (transaction) => {
    const present = await readHosts(transaction);
    const hosts = [...new Set(next(present))].toSorted();
    if (hosts.length === present.length) return present;
    await transaction.runAll([replaceRow('Meta', [KEY, JSON.stringify(hosts)]), told]);
    return hosts;
  });
}

/** A server as addresses name it: numbers in other forms become plain addresses. */
function plainHost(host: string): string {
  const at = host.lastIndexOf(':');
  const address = `http://${host.slice(0, at)}`;
  if (!URL.canParse(address))
    throw new AppError('invalid_input', `${host} is no name and port, such as git.example.com:443.`);
  const { hostname } = new URL(address);
  const port = Number(host.slice(at + 1));
  if (port < 1 || port > 65_535) throw new AppError('invalid_input', 'The port lies between 1 and 65535.');
  if (isIP(hostname) !== 0 && isMetadataAddress(hostname))
    throw new AppError(
      'invalid_input',
      'At this address clouds tell secrets, so no source reads it. Give that of another server.',
    );
  return `${hostname}:${String(port)}`;
}

/** Lets the sources of an org read a server of an internal network; answers all its servers. */
export function allowHost(
  store: GraphStore,
  given: string,
  act: (host: string) => Statement,
): Promise<string[]> {
  const host = plainHost(given);
  const add = (hosts: readonly string[]) => {
    if (hosts.length >= MOST)
      throw new AppError('invalid_input', `${String(MOST)} servers are allowed already. Forbid one first.`);
    return [...hosts, host];
  };
  return change(store, (hosts) => (hosts.includes(host) ? hosts : add(hosts)), act(host));
}

/** Takes a server from an org, and answers those that are left. */
export function forbidHost(
  store: GraphStore,
  host: string,
  act: (host: string) => Statement,
): Promise<string[]> {
  return change(store, (hosts) => hosts.filter((each) => each !== host), act(host));
}
