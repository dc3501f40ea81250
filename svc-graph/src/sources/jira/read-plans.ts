import { z } from 'zod';
import { askJiraFor } from './ask-jira.ts';
import { type JiraScope, api, readList } from './site-projects.ts';
import type { JiraProject } from './shapes.ts';

const Id = z.union([z.string(), z.number()]).transform(String);
const Board = z.looseObject({
  id: Id,
  type: z.string(),
  location: z.object({ projectId: Id }).nullish().catch(undefined),
});
const Sprint = z.looseObject({ id: Id });
const OfBoard = z.object({ values: z.array(z.object({ id: Id })) });

/** A board as a payload of sprints names it: the project that it is of, where it is of one alone. */
interface SprintBoard {
  readonly id: string;
  readonly projectId: string;
  readonly sprints: readonly string[];
}

/** The project of a board. Servers that do not say where a board lies list its projects. */
async function projectFor(scope: JiraScope, board: z.infer<typeof Board>): Promise<string | undefined> {
  if (board.location) return board.location.projectId;
  const path = `rest/agile/1.0/board/${board.id}/project?startAt=0&maxResults=2`;
  const { values = [] } = (await askJiraFor(scope.access, path, OfBoard)) ?? {};
  return values.length === 1 ? values[0]?.id : undefined;
}

/** The sprints of boards that have any, each once though several boards show it, and the boards with their projects. */
export async function readSprints(
  scope: JiraScope,
): Promise<{ readonly sprints: readonly unknown[]; readonly boards: readonly SprintBoard[] }> {
  const wanted =
    scope.projects.length === 0
      ? ['']
      : scope.projects.map((key) => `?projectKeyOrId=${encodeURIComponent(key)}`);
  const sprints = new Map<string, unknown>();
  const boards = new Map<string, SprintBoard>();
  for (const query of wanted)
    for (const board of z.array(Board).parse(await readList(scope, `rest/agile/1.0/board${query}`))) {
      // A kanban board has no sprints; of the others, Jira refuses the list where a team plans without.
      if (board.type === 'kanban' || boards.has(board.id)) continue;
      const found = z
        .array(Sprint)
        .parse(await readList(scope, `rest/agile/1.0/board/${board.id}/sprint`, askJiraFor));
      for (const sprint of found) sprints.set(sprint.id, sprint);
      const projectId = found.length === 0 ? undefined : await projectFor(scope, board);
      if (projectId !== undefined)
        boards.set(board.id, { id: board.id, projectId, sprints: found.map(({ id }) => id) });
    }
  return { sprints: [...sprints.values()], boards: [...boards.values()] };
}

/** The versions of projects, of which issues name only those that something is fixed in. */
export async function readVersions(
  scope: JiraScope,
  projects: readonly JiraProject[],
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { id } of projects) {
    const path = `${api(scope)}/project/${encodeURIComponent(id)}/versions`;
    found.push(...((await askJiraFor(scope.access, path, z.array(z.unknown()))) ?? []));
  }
  return found;
}

const TEAMS_PAGE = 50;
const Team = z.looseObject({ id: Id });
const Person = z.looseObject({ personId: Id });

async function readAll<Thing extends z.ZodType>(
  scope: JiraScope,
  list: 'team' | 'person',
  shape: Thing,
): Promise<z.output<Thing>[]> {
  const found: z.output<Thing>[] = [];
  for (let page = 1; ; page++) {
    const path = `rest/teams-api/1.0/${list}?page=${String(page)}&size=${String(TEAMS_PAGE)}`;
    const values = await askJiraFor(scope.access, path, z.array(shape));
    if (!values) return found;
    found.push(...values);
    if (values.length < TEAMS_PAGE) return found;
  }
}

/** The teams of Data Center with their people, where plans are installed. */
export async function readTeams(scope: JiraScope): Promise<{ teams: unknown[]; people: unknown[] }> {
  const teams = await readAll(scope, 'team', Team);
  return { teams, people: teams.length === 0 ? [] : await readAll(scope, 'person', Person) };
}
