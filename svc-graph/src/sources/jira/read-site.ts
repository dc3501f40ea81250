import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { askJira } from './ask-jira.ts';
import { type JiraScope, api, isRead, listProjects } from './site-projects.ts';
import { JiraMoment, type JiraProject } from './shapes.ts';
import { readSprints, readTeams, readVersions } from './read-plans.ts';
import { withWholeLists } from './whole-issues.ts';

const PAGE = 100;
const MINUTE = 60_000;
/** A search of Cloud may not know the changes of the last moments. */
const OVERLAP = 5 * MINUTE;

const Cursor = z.object({
  /** When the reading that is under way began, and the one before it; milliseconds since 1970. */
  begun: z.number().nullable().catch(null),
  before: z.number().nullable().catch(null),
  /** Where the search goes on; null before its first page. */
  next: z.string().nullable().catch(null),
  /** The search that is under way, since a page token belongs to its very words. */
  jql: z.string().nullable().catch(null),
  /** Issues of the last reading that the next one meets again, with their moments of change. */
  recent: z.array(z.string()).catch([]),
  /** What was read of the site: other projects or another day need another search. */
  scope: z.string().catch(''),
  /** Lists that are kept as they are now, by digest. */
  lists: z.record(z.string(), z.string()).catch({}),
});
type Cursor = z.infer<typeof Cursor>;
const FIRST: Cursor = { begun: null, before: null, next: null, jql: null, recent: [], scope: '', lists: {} };

const Items = z.array(z.unknown());
const Issues = z.array(z.looseObject({ id: z.string(), fields: z.looseObject({ updated: JiraMoment }) }));
const CloudPage = z.object({ issues: z.array(z.unknown()), nextPageToken: z.string().optional() });
const ServerPage = z.object({ issues: z.array(z.unknown()), total: z.int() });
const Histories = z.object({ issueChangeLogs: Items, nextPageToken: z.string().nullish() });

/** The statuses and own fields of a site, which its payloads carry. */
async function readMeaning(scope: JiraScope): Promise<{ statuses: unknown[]; fields: unknown[] }> {
  const Statuses = z.array(
    z.object({ id: z.string(), name: z.string(), statusCategory: z.object({ key: z.string() }).optional() }),
  );
  const Fields = z.array(z.object({ id: z.string(), name: z.string(), schema: z.unknown().optional() }));
  const statuses = await askJira(scope.access, `${api(scope)}/status`, Statuses);
  const fields = await askJira(scope.access, `${api(scope)}/field`, Fields);
  return { statuses, fields: fields.filter(({ id }) => id.startsWith('customfield_')) };
}

/** The condition that keeps a search within the projects that are read. */
function within({ projects }: JiraScope, all: readonly JiraProject[]): string {
  const list = (keys: readonly string[]) => keys.map((key) => `"${key}"`).join(', ');
  if (projects.length > 0) return `project in (${list(projects)}) AND `;
  const closed = all.filter(({ isPrivate }) => isPrivate).map(({ key }) => key);
  return closed.length === 0 ? '' : `project not in (${list(closed)}) AND `;
}

/** A window is told in minutes before now, since a date would be one of the account's time zone. */
function searchFor(scope: JiraScope, before: number | null, all: readonly JiraProject[]): string {
  const minutes = before === null ? null : Math.ceil((scope.access.now() - before + OVERLAP) / MINUTE);
  const from = minutes === null ? scope.since || '1970-01-01' : `-${String(minutes)}m`;
  return `${within(scope, all)}updated >= "${from}" ORDER BY updated DESC`;
}

interface FoundIssues {
  readonly issues: unknown[];
  readonly next: string | null;
  readonly total?: number;
}

async function search(
  scope: JiraScope,
  { next, jql }: Cursor & { readonly jql: string },
): Promise<FoundIssues> {
  const query = new URLSearchParams({
    jql,
    fields: '*all',
    maxResults: String(PAGE),
  });
  if (scope.isCloud) {
    if (next !== null) query.set('nextPageToken', next);
    const page = await askJira(scope.access, `${api(scope)}/search/jql?${query.toString()}`, CloudPage);
    return { issues: page.issues, next: page.nextPageToken ?? null };
  }
  query.set('expand', 'changelog');
  query.set('startAt', next ?? '0');
  const { issues, total } = await askJira(
    scope.access,
    `${api(scope)}/search?${query.toString()}`,
    ServerPage,
  );
  const end = Number(next ?? 0) + issues.length;
  return { issues, total, next: issues.length === 0 || end >= total ? null : String(end) };
}

/** The whole histories of issues, of which a search of Cloud gives none. */
async function readHistories(scope: JiraScope, ids: readonly string[]): Promise<unknown[]> {
  if (!scope.isCloud || ids.length === 0) return [];
  const found: unknown[] = [];
  let nextPageToken: string | undefined;
  do {
    const body = {
      issueIdsOrKeys: ids,
      maxResults: 1_000,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    };
    const page = await askJira(scope.access, `${api(scope)}/changelog/bulkfetch`, Histories, body);
    found.push(...page.issueChangeLogs);
    nextPageToken = page.nextPageToken ?? undefined;
  } while (nextPageToken !== undefined);
  return found;
}

const markIssue = ({ id, fields }: z.infer<typeof Issues>[number]) => `${id}@${String(fields.updated)}`;

/** Pages of issues from the newest on. Those that the last reading brought in the overlap are not brought again. */
async function* readIssues(
  scope: JiraScope,
  begin: Cursor,
  all: readonly JiraProject[],
): AsyncGenerator<SourcePage, Cursor> {
  const meaning = await readMeaning(scope);
  let cursor = { ...begin, jql: begin.jql ?? searchFor(scope, begin.before, all) };
  const recent: string[] = [];
  do {
    const { issues, next, total } = await search(scope, cursor);
    const parsed = Issues.parse(issues);
    recent.push(
      ...parsed
        .filter(({ fields }) => (fields.updated ?? 0) * 1_000 >= (begin.begun ?? 0) - OVERLAP)
        .map(markIssue),
    );
    const fresh = parsed.filter((issue) => !begin.recent.includes(markIssue(issue)));
    cursor = { ...cursor, next };
    if (fresh.length > 0) {
      const changelogs = await readHistories(
        scope,
        fresh.map(({ id }) => id),
      );
      const ids = new Set(fresh.map(({ id }) => id));
      const items: unknown[] = [];
      for (const [index, issue] of issues.entries())
        if (ids.has(parsed[index]?.id ?? '')) items.push(await withWholeLists(scope, issue));
      const payloads = [{ kind: 'issues', body: { site: scope.access.site, ...meaning, items, changelogs } }];
      yield {
        phase: 'issues',
        payloads,
        count: fresh.length,
        cursor,
        ...(total === undefined ? {} : { total }),
      };
    }
  } while (cursor.next !== null);
  return { ...cursor, recent, jql: null };
}

/** A page of a list that is short enough to come whole; nothing where it is as it was. */
function* listPage(
  scope: JiraScope,
  cursor: Cursor,
  [phase, items, more = {}]: readonly [string, readonly unknown[], Readonly<Record<string, unknown>>?],
): Generator<SourcePage, Cursor> {
  const digest = createHash('sha256')
    .update(JSON.stringify([items, more]))
    .digest('hex');
  if (cursor.lists[phase] === digest) return cursor;
  const changed = { ...cursor, lists: { ...cursor.lists, [phase]: digest } };
  const payloads = [{ kind: phase, body: { site: scope.access.site, items, ...more } }];
  yield { phase, payloads, count: items.length, total: items.length, cursor: changed };
  return changed;
}

/** Reads a site after a cursor: its projects, its issues from the newest on, and what plans them: sprints, versions and teams. */
export async function* readSite(scope: JiraScope, from: unknown): AsyncGenerator<SourcePage> {
  const kept = Cursor.safeParse(from);
  const read = JSON.stringify([scope.projects.toSorted(), scope.since]);
  let cursor = kept.success && kept.data.scope === read ? kept.data : { ...FIRST, scope: read };
  cursor = { ...cursor, begun: cursor.begun ?? scope.access.now() };
  const all = await listProjects(scope);
  const projects = all.filter(({ project }) => isRead(project, scope.projects));
  cursor = yield* listPage(scope, cursor, ['projects', projects.map(({ item }) => item)]);
  cursor = yield* readIssues(
    scope,
    cursor,
    all.map(({ project }) => project),
  );
  const ended: Cursor = { ...cursor, before: cursor.begun, begun: null };
  yield { phase: 'issues', payloads: [], count: 0, cursor: ended };
  const { sprints, boards } = await readSprints(scope);
  cursor = yield* listPage(scope, ended, ['sprints', sprints, { boards }]);
  const versions = await readVersions(
    scope,
    projects.map(({ project }) => project),
  );
  cursor = yield* listPage(scope, cursor, ['versions', versions]);
  const { teams, people } = await readTeams(scope);
  if (teams.length > 0 || cursor.lists['teams'] !== undefined)
    yield* listPage(scope, cursor, ['teams', teams, { people }]);
}
