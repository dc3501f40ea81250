import { randomUUID } from 'node:crypto';
import type { teamContract } from '@cairn/contracts/teams';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import { checkOwn, checkTeam, readOwnTeams, teamStatements } from './own-teams.ts';
import { putBack, readRemoved, removalStatements } from './removed-teams.ts';

interface TeamDeps {
  readonly stores: Pick<GraphStores, 'open'>;
  readonly now: () => number;
}

/** What the audit log tells of a changed team. */
const actOf = (uuid: string, name: string, what: string, from: string | null, to: string | null) => ({
  kind: 'act' as const,
  action: 'teams.changed' as const,
  target: { id: uuid, name },
  changes: [{ what, from, to }],
});

const peopleIn = ({ members }: { readonly members: readonly unknown[] }): string => String(members.length);

/** Lists, makes, changes and removes the teams of admins. */
export function teamHandlers({ stores, now }: TeamDeps): Handlers<typeof teamContract> {
  return {
    listOwnTeams: async ({ params: { orgId } }) => ({ data: await readOwnTeams(await stores.open(orgId)) }),
    saveTeam: async ({ params: { orgId }, input, caller }) => {
      const store = await stores.open(orgId);
      const team = { ...input, uuid: input.uuid ?? randomUUID() };
      await store.transaction(async (open) => {
        const before = input.uuid === undefined ? null : await checkOwn(open, team.uuid);
        await checkTeam(open, team);
        const act = actOf(team.uuid, team.name, 'members', before && peopleIn(before), peopleIn(team));
        await open.runAll([
          tell(orgId, { ...act, actorId: actorIdOf(caller) }),
          ...teamStatements(team, Math.floor(now() / 1_000)),
        ]);
      });
      return { data: { uuid: team.uuid } };
    },
    removeTeam: async ({ params: { orgId }, input: { uuid }, caller }) => {
      const store = await stores.open(orgId);
      await store.transaction(async (open) => {
        const team = await checkOwn(open, uuid);
        const act = actOf(uuid, team.name, 'team', team.name, null);
        await open.runAll([
          tell(orgId, { ...act, actorId: actorIdOf(caller) }),
          ...(await removalStatements(open, team, now())),
        ]);
      });
      return { data: { uuid } };
    },
    restoreTeam: async ({ params: { orgId }, input: { uuid }, caller }) => {
      const store = await stores.open(orgId);
      await store.transaction(async (open) => {
        const { team, beneath } = await readRemoved(open, uuid, now());
        await checkTeam(open, team);
        const act = actOf(uuid, team.name, 'team', null, team.name);
        await open.runAll([
          tell(orgId, { ...act, actorId: actorIdOf(caller) }),
          ...teamStatements(team, Math.floor(now() / 1_000)),
          ...putBack(uuid, beneath),
        ]);
      });
      return { data: { uuid } };
    },
  };
}
