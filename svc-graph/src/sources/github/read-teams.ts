import { createHash } from 'node:crypto';
import type { SourcePage } from '../payload.ts';
import type { GithubReading } from './cursor.ts';
import type { GithubTeam } from './payloads.ts';

const memberId = ({ node }: GithubTeam['members']['edges'][number]) => node?.id ?? '';

/**
 * The teams of an organization where they differ from those that are known. GitHub tells no dates, so who is there at
 * first belongs to a team since it was made, and others since they were first seen there.
 */
export function* readTeams(
  reading: GithubReading,
  url: string,
  teams: readonly GithubTeam[],
): Generator<SourcePage> {
  const teamsMark = createHash('sha256').update(JSON.stringify(teams)).digest('hex');
  const { cursor } = reading;
  if (teamsMark === cursor.teamsMark) return;
  const now = new Date().toISOString();
  const items = teams.map(({ members, ...team }) => {
    const before = cursor.teams[team.id];
    const dated = members.edges.map((member) => ({
      ...member,
      since: before ? (before[memberId(member)] ?? now) : team.createdAt,
    }));
    return { ...team, members: dated };
  });
  const present = Object.fromEntries(
    items.map(({ id, members }) => [
      id,
      Object.fromEntries(members.map((member) => [memberId(member), member.since])),
    ]),
  );
  const left = Object.entries(cursor.teams).flatMap(([team, members]) =>
    Object.entries(members).flatMap(([member, since]) =>
      present[team]?.[member] === undefined ? [{ team, member, since, until: now }] : [],
    ),
  );
  const gone = Object.keys(cursor.teams).filter((team) => !present[team]);
  reading.cursor = { ...cursor, teams: present, teamsMark };
  const count = items.length;
  const body = { url, items, left, gone };
  yield { phase: 'teams', payloads: [{ kind: 'teams', body }], count, total: count, cursor: reading.cursor };
}
