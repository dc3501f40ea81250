import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { askGitlabGraph } from './ask-gitlab.ts';
import { type GitlabReading, noteRefused } from './cursor.ts';
import type { KnownProject } from './known-projects.ts';
import { isAmong, siteAddress, siteName } from './settings.ts';
import { parentIn, workItemWidgets } from './work-items.ts';

const EPICS = `query epics($path: ID!, $after: String) {
  group(fullPath: $path) {
    visibility
    workItems(types: [EPIC], includeDescendants: true, first: 50, after: $after) {
      nodes {
        id iid title state confidential createdAt updatedAt closedAt webUrl
        namespace { fullPath }
        author { id username name avatarUrl webUrl }
        widgets {
          type
          ... on WorkItemWidgetDescription { description }
          ... on WorkItemWidgetHierarchy { parent { id iid title confidential workItemType { name } } }
          ... on WorkItemWidgetLabels { labels { nodes { title } } }
          ... on WorkItemWidgetAssignees { assignees { nodes { id username name avatarUrl webUrl } } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

const User = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().nullish(),
  avatarUrl: z.string().nullish(),
  webUrl: z.string().nullish(),
});
const Epic = z.object({
  id: z.string(),
  iid: z.string(),
  title: z.string(),
  state: z.string(),
  confidential: z.boolean().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullish(),
  webUrl: z.string().nullish(),
  author: User.nullish(),
  widgets: workItemWidgets,
});
const Epics = z.object({
  group: z
    .object({
      visibility: z.string().nullish(),
      workItems: z.object({
        nodes: z.array(Epic),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    })
    .nullable(),
});
type Epic = z.infer<typeof Epic>;
type EpicPage = NonNullable<z.infer<typeof Epics>['group']>;

const numberIn = (gid: string) => Number(gid.split('/').at(-1));
/** The GraphQL interface tells avatars of the server itself without its address. */
const tellUser = (host: string, { id, username, name, avatarUrl, webUrl }: z.infer<typeof User>) => ({
  id: numberIn(id),
  username,
  name,
  avatar_url: avatarUrl?.startsWith('/') ? siteAddress(host) + avatarUrl : avatarUrl,
  web_url: webUrl,
});

/** An epic in the words of issues of the REST interface, which it is an issue for here. */
function tellEpic(host: string, epic: Epic) {
  const { widgets } = epic;
  const find = <Key extends 'description' | 'labels' | 'assignees'>(key: Key) =>
    widgets.find((widget) => widget[key] !== undefined && widget[key] !== null)?.[key];
  return {
    id: numberIn(epic.id),
    gid: epic.id,
    iid: Number(epic.iid),
    // An epic belongs to a group.
    project_id: 0,
    type: 'epic',
    title: epic.title,
    description: find('description') ?? null,
    state: epic.state.toLowerCase() === 'closed' ? 'closed' : 'opened',
    created_at: epic.createdAt,
    updated_at: epic.updatedAt,
    closed_at: epic.closedAt ?? null,
    web_url: epic.webUrl ?? null,
    author: epic.author ? tellUser(host, epic.author) : null,
    labels: find('labels')?.nodes.map(({ title }) => title) ?? [],
    assignees: find('assignees')?.nodes.map((user) => tellUser(host, user)) ?? [],
    parent: parentIn(widgets),
  };
}

/** The groups whose epics are read: those that are named, else those at the top of what is read. */
function groupsFor({ settings }: GitlabReading, projects: readonly KnownProject[]): string[] {
  const ofGroups = projects.filter(({ listed }) => listed.namespace?.kind === 'group');
  const named = settings.namespaces.filter((name) => ofGroups.some(({ path }) => isAmong(path, [name])));
  if (settings.namespaces.length > 0) return named;
  return [...new Set(ofGroups.map(({ path }) => path.split('/')[0] ?? path))];
}

/** The epics of a group; null where they are not to be had, or the group is private and nothing in it was chosen. */
async function readGroup(reading: GitlabReading, path: string): Promise<Epic[] | null> {
  const { projects: chosen } = reading.settings;
  const found: Epic[] = [];
  for (let after: string | null = null; ;) {
    const answer: z.infer<typeof Epics> | null = await askGitlabGraph(
      reading.access,
      EPICS,
      { path, after },
      Epics,
    );
    if (!answer?.group) {
      noteRefused(reading, 'epics', path);
      return null;
    }
    const { visibility, workItems }: EpicPage = answer.group;
    if (visibility !== 'public' && !chosen.some((project) => isAmong(project, [path]))) return null;
    found.push(...workItems.nodes.filter(({ confidential }) => confidential !== true));
    if (!workItems.pageInfo.hasNextPage || workItems.pageInfo.endCursor === after) return found;
    after = workItems.pageInfo.endCursor;
  }
}

/** The epics of groups, where any changed. */
export async function* readEpics(
  reading: GitlabReading,
  projects: readonly KnownProject[],
): AsyncGenerator<SourcePage> {
  for (const path of groupsFor(reading, projects)) {
    const epics = await readGroup(reading, path);
    if (!epics || epics.length === 0) continue;
    const items = epics.map((epic) => tellEpic(reading.settings.host, epic));
    const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
    const key = `epics::${path}`;
    if (reading.cursor.lists[key]?.digest === digest) continue;
    reading.cursor = { ...reading.cursor, lists: { ...reading.cursor.lists, [key]: { etag: '', digest } } };
    const payloads = [{ kind: 'epics', body: { host: siteName(reading.settings.host), items } }];
    yield { phase: 'epics', payloads, count: items.length, total: items.length, cursor: reading.cursor };
  }
}
