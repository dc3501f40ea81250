import {
  AppError,
  entitySearchContract,
  FOUND_TIMES,
  type Caller,
  type FoundEntity,
  type InputOf,
} from '@cairn/contracts';
import { entityNameContract } from '@cairn/contracts/entity-names';
import { durationWindow } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import { zoneOf } from '../query/zone-of.ts';
import { runQueued } from '../query/engine/queue.ts';
import type { QueueDeps } from '../query/engine/queue.ts';
import { readerOf, type Reader } from '../query/engine/reader.ts';
import { openTeams } from '../query/open-teams.ts';
import { type Audience, LIMITED_MESSAGE } from '../query/passes/limit-people.ts';
import type { ReaderDeps } from '../query/read-graph.ts';
import { formerUuids } from '../store/former-uuids.ts';
import type { GraphStores } from '../store/graph-stores.ts';
import { foundChoices, type FoundTimes } from './found-choices.ts';
import { NameIndex } from './name-index.ts';
import { nameEntities } from './name-entities.ts';
import { searchEntities } from './search-entities.ts';

/** The routes of this slice. */
export { entityNameContract, entitySearchContract };

export interface EntitySearchDeps extends QueueDeps, Pick<ReaderDeps, 'audienceOf'> {
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
async function filterOf(
  reader: Reader,
  { kind, project, team, when }: Search,
  times: FoundTimes,
  isOpen: (team: string) => boolean,
) {
  const former = await formerUuids(
    reader,
    [project, team].filter((uuid) => uuid !== undefined),
  );
  const present = (uuid: string | undefined) =>
    uuid === undefined ? undefined : (former.get(uuid.toLowerCase()) ?? uuid);
  const chosen = present(team);
  if (chosen !== undefined && !isOpen(chosen)) throw new AppError('forbidden', LIMITED_MESSAGE);
  return { kind, project: present(project), team: chosen, window: when && times.get(when) };
}

/** Finds without whose they are, but for the people of the audience. */
const namedFor = (found: readonly FoundEntity[], audience: Audience): FoundEntity[] =>
  found.map((each) => {
    if (audience === null || !each.by || audience.includes(each.by.uuid)) return each;
    const { by: _, ...rest } = each;
    return rest;
  });

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
        const audience = await deps.audienceOf(orgId, caller);
        const isOpen = await openTeams(reader, audience);
        const filter = await filterOf(reader, input, timesOf(deps.now(), input, caller), isOpen);
        const page = await searchEntities(reader, { ...input, ...filter }, await index.tableOf(store));
        const similar = page.similar ? { similar: namedFor(page.similar, audience) } : {};
        return { ...page, data: namedFor(page.data, audience), ...similar };
      }),
    countFound: ({ params: { orgId }, caller, input, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        const reader = readerOf(store, stop);
        const times = timesOf(deps.now(), input, caller);
        const isOpen = await openTeams(reader, await deps.audienceOf(orgId, caller));
        const search = { ...(await filterOf(reader, input, times, isOpen)), term: input.term, times };
        const found = await foundChoices(reader, search, await index.tableOf(store));
        return { data: { ...found, teams: found.teams.filter(({ value }) => isOpen(value)) } };
      }),
    nameEntities: ({ params: { orgId }, input: { uuids }, signal }) =>
      runQueued(deps, orgId, signal, async (stop) => {
        const store = await deps.stores.open(orgId);
        return { data: await nameEntities(readerOf(store, stop), uuids, await index.tableOf(store)) };
      }),
  };
}
