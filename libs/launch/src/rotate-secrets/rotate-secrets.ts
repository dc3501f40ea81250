import { createClient } from '@cairn/contracts';
import { type RotatedSecrets, graphSecretsContract } from '@cairn/contracts/internal';
import { isRunning, lockDataDir } from '../data-dir.ts';
import { StartError } from '../exit.ts';
import { checkDataDir } from '../preflight.ts';
import { findRunning } from '../running-services.ts';

/** The installation, and how its files are rotated while nobody holds them. */
export interface Rotating {
  readonly data: string;
  rotateAtRest(data: string): Promise<RotatedSecrets>;
}

async function askService(data: string): Promise<RotatedSecrets> {
  const { send, graphUrl } = await findRunning(data);
  return createClient(graphSecretsContract, send, graphUrl).rotateSecrets({ input: {} });
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
