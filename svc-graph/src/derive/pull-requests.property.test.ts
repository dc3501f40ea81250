import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../store/load.ts';
import { type Graph, id, load, onPull, openGraph, t } from '../../test/derived-graph.ts';
import { runs } from '../../test/runs.ts';

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  const person = (name: string, isBot = false) => ({
    uuid: id(name),
    name,
    isBot,
    timezone: 'America/New_York',
  });
  await graph.publish(load('Person', person('ada'), person('ben'), person('cleo'), person('bot', true)));
});
afterAll(() => graph.close());

const START = t('2026-03-05 12:00');
const HOUR = 3_600;
const REVIEWS = ['approved', 'changes_requested', 'reviewed'];

interface Step {
  readonly hour: number;
  readonly action: string;
  readonly actor: string | null;
}
interface Life {
  readonly isDraft: boolean;
  readonly steps: readonly Step[];
  readonly merged: number | null;
}

/** The data model's definition, read hour by hour; moments are hours since the pull request opened. */
function defined({ isDraft, steps, merged }: Life) {
  const until = merged ?? Infinity;
  const heard = ({ action, actor, hour }: Step) =>
    (REVIEWS.includes(action) || action === 'commented') &&
    (actor === 'ben' || actor === 'cleo') &&
    hour <= until;
  /** Since when it is ready at the end of an hour; null while it is a draft. */
  const readyAt = (hour: number): number | null => {
    let since = isDraft ? null : 0;
    for (let each = 0; each <= Math.min(hour, until, 100); each += 1) {
      const now = steps.filter((step) => step.hour === each).map(({ action }) => action);
      if (now.includes('converted_to_draft')) since = null;
      if (now.includes('ready_for_review')) since = each;
    }
    return since;
  };
  const reviews = steps.filter((step) => heard(step) && readyAt(step.hour) !== null).map(({ hour }) => hour);
  const reviewed = reviews.length > 0 ? Math.min(...reviews) : null;
  const ready = readyAt(reviewed ?? Infinity);
  const standing = ['ben', 'cleo'].flatMap((person) => {
    const verdicts = steps.filter(
      (step) =>
        heard(step) && step.actor === person && ['approved', 'changes_requested'].includes(step.action),
    );
    const last = Math.max(...verdicts.map(({ hour }) => hour));
    const stands = verdicts.some(({ hour, action }) => hour === last && action === 'changes_requested');
    return verdicts.length > 0 && !stands ? [last] : [];
  });
  const lastApproval = standing.length > 0 ? Math.max(...standing) : null;
  const approved = lastApproval !== null && ready !== null && lastApproval >= ready ? lastApproval : null;
  const span = (from: number | null, to: number | null) => (from === null || to === null ? null : to - from);
  return {
    ready,
    reviewed,
    lastApproval,
    pickup: span(ready, reviewed ?? approved ?? merged),
    review: span(reviewed, approved ?? merged),
    merge: span(approved, merged),
    cycle: span(ready, merged),
  };
}

const hour = fc.integer({ min: 1, max: 60 });
const step = fc.record({
  hour,
  action: fc.constantFrom('ready_for_review', 'converted_to_draft', 'commented', ...REVIEWS),
  actor: fc.constantFrom('ada', 'ben', 'cleo', 'bot', null),
});
const life = fc.record({
  isDraft: fc.boolean(),
  steps: fc.array(step, { maxLength: 8 }).map(settled),
  merged: fc.option(hour),
});

/** One verdict per person and hour, because two at one moment have no last. */
function settled(steps: readonly Step[]): Step[] {
  const seen = new Set<string>();
  return steps.filter(({ hour: at, actor, action }) => {
    const key = `${String(at)} ${String(actor)} ${String(REVIEWS.includes(action))}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

const at = (hours: number) => new Date((START + hours * HOUR) * 1_000).toISOString().slice(0, 16);

/** Publishes these pull requests, and returns the derived measures of each in hours. */
async function workedOut(lives: readonly Life[], prefix: string): Promise<Record<string, unknown>[]> {
  const names = lives.map((_, index) => `${prefix} ${String(index)}`);
  const events = lives.flatMap(({ isDraft, steps }, index): Row[] => {
    const name = names[index] ?? '';
    const type = (action: string): Row =>
      action === 'commented' ? { entityType: 'PullRequestReviewComment' } : {};
    return [
      onPull(name, at(0), 'created', 'ada', { newStatus: isDraft ? 'Draft' : 'Open' }),
      ...steps.map((each) => onPull(name, at(each.hour), each.action, each.actor, type(each.action))),
    ];
  });
  const pulls = lives.map(({ merged }, index) => ({
    uuid: id(names[index] ?? ''),
    createdAt: START,
    createdByUuid: id('ada'),
    mergedAt: merged === null ? null : START + merged * HOUR,
  }));
  await graph.publish(
    load('PullRequest', ...pulls),
    load('Event', ...events.map((each) => ({ newStatus: null, ...each }))),
  );
  const rows = await graph.store.rows<{ uuid: string }>(
    `SELECT uuid::VARCHAR AS uuid, ${['ready', 'firstReview', 'lastApproval'].map((name) => `epoch("${name}At")::INTEGER - ${String(START)} AS "${name}"`).join(', ')},
       ${['Pickup', 'Review', 'Merge', 'Cycle'].map((name) => `"clock${name}Time"::INTEGER AS "clock${name}", "${name.toLowerCase()}Time"::INTEGER AS "${name}", "no${name}TimeReason" AS "no${name}"`).join(', ')},
       "codingTime" AS "Coding", "clockCodingTime" AS "clockCoding", "noCodingTimeReason" AS "noCoding"
     FROM "PullRequest"`,
  );
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return pulls.map(({ uuid }) => byUuid.get(uuid) ?? {});
}

const inHours = (value: unknown) => (value === null ? null : Number(value) / HOUR);

describe('the times of any pull request', () => {
  it('are those of the definitions, pickup, review and merge are the cycle in both clocks, and what is missing has a reason', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 30, maxLength: 60 }), async (lives) => {
        round += 1;
        const rows = await workedOut(lives, `round ${String(round)}`);
        for (const [index, row] of rows.entries()) {
          const each = lives[index];
          if (!each) continue;
          const got = {
            ready: inHours(row['ready']),
            reviewed: inHours(row['firstReview']),
            lastApproval: inHours(row['lastApproval']),
            pickup: inHours(row['clockPickup']),
            review: inHours(row['clockReview']),
            merge: inHours(row['clockMerge']),
            cycle: inHours(row['clockCycle']),
          };
          expect(got, JSON.stringify(each)).toEqual(defined(each));
          for (const part of ['Coding', 'Pickup', 'Review', 'Merge', 'Cycle'])
            expect(
              [row[part] === null, row[`clock${part}`] === null],
              `${part} ${JSON.stringify(each)}`,
            ).toEqual([row[`no${part}`] !== null, row[`no${part}`] !== null]);
          for (const clock of ['clock', ''])
            if (row[`${clock}Cycle`] !== null)
              expect(
                ['Pickup', 'Review', 'Merge'].reduce((sum, part) => sum + Number(row[clock + part] ?? 0), 0),
                JSON.stringify(each),
              ).toBe(row[`${clock}Cycle`]);
        }
      }),
      { numRuns: runs(8) },
    );
  });
});
