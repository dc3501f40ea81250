import { entityUuid } from '../src/store/uuid.ts';
import { GraphStore } from '../src/store/graph-store.ts';
import { PUBLISH, keepRaws, loadStatements } from '../src/store/load.ts';

/** Where in a batch the writer stops, or goes on, after it has reported that it is there. */
export type StopPoint = 'rows' | 'version' | 'commit' | 'acknowledged' | 'checkpoint';

/** What the writer reports: the batches that are committed, or where it is. */
export type WriterReport = { readonly acknowledged: number } | { readonly at: StopPoint };

const [file = '', temp = '', rowsABatch = '', stopPoint = '', after = ''] = process.argv.slice(2);
const report = (of: WriterReport) => process.send?.(of);

/** Nothing more happens: whoever started this process ends it. */
const stayThere = () => new Promise<never>(() => {});

function statementsOf(batch: number) {
  const rows = Array.from({ length: Number(rowsABatch) }, (_, index) => {
    const uuid = entityUuid('acme', 'jira', `${batch}:${index}`);
    return { uuid, name: `event ${batch}`, action: 'created', occurredAt: batch * 60 + index };
  });
  const payload = Buffer.from(`batch ${batch}`);
  const raw = keepRaws('source', [{ kind: 'batch', receivedAt: batch, payload }]);
  return [raw, ...loadStatements({ table: 'Event', rows })];
}

// Whoever started it may be gone before they could end it.
process.once('disconnect', () => process.exit(1));

let batch = 0;
let last = Number.MAX_SAFE_INTEGER;
const isHere = (point: StopPoint) => stopPoint === point && batch === last;

// Measures are computed in the transaction that publishes a batch.
const derive = async () => {
  if (!isHere('version')) return;
  report({ at: 'version' });
  await stayThere();
};

const store = await GraphStore.open({ file, temp, derive });
batch = await store.dataVersion();
last = batch + Number(after);
for (;;) {
  batch += 1;
  await store.transaction(async (transaction) => {
    await transaction.runAll(statementsOf(batch));
    if (isHere('rows')) {
      report({ at: 'rows' });
      await stayThere();
    }
    await transaction.runAll([PUBLISH]);
    if (isHere('commit')) report({ at: 'commit' });
  });
  report({ acknowledged: batch });
  if (isHere('acknowledged')) report({ at: 'acknowledged' });
  if (!isHere('checkpoint')) continue;
  report({ at: 'checkpoint' });
  await store.run('CHECKPOINT');
}
