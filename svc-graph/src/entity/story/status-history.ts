import type { EntityProgress } from '@cairn/contracts/story';
import { type EntityMatch, isoOf } from '../find.ts';
import { type KeyedReader, eventsAt, rowsAt } from '../key-index/keyed-rows.ts';
import { deploymentStages, isDeployment, stagePlace } from './deployment-stages.ts';
import { ACTOR_COLUMNS, type ActorRow, actorOf } from './events.ts';
import {
  type StatusEntry,
  WORKFLOWS,
  type Workflow,
  endedStates,
  issueWorkflow,
  ownWorkflow,
  stageOf,
  stageStates,
  staysOf,
} from './progress.ts';
import { workClocks } from './work-clock.ts';

interface ChangeRow extends ActorRow {
  readonly occurredAt: string;
  readonly action: string;
  readonly newStatus: string | null;
  readonly draft: boolean | null;
}

interface Entry extends StatusEntry {
  readonly actor: ReturnType<typeof actorOf>;
}

type Row = EntityMatch['row'];

/** The column of an event that names the entity of a kind, where its status changes by events of its own. */
const COLUMN: Readonly<Record<string, string>> = {
  Issue: 'issueUuid',
  PullRequest: 'pullRequestUuid',
  Sprint: 'sprintUuid',
};

const CHANGE_COLUMNS = [
  'entityType',
  'occurredAt',
  'action',
  'newStatus',
  'draft',
  'actorUuid',
  'sourceEventId',
];

const changesOf = (
  store: KeyedReader,
  kind: string,
) => `SELECT e."occurredAt", e.action, nullif(e."newStatus", '__cairn::null__') AS "newStatus", e.draft, ${ACTOR_COLUMNS}
  FROM ${eventsAt(store, COLUMN[kind] ?? 'entityUuid', CHANGE_COLUMNS, '$1')} e LEFT JOIN "Person" p ON p.uuid = e."actorUuid"
  WHERE e."${COLUMN[kind] ?? 'entityUuid'}" = $1::UUID AND e."entityType" = '${kind}' AND e."occurredAt" IS NOT NULL
    AND (e.action IN ('created', 'started', 'completed', 'ready_for_review', 'review_requested', 'converted_to_draft', 'changes_requested', 'approved', 'merged')
      OR nullif(e."newStatus", '__cairn::null__') IS NOT NULL)
  ORDER BY e."occurredAt", length(e."sourceEventId"), e."sourceEventId"`;

const PULL_REQUEST: Readonly<Record<string, string>> = {
  ready_for_review: 'In Review',
  review_requested: 'In Review',
  converted_to_draft: 'Draft',
  changes_requested: 'Changes Requested',
  approved: 'Approved',
  merged: 'Merged',
};
const DEPLOYMENT: Readonly<Record<string, string>> = {
  created: 'Pending',
  started: 'In Progress',
  completed: 'Completed',
};
const RESULTS: Readonly<Record<string, string>> = {
  failed: 'Failed',
  cancelled: 'Cancelled',
  canceled: 'Cancelled',
};

/** The status that an event brings (E§4); undefined when it changes none. */
export function statusOf(kind: string, event: Omit<ChangeRow, keyof ActorRow | 'occurredAt'>, first: string) {
  const { action, newStatus, draft } = event;
  if (kind === 'PullRequest') {
    if (action === 'created') return draft || newStatus === 'Draft' ? 'Draft' : 'Open';
    return PULL_REQUEST[action] ?? newStatus ?? undefined;
  }
  if (kind === 'CicdPipeline') {
    if (action === 'completed') return RESULTS[newStatus ?? ''] ?? 'Completed';
    return DEPLOYMENT[action] ?? newStatus ?? undefined;
  }
  return newStatus ?? (action === 'created' && kind === 'Issue' ? first : undefined);
}

/** The statuses of a pipeline after which nothing follows. */
const ENDED = ['Completed', ...Object.values(RESULTS)];

const text = (row: Row, name: string) => {
  const value = row[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The order of statuses that an admin decided for the project of an issue. */
const OWN = `SELECT s.status AS name, s.category, p.name AS project FROM "StatusRule" s JOIN "Project" p ON p.uuid = s."projectUuid"
  WHERE s."projectUuid" = $1::UUID ORDER BY s.position`;
const CATEGORIES = `SELECT lower(status) AS status, any_value(category) AS category FROM "TimeInStatus" WHERE "issueUuid" = $1::UUID GROUP BY 1`;
const assigned = (
  store: KeyedReader,
) => `SELECT r."toUuid"::VARCHAR AS person, r.since, r.until FROM ${rowsAt(store, 'Relation', ['relation', 'fromUuid', 'toUuid', 'since', 'until'], '$1')} r
  WHERE r.relation = 'assignee' AND r."fromUuid" = $1::UUID
  ORDER BY r.since DESC NULLS LAST`;

async function workflowOf(
  store: KeyedReader,
  { kind, row }: EntityMatch,
  statuses: readonly string[],
): Promise<Workflow | null> {
  if (kind.name === 'PullRequest') return WORKFLOWS.PR_WORKFLOW;
  if (kind.name !== 'Issue') return null;
  const project = text(row, 'projectUuid');
  const decided = project
    ? await store.rows<{ name: string; category: string; project: string }>(OWN, [project])
    : [];
  return (
    ownWorkflow(decided[0]?.project ?? '', decided) ??
    issueWorkflow(statuses, text(row, 'currentSprintUuid') !== null)
  );
}

/** Whose working hours count at a moment: the assignee of an issue, the author of a pull request, else nobody. */
async function peopleOf(
  store: KeyedReader,
  { kind, row }: EntityMatch,
): Promise<{ people: string[]; at: (moment: number) => string | null }> {
  if (kind.name === 'PullRequest') {
    const author = text(row, 'createdByUuid');
    return { people: author ? [author] : [], at: () => author };
  }
  if (kind.name !== 'Issue') return { people: [], at: () => null };
  const spans = await store.rows<{ person: string; since: string | null; until: string | null }>(
    assigned(store),
    [String(row['uuid'])],
  );
  const timed = spans.map(({ person, since, until }) => ({
    person,
    since: since === null ? 0 : Date.parse(isoOf(since)),
    until: until === null ? Infinity : Date.parse(isoOf(until)),
  }));
  return {
    people: timed.map(({ person }) => person),
    at: (moment) => timed.find(({ since, until }) => since <= moment && moment < until)?.person ?? null,
  };
}

const HOURS_OF: Readonly<Record<string, string>> = { Issue: 'its assignee', PullRequest: 'its author' };

async function entriesOf(store: KeyedReader, { kind, row }: EntityMatch): Promise<Entry[]> {
  const first = kind.name === 'Issue' ? 'To Do' : 'Open';
  const changes = await store.rows<ChangeRow>(changesOf(store, kind.name), [String(row['uuid'])]);
  const entries = changes.flatMap((change) => {
    const status = statusOf(kind.name, change, first);
    return status === undefined
      ? []
      : [{ status, at: Date.parse(isoOf(change.occurredAt)), actor: actorOf(change) }];
  });
  const createdAt = text(row, 'createdAt');
  if (createdAt === null || changes.some(({ action }) => action === 'created')) return entries;
  const status = statusOf(
    kind.name,
    { action: 'created', newStatus: null, draft: row['draft'] === true },
    first,
  );
  return status === undefined
    ? entries
    : [{ status, at: Date.parse(isoOf(createdAt)), actor: null }, ...entries];
}

interface Timed<E extends StatusEntry> {
  readonly entry: E;
  readonly at: number;
  readonly until: number | null;
  readonly clockSeconds: number;
  readonly businessSeconds: number;
}

/** Measures stays in both clocks; the last one goes on until now. */
function timed<E extends StatusEntry>(
  entries: readonly E[],
  now: number,
  worked: (from: number, to: number) => number,
): Timed<E>[] {
  return staysOf(entries).map(({ entry, until }) => {
    const { at } = entry;
    const end = until ?? Math.max(now, at);
    const clockSeconds = Math.floor((end - at) / 1_000);
    return { entry, at, until, clockSeconds, businessSeconds: worked(at, end) };
  });
}

const told = (stays: readonly Timed<Entry>[], stage: (status: string) => string | null) =>
  stays.map(({ entry: { status, actor }, at, until, ...took }) => ({
    status,
    stage: stage(status),
    actor,
    ...took,
    at: new Date(at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  }));

/** The way of a pipeline: a build has statuses alone, a deployment the stages that runs of its commit tell. */
async function pipelineHistory(store: KeyedReader, found: EntityMatch, now: number): Promise<EntityProgress> {
  const { row } = found;
  const clocks = await workClocks(store, []);
  const worked = (from: number, to: number) => clocks.worked(null, from, to);
  const stays = timed(await entriesOf(store, found), now, worked);
  const status = stays.at(-1)?.entry.status ?? text(row, 'state');
  const place = isDeployment(row) ? stagePlace(text(row, 'environment')) : null;
  const common = {
    status,
    hoursOf: 'the organization',
    workday: clocks.workday(null, now),
    entries: told(stays, (each) => (each === 'Completed' ? place : null)),
  };
  if (place === null) return { ...common, workflow: null, stages: [] };
  const { workflow, entries } = await deploymentStages(store, row);
  const parts = timed(entries, now, worked).map(({ entry, ...took }) => ({ ...entry, ...took }));
  const current = parts.at(-1)?.stage ?? null;
  const states = ENDED.includes(status ?? '') ? endedStates : stageStates;
  return {
    ...common,
    workflow: { id: workflow.id, label: workflow.label },
    stages: states(workflow, parts, current),
  };
}

/** The categories by which statuses of an issue that nobody knows are placed. */
async function readStatusCategories(
  store: KeyedReader,
  { kind, row }: EntityMatch,
): Promise<ReadonlyMap<string, string | null>> {
  if (kind.name !== 'Issue') return new Map();
  const known = await store.rows<{ status: string; category: string | null }>(CATEGORIES, [
    String(row['uuid']),
  ]);
  return new Map(known.map(({ status, category }) => [status, category]));
}

/** The statuses of an entity in their order, and the stages of its workflow with the time in each (E§4). */
export async function statusHistory(
  store: KeyedReader,
  found: EntityMatch,
  now: number,
): Promise<EntityProgress> {
  const { kind, row } = found;
  if (kind.name === 'CicdPipeline') return pipelineHistory(store, found, now);
  const entries = await entriesOf(store, found);
  const workflow = await workflowOf(
    store,
    found,
    entries.map(({ status }) => status),
  );
  const categories = await readStatusCategories(store, found);
  const stage = (status: string) =>
    workflow && stageOf(workflow, status, categories.get(status.toLowerCase()) ?? null);
  const owners = await peopleOf(store, found);
  const clocks = await workClocks(store, owners.people);
  const stays = timed(entries, now, (from, to) => clocks.worked(owners.at(from), from, to));
  const [workday, ...others] = new Set(stays.map(({ at }) => clocks.workday(owners.at(at), at)));
  const status = text(row, 'status') ?? stays.at(-1)?.entry.status ?? text(row, 'state');
  const parts = stays.map(({ entry, ...took }) => ({
    status: entry.status,
    stage: stage(entry.status),
    ...took,
  }));
  return {
    workflow: workflow && { id: workflow.id, label: workflow.label },
    status,
    hoursOf: HOURS_OF[kind.name] ?? 'the organization',
    workday: others.length === 0 ? (workday ?? null) : null,
    entries: told(stays, stage),
    stages: workflow ? stageStates(workflow, parts, status === null ? null : stage(status)) : [],
  };
}
