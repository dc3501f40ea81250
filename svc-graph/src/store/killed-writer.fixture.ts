import { entityUuid } from './uuid.ts';
import { GraphStore } from './graph-store.ts';
import { runAll } from './graph-writer.ts';
import { PUBLISH, keepRaw, loadStatements } from './load.ts';

/** Where in a batch the writer stands still, or how it goes on, when it has told that it is there. */
export type Place = 'rows' | 'version' | 'commit' | 'acknowledged' | 'checkpoint';

export type Told = { readonly acknowledged: number } | { readonly at: Place };

const [file = '', temp = '', rowsABatch = '', place = '', after = ''] = process.argv.slice(2);
const tell = (told: Told) => process.send?.(told);

/** Nothing more happens: whoever started this process ends it. */
const standStill = () => new Promise<never>(() => {});

function statementsOf(batch: number) {
  const rows = Array.from({ length: Number(rowsABatch) }, (_, index) => {
    const uuid = entityUuid('acme', 'jira', `${batch}:${index}`);
    return { uuid, name: `event ${batch}`, action: 'created', occurredAt: batch * 60 + index };
  });
  const payload = Buffer.from(`batch ${batch}`);
  const raw = keepRaw({ sourceId: 'source', kind: 'batch', receivedAt: batch, payload });
  return [raw, ...loadStatements({ table: 'Event', rows })];
}

// Whoever started it may be gone before they could end it.
process.once('disconnect', () => process.exit(1));

let batch = 0;
let last = Number.MAX_SAFE_INTEGER;
const isHere = (asked: Place) => place === asked && batch === last;

// What is worked out when a batch is published, in its transaction.
const derive = async () => {
  if (!isHere('version')) return;
  tell({ at: 'version' });
  await standStill();
};

const store = await GraphStore.open({ file, temp, derive });
batch = await store.dataVersion();
last = batch + Number(after);
for (;;) {
  batch += 1;
  await store.transaction(async (connection) => {
    await runAll(connection, statementsOf(batch));
    if (isHere('rows')) {
      tell({ at: 'rows' });
      await standStill();
    }
    await runAll(connection, [PUBLISH]);
    if (isHere('commit')) tell({ at: 'commit' });
  });
  tell({ acknowledged: batch });
  if (isHere('acknowledged')) tell({ at: 'acknowledged' });
  if (!isHere('checkpoint')) continue;
  tell({ at: 'checkpoint' });
  await store.run('CHECKPOINT');
}
