import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkingCalendar } from '@cairn/contracts';
import { GraphStore } from '../src/store/graph-store.ts';
import { writerOf } from '../src/store/graph-writer.ts';
import { type Cell, type Load, PUBLISH, type Row, loadStatements } from '../src/store/load.ts';
import { entityUuid } from '../src/store/uuid.ts';
import { type CalendarOwner, calendarStatements } from '../src/derive/calendar.ts';
import { derive } from '../src/derive/derive.ts';
import { putEmptyGraph } from './template.ts';

export const ORG = 'acme';
/** The present of all tests. */
export const NOW = Date.UTC(2026, 5, 1) / 1_000;

/** Every hour of every day counts, so that both clocks agree. */
export const ALWAYS: WorkingCalendar = {
  zone: 'UTC',
  days: [1, 2, 3, 4, 5, 6, 7],
  opens: 0,
  closes: 1_440,
  holidays: [],
};

/** The uuid of a thing by the name that a test gives it. */
export const id = (name: string) => entityUuid(ORG, 'github', name);
/** A moment such as `2026-03-02 10:00` of UTC, in seconds. */
export const t = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1_000;

/** Columns that a test leaves out. */
const BLANK: Readonly<Record<string, Row>> = {
  Event: {
    integration: 'github',
    newStatus: null,
    delta: null,
    actorUuid: null,
    issueUuid: null,
    pullRequestUuid: null,
    repositoryUuid: null,
    sourceEventId: null,
  },
  PullRequest: {
    createdByUuid: null,
    mergedAt: null,
    closedAt: null,
    draft: false,
    title: 'A change',
    mergeCommitUuid: null,
    repositoryUuid: null,
  },
  Issue: {
    createdAt: null,
    status: null,
    statusCategory: null,
    issueType: 'Task',
    projectUuid: null,
    repositoryUuid: null,
  },
  Person: { timezone: null, isBot: false },
  CicdPipeline: {
    integration: 'github',
    result: 'success',
    environment: 'production',
    isDeployment: true,
    commitUuid: null,
    repositoryUuid: null,
    finishedAt: null,
  },
  Relation: { since: null, until: null, answer: null },
  CalendarEntry: { attendeesNumber: 2 },
};

/** Rows of a table, with what a test does not speak of left blank. */
export function load(table: string, ...rows: Record<string, Cell>[]): Load {
  return {
    table,
    append: table === 'Relation',
    rows: rows.map((row) => ({ ...BLANK[table], ...row })),
  };
}

let events = 0;
/** An event of a pull request. */
export function onPull(pull: string, at: string, action: string, actor: string | null, more: Row = {}): Row {
  events += 1;
  return {
    uuid: id(`event ${String(events)}`),
    sourceEventId: `event:${String(events)}`,
    occurredAt: t(at),
    action,
    entityType: 'PullRequest',
    entityUuid: id(pull),
    pullRequestUuid: id(pull),
    actorUuid: actor === null ? null : id(actor),
    ...more,
  };
}

/** A status that an issue takes. */
export function onIssue(issue: string, at: string, status: string, category: string | null = null): Row {
  events += 1;
  const delta = category === null ? null : JSON.stringify({ statusCategory: { after: category } });
  return {
    uuid: id(`event ${String(events)}`),
    sourceEventId: `event:${String(events)}`,
    occurredAt: t(at),
    action: 'status_changed',
    entityType: 'Issue',
    entityUuid: id(issue),
    issueUuid: id(issue),
    newStatus: status,
    delta,
  };
}

/** An org's graph that computes its measures as it is written. */
export interface Graph {
  readonly store: GraphStore;
  publish(...loads: Load[]): Promise<void>;
  setCalendar(owner: CalendarOwner, calendar: WorkingCalendar | null): Promise<void>;
  /** Works everything out anew. */
  rebuild(): Promise<void>;
  row<T = Record<string, unknown>>(sql: string, ...params: string[]): Promise<T>;
  close(): void;
}

/** Opens an empty graph of an org. */
export async function openGraph(): Promise<Graph> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-derive-'));
  await putEmptyGraph(folder);
  const options = { orgId: ORG, now: NOW };
  const store = await GraphStore.open({
    file: join(folder, 'graph/acme.duckdb'),
    temp: join(folder, 'temp'),
    derive: (transaction) => derive(transaction, options),
  });
  const commit = writerOf(store).commit;
  return {
    store,
    publish: (...loads) => commit([...loads.flatMap(loadStatements), PUBLISH]),
    setCalendar: (owner, calendar) => commit([...calendarStatements(owner, calendar), PUBLISH]),
    rebuild: () => store.transaction((transaction) => derive(transaction, { ...options, full: true })),
    row: async <T>(sql: string, ...params: string[]) => {
      const rows = await store.rows<T>(sql, params);
      const [row] = rows;
      if (rows.length !== 1 || row === undefined) throw new Error(`${String(rows.length)} rows: ${sql}`);
      return row;
    },
    close: () => {
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
