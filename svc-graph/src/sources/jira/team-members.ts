import { z } from 'zod';
import { askJiraFor } from './ask-jira.ts';
import { TEAM_FIELD } from './custom-fields.ts';
import type { JiraScope } from './site-projects.ts';

const PAGE = 50;
const MOST_REFUSALS = 3;
/** The most teams whose members are asked for, since each costs a request at every reading. */
const MOST_TEAMS = 500;
/** The most accounts in a question for names. */
const NAMED = 90;

const Members = z.object({
  results: z.array(z.object({ accountId: z.string() })),
  pageInfo: z.object({ endCursor: z.string().nullish(), hasNextPage: z.boolean() }),
});
const People = z.object({ values: z.array(z.unknown()) });

interface TeamMembers {
  readonly id: string;
  readonly members: readonly string[];
}

/** The members of a team; undefined where the account may not see them. */
async function membersFor({ access, organization }: JiraScope, id: string): Promise<string[] | undefined> {
  const org = encodeURIComponent(organization);
  const path = `gateway/api/public/teams/v1/org/${org}/teams/${encodeURIComponent(id)}/members`;
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const body = { first: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await askJiraFor(access, path, Members, body);
    if (!page) return undefined;
    found.push(...page.results.map(({ accountId }) => accountId));
    const { endCursor, hasNextPage } = page.pageInfo;
    if (!hasNextPage || !endCursor || endCursor === after) return found;
    after = endCursor;
  }
}

async function readPeople({ access }: JiraScope, ids: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let at = 0; at < ids.length; at += NAMED) {
    const query = new URLSearchParams({ maxResults: String(NAMED) });
    for (const id of ids.slice(at, at + NAMED)) query.append('accountId', id);
    const page = await askJiraFor(access, `rest/api/3/user/bulk?${query.toString()}`, People);
    found.push(...(page?.values ?? []));
  }
  return found;
}

/** The members of teams of Cloud with their accounts; refused where the account may see none. */
export async function readMembers(
  scope: JiraScope,
  teams: readonly string[],
): Promise<{ teams: TeamMembers[]; people: unknown[]; isRefused: boolean }> {
  const found: TeamMembers[] = [];
  let refusals = 0;
  for (const id of teams) {
    const members = await membersFor(scope, id);
    if (members) found.push({ id, members });
    // A team that is gone is refused as well, so one refusal says nothing of the rest.
    else refusals++;
    if (found.length === 0 && refusals === MOST_REFUSALS) break;
  }
  const isRefused = refusals > 0 && found.length === 0;
  const ids = [...new Set(found.flatMap(({ members }) => members))].toSorted();
  return { teams: found, people: await readPeople(scope, ids), isRefused };
}

const Field = z.object({ id: z.string(), schema: z.object({ custom: z.literal(TEAM_FIELD) }) });
const Item = z.object({ fields: z.record(z.string(), z.unknown()) });
const Team = z.object({ id: z.string().min(1) });

/** The ids of the teams that issues of a search name, with those that are known. */
export function namedTeams(
  known: readonly string[],
  issues: readonly unknown[],
  fields: readonly unknown[],
): string[] {
  const ids = fields.flatMap((field) => Field.safeParse(field).data?.id ?? []);
  const named = issues.flatMap((issue) => {
    const values = Item.safeParse(issue).data?.fields ?? {};
    return ids.flatMap((id) => Team.safeParse(values[id]).data?.id ?? []);
  });
  return [...new Set([...known, ...named])].slice(0, MOST_TEAMS);
}

const ABSENT = 'Members of teams are not read:';

/** Why teams of Cloud have no members here; undefined where they have. */
export const withoutMembers = ({ organization }: JiraScope, isRefused: boolean): string | undefined => {
  if (organization === '') return `${ABSENT} give the source the organization ID, which Atlassian asks for.`;
  return isRefused
    ? `${ABSENT} Atlassian shows this account none under the organization ID of the source.`
    : undefined;
};
