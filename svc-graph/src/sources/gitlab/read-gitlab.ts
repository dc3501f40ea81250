import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PagesFrom, SourcePage } from '../payload.ts';
import { type GitlabReading, gitlabCursor } from './cursor.ts';
import { type KnownProject, goneProjects, knownProjects } from './known-projects.ts';
import { type ListedProject, listProjects } from './list-projects.ts';
import { readChanged } from './read-changed.ts';
import { readEpics } from './read-epics.ts';
import { readBranches, readList, readTiers } from './read-lists.ts';
import { deploymentList, issueList, mergeRequestList, pipelineList } from './read-work.ts';
import { type GitlabSettings, siteName } from './settings.ts';

/** What changes of a project by itself, without anything being another way for people. */
const RESTLESS = new Set([
  'last_activity_at',
  'updated_at',
  'statistics',
  'star_count',
  'forks_count',
  'open_issues_count',
  'runners_token',
  'permissions',
]);

const withoutRestless = (project: ListedProject) =>
  Object.fromEntries(Object.entries(project).filter(([name]) => !RESTLESS.has(name)));

/** The projects themselves, where anything of them changed. */
function* readProjects(reading: GitlabReading, projects: readonly KnownProject[]): Generator<SourcePage> {
  const items = projects.map(({ listed, known }) => ({
    ...withoutRestless(listed),
    gid: `gid://gitlab/Project/${String(listed.id)}`,
    ...(known === undefined ? {} : { known }),
  }));
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  if (items.length === 0 || digest === reading.cursor.lists['projects']?.digest) return;
  reading.cursor = { ...reading.cursor, lists: { ...reading.cursor.lists, projects: { etag: '', digest } } };
  const payloads = [{ kind: 'projects', body: { host: siteName(reading.settings.host), items } }];
  yield { phase: 'projects', payloads, count: items.length, total: items.length, cursor: reading.cursor };
}

/** Says of projects that GitLab no longer lists them, once. */
function* readGone(reading: GitlabReading, all: readonly ListedProject[]): Generator<SourcePage, string[]> {
  const items = goneProjects(reading, all);
  const gone = items.map(({ id }) => String(id)).toSorted();
  const fresh = items.filter(({ id }) => !reading.cursor.gone.includes(String(id)));
  if (!isDeepStrictEqual(gone, reading.cursor.gone)) {
    reading.cursor = { ...reading.cursor, gone };
    const body = { host: siteName(reading.settings.host), items: fresh };
    const payloads = fresh.length === 0 ? [] : [{ kind: 'goneProjects', body }];
    yield { phase: 'projects', payloads, count: 0, cursor: reading.cursor };
  }
  return items.map(({ name }) => name);
}

const list = new Intl.ListFormat('en');
const nameSome = (names: readonly string[]) =>
  list.format(names.length > 3 ? [...names.slice(0, 3), 'others'] : names);

/** What is said where a part is refused: everywhere, or in these projects. */
const NOT_READ: Readonly<Record<string, (where: string) => string>> = {
  members: (where) => `Members of ${where} are not read: the token may not see them.`,
  mergeRequests: (where) =>
    `Merge requests of ${where} are not read: they are off there, or the token may not see them.`,
  issues: (where) => `Issues of ${where} are not read: they are off there, or the token may not see them.`,
  milestones: (where) => `Milestones of ${where} are not read: the token may not see them.`,
  releases: (where) =>
    `Releases of ${where} are not read: they are off there, or the token may not see them.`,
  tags: (where) => `Tags of ${where} are not read: there is no repository, or the token may not see it.`,
  branches: (where) =>
    `Branches of ${where} are not read: there is no repository, or the token may not see it.`,
  environments: (where) =>
    `Environments of ${where} are not read: they are off there, or the token may not see them.`,
  deployments: (where) =>
    `Deployments of ${where} are not read: they are off there, or the token may not see them.`,
  pipelines: (where) =>
    `Pipelines of ${where} are not read: CI/CD is off there, or the token may not see it.`,
  iterations: () => 'Iterations are not read: this GitLab has none, or the token may not see them.',
  epics: () => 'Epics are not read: this GitLab has none, or the token may not see them.',
  parents: () => 'Parents of issues are not read: this GitLab does not answer for work items.',
  stats: () =>
    'Changed lines of merge requests are not read: the GraphQL interface does not answer for them.',
};

function notesFor({ refused }: GitlabReading, gone: readonly string[]): string[] {
  const notes = [...refused].flatMap(
    ([part, where]) => NOT_READ[part]?.(nameSome([...where].toSorted())) ?? [],
  );
  return [
    ...notes.toSorted(),
    ...gone.map(
      (name) =>
        `GitLab no longer lists ${name}: it was removed, it moved out of what is read, or the token may not see it. What was read of it stays.`,
    ),
  ];
}

async function* readPlans(reading: GitlabReading, project: KnownProject): AsyncGenerator<SourcePage> {
  const ancestors = { include_ancestors: 'true', include_parent_milestones: 'true' };
  const milestones = {
    kind: 'milestones',
    phase: 'milestones',
    path: 'milestones',
    query: ancestors,
  } as const;
  yield* readList(reading, milestones, project);
  if (project.listed.namespace?.kind === 'group')
    yield* readList(reading, { kind: 'iterations', phase: 'milestones', path: 'iterations' }, project);
}

async function* readDelivery(reading: GitlabReading, project: KnownProject): AsyncGenerator<SourcePage> {
  const tiers = await readTiers(reading, project);
  yield* readChanged(reading, deploymentList(tiers), project);
}

const hasDeployments = ({ cursor }: GitlabReading, { id }: KnownProject) =>
  Object.entries(cursor.places).some(
    ([key, { until }]) => key.startsWith(`deployments:${String(id)}:`) && until !== '',
  );

/** The parts of all projects in their order, one part after another, so that what people look for first comes first. */
async function* readParts(
  reading: GitlabReading,
  projects: readonly KnownProject[],
): AsyncGenerator<SourcePage> {
  for (const each of projects)
    yield* readList(reading, { kind: 'members', phase: 'projects', path: 'members/all' }, each);
  for (const each of projects) yield* readChanged(reading, mergeRequestList(reading), each);
  for (const each of projects) yield* readChanged(reading, issueList(reading), each);
  yield* readEpics(reading, projects);
  for (const each of projects) yield* readPlans(reading, each);
  for (const each of projects) {
    yield* readList(reading, { kind: 'releases', phase: 'releases', path: 'releases' }, each);
    yield* readList(reading, { kind: 'tags', phase: 'releases', path: 'repository/tags' }, each);
  }
  for (const each of projects) yield* readBranches(reading, each);
  for (const each of projects) yield* readDelivery(reading, each);
  for (const each of projects)
    yield* readChanged(reading, pipelineList(reading, hasDeployments(reading, each)), each);
}

/** Reads what changed of groups and users: one request for each list of each project tells whether anything did. */
export async function* readGitlab({
  settings,
  cursor,
  ...access
}: PagesFrom<GitlabSettings>): AsyncGenerator<SourcePage> {
  const before = gitlabCursor(cursor);
  const reading: GitlabReading = {
    access: { ...access, settings },
    settings,
    refused: new Map(),
    accounts: new Map(),
    cursor: before,
  };
  const all = await listProjects(reading.access, settings);
  const projects = knownProjects(reading, all);
  const gone = yield* readGone(reading, all);
  yield* readProjects(reading, projects);
  yield* readParts(reading, projects);
  const notes = notesFor(reading, gone);
  const isKnown = isDeepStrictEqual({ ...reading.cursor, notes }, before);
  if (isKnown) return;
  reading.cursor = { ...reading.cursor, notes };
  yield { phase: 'pipelines', payloads: [], count: 0, notes, cursor: reading.cursor };
}
