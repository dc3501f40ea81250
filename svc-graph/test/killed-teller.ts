import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { Jobs } from '../src/sources/jobs.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { readSources } from '../src/store/source-row.ts';

/** Where a reading stops: before its end is told, or when that has just been stored. */
export type TellingPoint = 'before' | 'after';

const [folder = '', point = ''] = process.argv.slice(2);
const orgId = OrgId.parse('acme');
/** Nothing more happens: whoever started this process ends it. */
const stayThere = () => new Promise<never>(() => {});
// Whoever started it may be gone before they could end it.
process.once('disconnect', () => process.exit(1));

const stores = new GraphStores(folder);
const store = await stores.open(orgId);
const beside = store.beside.bind(store);
let transactions = 0;
// The first transaction begins the run, the second one ends it.
store.beside = async (work) => {
  transactions += 1;
  if (transactions < 2) return beside(work);
  if (point === 'after') await beside(work);
  process.send?.('there');
  return stayThere();
};
const [source] = await readSources(store);
const jobs = new Jobs({ stores, log: silentLog(), connectors: CONNECTORS });
jobs.start({ orgId, sourceId: source?.id ?? '', kind: 'ingest', reason: 'schedule' });
