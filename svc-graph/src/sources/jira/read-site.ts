import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SourcePage } from '../payload.ts';
import { askJira } from './ask-jira.ts';
import { type JiraScope, api, isRead, listProjects } from './site-projects.ts';
import { JiraMoment, type JiraProject } from './shapes.ts';
import { readSprints, readTeams, readVersions } from './read-plans.ts';
import { PanelReader } from './read-panels.ts';
import { namedTeams, readMembers, withoutMembers } from './team-members.ts';
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
  /** The teams that issues named. */
  teams: z.array(z.string()).catch([]),
  /** What is said of the source, by what it is about. */
  notes: z.record(z.string(), z.string()).catch({}),
});
type Cursor = z.infer<typeof Cursor>;
const FIRST = Cursor.parse({});

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

const NO_PANEL =
  'The development panel of Jira does not answer here, so pull requests and branches that it names are left out.';

/** A cursor with a note about something, or without one, and the notes that a page of it tells. */
function withNote({ ...cursor }: Cursor, about: string, note: string | undefined) {
  const { [about]: _former, ...others } = cursor.notes;
  const notes = note === undefined ? others : { ...others, [about]: note };
  return { cursor: { ...cursor, notes }, notes: Object.values(notes) };
}

/** The panels of issues as a payload; a refusal is told once in a reading. */
async function panelPayloads(panel: PanelReader, { access }: JiraScope, issues: readonly unknown[]) {
  const before = panel.answers;
  const items = await panel.read(issues);
  const isRefused = before !== false && panel.answers === false;
  if (items.length === 0 && !isRefused) return [];
  return [{ kind: 'panels', body: { site: access.site, items, ...(isRefused ? { isRefused } : {}) } }];
}

const markIssue = ({ id, fields }: z.infer<typeof Issues>[number]) => `${id}@${String(fields.updated)}`;

interface IssuesRead {
  readonly meaning: Awaited<ReturnType<typeof readMeaning>>;
  readonly panel: PanelReader;
}

/** A page of issues with their histories, whole lists and panels. */
async function issuePage(
  scope: JiraScope,
  cursor: Cursor,
  { meaning, panel }: IssuesRead,
  fresh: readonly { readonly id: string; readonly issue: unknown }[],
): Promise<SourcePage & { readonly cursor: Cursor }> {
  const { site } = scope.access;
  const changelogs = await readHistories(
    scope,
    fresh.map(({ id }) => id),
  );
  const items: unknown[] = [];
  for (const { issue } of fresh) items.push(await withWholeLists(scope, issue));
  const panels = await panelPayloads(panel, scope, items);
  const teams = namedTeams(cursor.teams, items, meaning.fields);
  const note = panel.answers === undefined ? cursor.notes['panel'] : undefined;
  return {
    phase: 'issues',
    payloads: [{ kind: 'issues', body: { site, ...meaning, items, changelogs } }, ...panels],
    count: fresh.length,
    ...withNote({ ...cursor, teams }, 'panel', panel.answers === false ? NO_PANEL : note),
  };
}

/** Pages of issues from the newest on. Those that the last reading brought in the overlap are not brought again. */
async function* readIssues(
  scope: JiraScope,
  begin: Cursor,
  all: readonly JiraProject[],
): AsyncGenerator<SourcePage, Cursor> {
  const meaning = await readMeaning(scope);
  const read = { meaning, panel: new PanelReader(scope, meaning.fields) };
  const jql = begin.jql ?? searchFor(scope, begin.before, all);
  let cursor: Cursor = { ...begin, jql };
  const recent: string[] = [];
  do {
    const { issues, next, total } = await search(scope, { ...cursor, jql });
    const parsed = Issues.parse(issues);
    recent.push(
      ...parsed
        .filter(({ fields }) => (fields.updated ?? 0) * 1_000 >= (begin.begun ?? 0) - OVERLAP)
        .map(markIssue),
    );
    const fresh = parsed.flatMap((issue, index) =>
      begin.recent.includes(markIssue(issue)) ? [] : [{ id: issue.id, issue: issues[index] }],
    );
    cursor = { ...cursor, next };
    if (fresh.length > 0) {
      const page = await issuePage(scope, cursor, read, fresh);
      cursor = page.cursor;
      yield { ...page, ...(total === undefined ? {} : { total }) };
    }
  } while (cursor.next !== null);
  return { ...cursor, recent, jql: null };
}

/** A page of a list that is short enough to come whole; nothing where it is as it was. */
function* listPage(
  scope: JiraScope,
  cursor: Cursor,
  [list, items, more = {}]: readonly [string, readonly unknown[], Readonly<Record<string, unknown>>?],
): Generator<SourcePage, Cursor> {
  const digest = createHash('sha256')
    .update(JSON.stringify([items, more]))
    .digest('hex');
  if (cursor.lists[list] === digest) return cursor;
  const changed = { ...cursor, lists: { ...cursor.lists, [list]: digest } };
  const payloads = [{ kind: list, body: { site: scope.access.site, items, ...more } }];
  const phase = list === 'members' ? 'teams' : list;
  yield { phase, payloads, count: items.length, total: items.length, cursor: changed };
  return changed;
}

/** Reads who belongs to the teams that issues name, or says why nobody does. */
async function* readCloudTeams(scope: JiraScope, begin: Cursor): AsyncGenerator<SourcePage> {
  if (begin.teams.length === 0) return;
  const asked = scope.organization === '' ? [] : begin.teams;
  const { teams, people, isRefused } = await readMembers(scope, asked);
  const { cursor, notes } = withNote(begin, 'members', withoutMembers(scope, isRefused));
  if (!isDeepStrictEqual(cursor.notes, begin.notes))
    yield { phase: 'teams', payloads: [], count: 0, notes, cursor };
  if (teams.length > 0) yield* listPage(scope, cursor, ['members', teams, { people }]);
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
  if (scope.isCloud) {
    yield* readCloudTeams(scope, cursor);
    return;
  }
  const { teams, people } = await readTeams(scope);
  if (teams.length > 0 || cursor.lists['teams'] !== undefined)
    yield* listPage(scope, cursor, ['teams', teams, { people }]);
}
