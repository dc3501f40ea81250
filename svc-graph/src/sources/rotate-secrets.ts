import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@cairn/contracts';
import type { RotatedSecrets, graphSecretsContract } from '@cairn/contracts/internal';
import type { Handlers } from '@cairn/service-kit';
import { GraphStores } from '../store/graph-stores.ts';
import { addKey, dropFormerKeys } from './secret-keys.ts';
import { resealSecrets } from './secrets.ts';

/** Milliseconds in which a secret that was just sealed by the former key gets into its file. */
const SETTLE_MS = 1_000;

/**
 * Seals the secrets of all sources by a new key. The former key stays until every file is done, so a kill loses
 * nothing, and the next call goes on with the same new key.
 */
export async function rotateSecrets(stores: GraphStores, settleMs = SETTLE_MS): Promise<RotatedSecrets> {
  if ((await stores.orgs()).length < (await stores.everyFile()).length)
    throw new AppError(
      'conflict',
      'Several processes of Cairn share the data of this installation. Stop Cairn, then rotate the secrets.',
    );
  const keys = await addKey(stores.dataDir);
  await wait(settleMs);
  const orgs = await stores.everyFile();
  const closed: string[] = [];
  let [resealed, lost] = [0, 0];
  for (const orgId of orgs) {
    if (!(await stores.canOpen(orgId))) {
      closed.push(orgId);
      continue;
    }
    const store = await stores.open(orgId);
    const done = await store.transaction((transaction) => resealSecrets(transaction, orgId, keys));
    resealed += done.resealed;
    lost += done.lost;
  }
  if (closed.length > 0)
    throw new AppError(
      'conflict',
      `The former key is kept, because the data of ${closed.join(', ')} cannot be opened. Restore it, then rotate again.`,
    );
  await dropFormerKeys(stores.dataDir);
  return { orgs: orgs.length, resealed, lost };
}

/** The same on a data directory at rest, which nobody else holds. */
export async function rotateSecretsIn(dataDir: string): Promise<RotatedSecrets> {
  const stores = new GraphStores(dataDir);
  return rotateSecrets(stores, 0).finally(() => stores.close());
}

/** The rotation that `npm run rotate-secrets` asks for while Cairn runs; one at a time. */
export function secretsHandlers(stores: GraphStores): Handlers<typeof graphSecretsContract> {
  let running: Promise<RotatedSecrets> | undefined;
  return {
    rotateSecrets: () => {
      running ??= rotateSecrets(stores).finally(() => (running = undefined));
      return running;
    },
  };
}
