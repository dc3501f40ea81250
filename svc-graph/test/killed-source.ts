import { OrgId } from '@cairn/contracts';
import { deriveNow } from '../src/derive/derive.ts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { runTask } from '../src/sources/run-task.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { writerOf } from '../src/store/graph-writer.ts';

// Whoever started it kills it while it reads a source, whose token is in the environment.
const [folder = '', sourceId = '', host = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));

const orgId = OrgId.parse('acme');
const stores = new GraphStores(folder, { derive: deriveNow });
const store = await stores.open(orgId);
await runTask(
  { orgId, sourceId, kind: 'ingest' },
  {
    connectors: CONNECTORS,
    writer: writerOf(store),
    secrets: { token: process.env['CAIRN_TEST_TOKEN'] ?? '' },
    hosts: [host],
    signal: new AbortController().signal,
  },
);
await stores.close();
process.disconnect();
