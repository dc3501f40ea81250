import { createClient } from '@cairn/contracts';
import { type RotatedSecrets, graphSecretsContract } from '@cairn/contracts/internal';
import { isRunning, lockDataDir } from '../data-dir.ts';
import { readDataFile } from '../data-files.ts';
import { StartError } from '../exit.ts';
import { checkDataDir } from '../preflight.ts';

const ROTATE_MS = 3_600_000;

/** The installation, and how its files are rotated while nobody holds them. */
export interface Rotating {
  readonly data: string;
  rotateAtRest(data: string): Promise<RotatedSecrets>;
}

async function askService(data: string): Promise<RotatedSecrets> {
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
      signal: AbortSignal.timeout(ROTATE_MS),
    });
  return createClient(graphSecretsContract, send, running.graphUrl).rotateSecrets({ input: {} });
}

/** Seals the secrets of sources by a new key, whether Cairn runs or not, and says what came of it. */
export async function rotateSecrets({ data, rotateAtRest }: Rotating): Promise<string> {
  if ((await checkDataDir(data)) === 'new') throw new StartError('noInput', `There is no Cairn in ${data}.`);
  const rotate = async () => {
    if (await isRunning(data)) return askService(data);
    const release = await lockDataDir(data);
    return rotateAtRest(data).finally(release);
  };
  const { orgs, resealed, lost } = await rotate();
  const words = `The secrets of sources have a new key: ${String(resealed)} sealed anew in ${String(orgs)} organizations.`;
  if (lost === 0) return words;
  return `${words} ${String(lost)} could not be opened before either: give their sources a new token.`;
}
