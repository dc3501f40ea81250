import { OrgId } from '@cairn/contracts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { runTask } from '../src/sources/run-task.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { type GraphWriter, writerOf } from '../src/store/graph-writer.ts';
import { readSources } from '../src/store/source-row.ts';

/** Builds the outdated sources of the org `acme` again; reports each step and then waits, so that it can be killed there. */
const [folder = '', killed = ''] = process.argv.slice(2);
const stayThere = () => new Promise<never>(() => {});
process.once('disconnect', () => process.exit(1));

let step = 0;
/** A step of the migration; the last of them is not waited for, so it is killed while it commits. */
async function at(): Promise<void> {
  step += 1;
  if (step !== Number(killed)) return;
  process.send?.({ step });
  await stayThere();
}

const orgId = OrgId.parse('acme');
const stores = new GraphStores(folder);
const store = await stores.open(orgId);
await at();
const own = writerOf(store);
const writer: GraphWriter = {
  ...own,
  transaction: (work) =>
    own.transaction(async (open) => {
      await work({
        runAll: async (steps) => {
          await open.runAll(steps);
          await at();
        },
      });
    }),
};
const { signal } = new AbortController();
for (const { id, state } of await readSources(store)) {
  if (!state.outdated) continue;
  const task = { orgId, sourceId: id, kind: 'renormalise' } as const;
  await runTask(task, { connectors: CONNECTORS, writer, secrets: {}, signal });
  await at();
}
await stores.close();
process.send?.({ steps: step });
process.disconnect();
