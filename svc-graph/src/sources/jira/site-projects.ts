import { z } from 'zod';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { type JiraAccess, askJira, type askJiraFor } from './ask-jira.ts';
import { JiraProject } from './shapes.ts';

/** What is read of a site. */
export interface JiraScope {
  readonly access: JiraAccess;
  readonly isCloud: boolean;
  /** Keys of projects; every project that is not private where there are none. */
  readonly projects: readonly string[];
  /** The day since which issues have to have changed; empty for all. */
  readonly since: string;
  /** The id of the organization of Cloud, which members of its teams are asked for with; empty where unknown. */
  readonly organization: string;
}

const Items = z.array(z.unknown());
const ListPage = z.object({ values: Items, isLast: z.boolean().catch(true) });

export const api = ({ isCloud }: Pick<JiraScope, 'isCloud'>) => `rest/api/${isCloud ? '3' : '2'}`;

/** Every item of a list that comes in pages by a number; none where `ask` says that there is no such list. */
export async function readList(
  scope: JiraScope,
  path: string,
  ask: typeof askJiraFor = askJira,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (;;) {
    const at = `${path}${path.includes('?') ? '&' : '?'}startAt=${String(found.length)}&maxResults=50`;
    const page = await ask(scope.access, at, ListPage);
    if (!page) return found;
    const { values, isLast } = page;
    found.push(...values);
    if (isLast || values.length === 0) return found;
  }
}

/** The projects that the account sees, as they came and as they are understood. */
export async function listProjects(scope: JiraScope): Promise<{ item: unknown; project: JiraProject }[]> {
  const items = scope.isCloud
    ? await readList(scope, `${api(scope)}/project/search`)
    : await askJira(scope.access, `${api(scope)}/project`, Items);
  return items.map((item) => ({ item, project: JiraProject.parse(item) }));
}

/** Whether a project is read: where it is named, or where it is not private and none is named. */
export const isRead = ({ key, isPrivate }: JiraProject, named: readonly string[]): boolean =>
  named.length === 0 ? !isPrivate : named.includes(key);

/** The most projects whose issues are counted, because each takes a request. */
const MOST_COUNTED = 50;

/** How many issues a project has; nothing where Jira does not tell. */
async function countIssues(scope: JiraScope, key: string): Promise<number | undefined> {
  const jql = `project = "${key}"`;
  const counted = scope.isCloud
    ? askJira(scope.access, `${api(scope)}/search/approximate-count`, z.object({ count: z.int() }), { jql })
    : askJira(
        scope.access,
        `${api(scope)}/search?${new URLSearchParams({ jql, maxResults: '0' }).toString()}`,
        z.object({ total: z.int() }).transform(({ total }) => ({ count: total })),
      );
  return counted.then(
    ({ count }) => count,
    () => undefined,
  );
}

/** The projects of a site as parts to choose from. */
export async function listParts(scope: JiraScope): Promise<SourcePart[]> {
  const projects = await listProjects(scope);
  const parts: SourcePart[] = [];
  for (const [index, { project }] of projects.entries()) {
    const count = index < MOST_COUNTED ? await countIssues(scope, project.key) : undefined;
    parts.push({
      key: project.key,
      name: `${project.name} (${project.key})`,
      isPrivate: project.isPrivate,
      isArchived: project.archived,
      isChosen: isRead(project, scope.projects),
      counts: count === undefined ? [] : [{ unit: 'issue', count }],
    });
  }
  return parts;
}
