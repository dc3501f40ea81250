import { entitySearchContract, FOUND_TIMES, type Caller, type InputOf } from '@cairn/contracts';
import { entityNameContract } from '@cairn/contracts/entity-names';
import { durationWindow } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import { zoneOf } from '../query/zone-of.ts';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import { readerOf, type Reader } from '../query/engine/reader.ts';
import { formerUuids } from '../store/former-uuids.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { foundChoices, type FoundTimes } from './found-choices.ts';
import { NameIndex } from './name-index.ts';
import { nameEntities } from './name-entities.ts';
import { searchEntities } from './search-entities.ts';

/** The routes of this slice. */
export { entityNameContract, entitySearchContract };

export interface EntitySearchDeps extends QueueDeps {
  readonly stores: Pick<GraphStores, 'open'>;
  readonly now: () => number;
}

type Search = InputOf<typeof entitySearchContract.countFound>;

/** The windows that a search may be narrowed to, by the caller's clock. */
function timesOf(now: number, { timezone }: Search, { firstDay = 1 }: Pick<Caller, 'firstDay'>): FoundTimes {
  const calendar = { zone: zoneOf(timezone), firstDay };
  const windows = FOUND_TIMES.map((code) => {
    const { start, end } = durationWindow(code, now, calendar);
    return [code, { start: start ?? 0, end: end ?? now }] as const;
  });
  return new Map(windows);
}

/** The filters of a search, by the uuids of now. */
async function filterOf(reader: Reader, { kind, project, team, when }: Search, times: FoundTimes) {
  const former = await formerUuids(
    reader,
    [project, team].filter((uuid) => uuid !== undefined),
  );
  const present = (uuid: string | undefined) =>
    uuid === undefined ? undefined : (former.get(uuid.toLowerCase()) ?? uuid);
  return { kind, project: present(project), team: present(team), window: when && times.get(when) };
}

/** Finds entities by what they are called, and tells what they are called. */
export function entitySearchHandlers(
  deps: EntitySearchDeps,
): Handlers<typeof entitySearchContract & typeof entityNameContract> {
  const index = new NameIndex();
  return {
    searchEntities: ({ params: { orgId }, caller, input, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        const reader = readerOf(store, stop);
        const filter = await filterOf(reader, input, timesOf(deps.now(), input, caller));
        return searchEntities(reader, { ...input, ...filter }, await index.tableOf(store));
      }),
    countFound: ({ params: { orgId }, caller, input, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        const reader = readerOf(store, stop);
        const times = timesOf(deps.now(), input, caller);
        const search = { ...(await filterOf(reader, input, times)), term: input.term, times };
        return { data: await foundChoices(reader, search, await index.tableOf(store)) };
      }),
    nameEntities: ({ params: { orgId }, input: { uuids }, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        return { data: await nameEntities(readerOf(store, stop), uuids, await index.tableOf(store)) };
      }),
  };
}
