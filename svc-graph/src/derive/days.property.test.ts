import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALWAYS, type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';
import { runs } from '../../test/runs.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  await graph.setCalendar('org', { ...ALWAYS, opens: 540, closes: 1_020 });
});
afterAll(() => graph.close());

const DAY = t('2026-03-03 00:00');
const minute = fc.integer({ min: 0, max: 1_439 });
const meeting = fc
  .tuple(minute, fc.integer({ min: 0, max: 200 }))
  .map(([begins, length]) => [begins, Math.min(begins + length, 1_439)] as const);
const day = fc.record({
  messages: fc.array(minute, { maxLength: 6 }),
  meetings: fc.array(meeting, { maxLength: 4 }),
});
interface Day {
  readonly messages: readonly number[];
  readonly meetings: readonly (readonly [number, number])[];
}

/** Focus time counted minute by minute: free stretches of two hours or more between nine and five. */
function focusOf({ messages, meetings }: Day): number {
  const busy = [...meetings, ...messages.map((at) => [at, at + 15] as const)];
  const [opens, closes] = [540, 1_020];
  let [focus, free] = [0, 0];
  for (let at = opens; at <= closes; at += 1) {
    const isFree = at < closes && !busy.some(([from, to]) => from <= at && at < to);
    // Even a meeting of no length splits the time around it.
    const parts = busy.some(([from, to]) => from === at && to === at);
    if (free > 0 && (!isFree || parts)) {
      if (free >= 120) focus += free;
      free = 0;
    }
    if (isFree) free += 1;
  }
  return focus;
}

describe('the focus of any day', () => {
  it('is what is free in long stretches, minute by minute', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 20, maxLength: 40 }), async (days) => {
        round += 1;
        const names = days.map((_, index) => `${String(round)} ${String(index)}`);
        const messages = days.flatMap((each, index) =>
          each.messages.map((at, place) => ({
            uuid: id(`message ${names[index] ?? ''} ${String(place)}`),
            authorUuid: id(`person ${names[index] ?? ''}`),
            createdAt: DAY + at * 60,
          })),
        );
        const meetings = days.flatMap((each, index) =>
          each.meetings.map(([from, to], place) => ({
            name: `meeting ${names[index] ?? ''} ${String(place)}`,
            person: `person ${names[index] ?? ''}`,
            from: DAY + from * 60,
            to: DAY + to * 60,
          })),
        );
        await graph.publish(
          load('Message', ...messages),
          load(
            'CalendarEntry',
            ...meetings.map(({ name, from, to }) => ({ uuid: id(name), startTime: from, endTime: to })),
          ),
          load(
            'Relation',
            ...meetings.map(({ name, person }) => ({
              relation: 'attends',
              fromUuid: id(person),
              toUuid: id(name),
            })),
          ),
        );
        const rows = await graph.store.rows<{ person: string; focus: number; whole: number }>(
          `SELECT "personUuid"::VARCHAR AS person, "focusTime" AS focus, "focusTime" + "disruptedTime" AS whole FROM "Flow"`,
        );
        const byPerson = new Map(rows.map((row) => [row.person, row]));
        for (const [index, each] of days.entries()) {
          const row = byPerson.get(id(`person ${names[index] ?? ''}`));
          const isHeard = each.messages.length + each.meetings.length > 0;
          expect(row?.focus, JSON.stringify(each)).toBe(isHeard ? focusOf(each) : undefined);
          if (row) expect(row.whole).toBe(480);
        }
      }),
      { numRuns: runs(8) },
    );
  });
});
