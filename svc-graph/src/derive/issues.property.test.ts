import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALWAYS, type Graph, id, load, onIssue, openGraph, t } from '../../test/derived-graph.ts';
import { runs } from '../../test/runs.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  await graph.setCalendar('org', ALWAYS);
});
afterAll(() => graph.close());

const START = t('2026-03-28 12:00');
const HOUR = 3_600;
const CATEGORY = {
  'To Do': 'todo',
  'In Progress': 'inProgress',
  'In Review': 'inProgress',
  Waiting: 'other',
  Done: 'done',
  Closed: 'done',
  Cancelled: 'done',
} as const;
type Status = keyof typeof CATEGORY;
type Step = readonly [hour: number, status: Status];

const isDone = (status: Status) => CATEGORY[status] === 'done' && status !== 'Cancelled';

/** The data model's definition, counted hour by hour. */
function defined(steps: readonly Step[]) {
  const last = steps.at(-1)?.[0] ?? 0;
  const hours = Array.from(
    { length: last + 1 },
    (_, hour): Status => steps.findLast(([at]) => at <= hour)?.[1] ?? 'To Do',
  );
  const now = hours.at(-1) ?? 'To Do';
  const since = (holds: (status: Status) => boolean) =>
    holds(now) ? hours.findLastIndex((status) => !holds(status)) + 1 : null;
  const completed = since(isDone);
  const started = hours.findIndex((status) => CATEGORY[status] === 'inProgress');
  const count = (from: number, to: number, holds: (status: Status) => boolean) =>
    hours.slice(from, to).filter(holds).length;
  return {
    completed,
    resolved: since((status) => CATEGORY[status] === 'done'),
    lead: completed,
    cycle:
      completed === null || started < 0 || started >= completed
        ? null
        : count(started, completed, (status) => CATEGORY[status] !== 'done'),
    efficiency:
      completed === null || completed === 0
        ? null
        : count(0, completed, (status) => CATEGORY[status] === 'inProgress') / completed,
  };
}

const steps = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...(Object.keys(CATEGORY) as Status[]))), {
    maxLength: 9,
  })
  .map((all): Step[] => {
    const byHour = new Map(all);
    return [[0, 'To Do'], ...[...byHour].toSorted(([one], [other]) => one - other)];
  });

const at = (hour: number) => new Date((START + hour * HOUR) * 1_000).toISOString().slice(0, 16);
const hoursOf = (value: number | null) => (value === null ? null : value / HOUR);

describe('the times of any issue', () => {
  it('are those of the definitions, whatever the loops through its statuses', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 30, maxLength: 60 }), async (lives) => {
        round += 1;
        const names = lives.map((_, index) => `round ${String(round)} ${String(index)}`);
        const events = lives.flatMap((life, index) =>
          life.map(([hour, status]) => ({
            ...onIssue(names[index] ?? '', at(hour), status, CATEGORY[status]),
            action: hour === 0 ? 'created' : 'status_changed',
          })),
        );
        await graph.publish(
          load('Issue', ...names.map((name) => ({ uuid: id(name) }))),
          load('Event', ...events),
        );
        const rows = await graph.store.rows<Record<string, number | null> & { uuid: string }>(
          `SELECT uuid::VARCHAR AS uuid, ${['completed', 'resolved'].map((name) => `epoch("${name}At")::INTEGER - ${String(START)} AS ${name}`).join(', ')},
             "leadTime"::INTEGER AS lead, "clockLeadTime"::INTEGER AS "clockLead", "cycleTime"::INTEGER AS cycled,
             "clockCycleTime"::INTEGER AS "clockCycled", "flowEfficiency" AS efficiency FROM "Issue"`,
        );
        const byUuid = new Map(rows.map((row) => [row.uuid, row]));
        for (const [index, life] of lives.entries()) {
          const row = byUuid.get(id(names[index] ?? ''));
          const got = {
            completed: hoursOf(row?.['completed'] ?? null),
            resolved: hoursOf(row?.['resolved'] ?? null),
            lead: hoursOf(row?.['lead'] ?? null),
            cycle: hoursOf(row?.['cycled'] ?? null),
            efficiency: row?.['efficiency'] ?? null,
          };
          expect(got, JSON.stringify(life)).toEqual(defined(life));
          expect([row?.['clockLead'], row?.['clockCycled']]).toEqual([row?.['lead'], row?.['cycled']]);
        }
      }),
      { numRuns: runs(8) },
    );
  });
});
