import type { z } from 'zod';
import type { TeamPayload } from './payloads.ts';
import { type GithubRows, toSeconds } from './rows.ts';

/** Who may change a team on GitHub is told, but gets no rights here: those are given under Settings. */
const roleIn = (role: string) => role.toLowerCase();

/** Adds the teams of an organization with who belongs to them since when, and who left. */
export function addTeams(rows: GithubRows, { items, left, gone }: z.infer<typeof TeamPayload>): void {
  for (const { members, ...team } of items) {
    const parent = team.parentTeam ? rows.id(team.parentTeam.id) : null;
    const facts = { description: team.description ?? null, parentUuid: parent };
    const uuid = rows.add('Team', team, facts);
    for (const { node, role, since } of members) {
      const member = rows.person(node, team.createdAt);
      if (member !== null)
        rows.edge('memberOf', [member, uuid], { since: toSeconds(since), role: roleIn(role) });
    }
  }
  for (const { team, member, since, until } of left)
    rows.edge('memberOf', [rows.id(member), rows.id(team)], {
      since: toSeconds(since),
      until: toSeconds(until),
    });
  for (const team of gone) rows.change('Team', rows.id(team), { deleted: true });
}
