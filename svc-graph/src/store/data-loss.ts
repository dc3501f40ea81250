import type { DataLoss, OrgId } from '@cairn/contracts';
import type { GraphStore } from './graph-store.ts';
import { tell } from './outbox.ts';
import { replaceRow } from './statement.ts';

const KEY = 'lostAt';

/** What an org lost with its file, and what can be done. */
const WORDS =
  'The file with the data of this organization was gone, so its data began anew. What was decided here before is lost: sources that were added by hand, merged people, own teams, categories, calendars and statuses. Whoever runs Cairn can restore the file from a backup, which brings all of it back.';

/** Stores in a new file that the one before is gone, and tells the admins. A restored file knows nothing of it. */
export async function noteLoss(store: GraphStore, orgId: OrgId): Promise<void> {
  const about = { sourceId: 'graph', integration: 'Data of this organization', error: WORDS };
  await store.transaction((transaction) =>
    transaction.runAll([
      replaceRow('Meta', [KEY, new Date().toISOString()]),
      tell(orgId, { kind: 'source', ...about, path: 'settings/integrations' }),
    ]),
  );
}

/** When the data of an org began anew because its file was gone; null where it was not. */
export async function readLoss(store: Pick<GraphStore, 'meta'>): Promise<DataLoss | null> {
  const at = await store.meta(KEY);
  return at === undefined ? null : { at, words: WORDS };
}
