import { type DataFile, readDataFile } from './data-files.ts';
import { StartError } from './exit.ts';

/** The longest time that copying or sealing everything may take. */
const LONGEST_MS = 3_600_000;

/** The addresses of the services of an installation that runs, and how one asks them. */
export interface RunningServices extends DataFile<'running.json'> {
  send(url: string, init: RequestInit): Promise<Response>;
}

/** Finds the services of a data directory that is in use; throws while they only start. */
export async function findRunning(data: string): Promise<RunningServices> {
  const [running, secrets] = [
    await readDataFile(data, 'running.json'),
    await readDataFile(data, 'secrets.json'),
  ];
  if (!running || !secrets)
    throw new StartError('unavailable', `Cairn is just starting on ${data}. Try again in a moment.`);
  const send = (url: string, init: RequestInit) =>
    fetch(url, {
      ...init,
      headers: { ...init.headers, 'x-cairn-internal': secrets.secret },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
  return { ...running, send };
}
