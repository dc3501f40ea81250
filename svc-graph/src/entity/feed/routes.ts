import { AppError, type Caller } from '@cairn/contracts';
import type { feedContract } from '@cairn/contracts/feed';
import { resolveWindow } from '@cairn/query';
import type { Handlers } from '@cairn/service-kit';
import { runQueued } from '../../query/engine/queue.ts';
import { readerOf, type Reader } from '../../query/engine/reader.ts';
import { openTeams } from '../../query/open-teams.ts';
import { LIMITED_MESSAGE } from '../../query/passes/limit-people.ts';
import { zoneOf } from '../../query/zone-of.ts';
import { formerUuids, joinedPeople } from '../../store/former-uuids.ts';
import type { EntityDeps } from '../called.ts';
import { followedNames, readFeed, type FollowedUuids } from './read-feed.ts';

/** What is followed, by the uuids of now. Whoever follows an account follows the person that it was merged into. */
async function presentUuids(store: Reader, followed: FollowedUuids): Promise<FollowedUuids> {
  const { people, repositories, projects, teams } = followed;
  const present = await formerUuids(store, [...people, ...repositories, ...projects, ...teams]);
  const of = (uuids: readonly string[]) => uuids.map((uuid) => present.get(uuid.toLowerCase()) ?? uuid);
  const joined = await joinedPeople(store, of(people));
  const persons = new Set(of(people).map((uuid) => joined.get(uuid.toLowerCase()) ?? uuid));
  return { people: [...persons], repositories: of(repositories), projects: of(projects), teams: of(teams) };
}

/** The handlers of the feed. A person or a team whose measures the caller may not see tells nothing by being followed. */
export function feedHandlers(deps: EntityDeps): Handlers<typeof feedContract> {
  return {
    readFeed: async ({ params: { orgId }, caller, input, signal }) => {
      const zone = zoneOf(input.timezone);
      const { firstDay = 1 }: Pick<Caller, 'firstDay'> = caller;
      const window = resolveWindow(input, deps.now(), { zone, firstDay });
      const [start, end] = [window.start ?? 0, window.end ?? deps.now()];
      const audience = await deps.audienceOf(orgId, caller);
      return runQueued(deps, orgId, signal, async (stop) => {
        const store = readerOf(await deps.stores.open(orgId), stop);
        const asked = await presentUuids(store, input);
        const people = asked.people.filter((uuid) => audience === null || audience.includes(uuid));
        const isOpen = await openTeams(store, audience);
        const { filter, withoutBots, pagination } = input;
        if (!filter.teams.every(isOpen)) throw new AppError('forbidden', LIMITED_MESSAGE);
        const teams = asked.teams.filter(isOpen);
        const followed = { ...asked, people, teams };
        const told = { named: audience, isOpen };
        const options = { followed, filter, start, end, zone, withoutBots, ...told, ...pagination };
        const { data, total, choices } = await readFeed(store, options);
        const meta = { ...pagination, total, timezone: zone.zone, choices };
        const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
        const names = await followedNames(store, asked);
        const limited = people.length < asked.people.length || teams.length < asked.teams.length;
        return { data, meta: { ...meta, ...span, followed: names, limited } };
      });
    },
  };
}
