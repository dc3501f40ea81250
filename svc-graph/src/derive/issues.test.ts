import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../store/load.ts';
import { type Graph, id, load, onIssue, openGraph, t } from '../../test/derived-graph.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(
    load(
      'Person',
      { uuid: id('ada'), name: 'Ada', timezone: 'Europe/Amsterdam' },
      { uuid: id('ben'), name: 'Ben', timezone: 'America/New_York' },
    ),
  );
});
afterEach(() => graph.close());

const HOUR = 3_600;
const DAY = 24 * HOUR;
const created = (at: string): Row => ({ ...onIssue('i', at, 'To Do', 'todo'), action: 'created' });
const assigned = (person: string, since: string, until: string | null = null) =>
  load('Relation', {
    relation: 'assignee',
    fromUuid: id('i'),
    toUuid: id(person),
    since: t(since),
    until: until === null ? null : t(until),
  });

/** Publishes an issue with its events, and returns its row. */
async function issue(events: Row[], row: Row = {}): Promise<Record<string, unknown>> {
  await graph.publish(load('Issue', { uuid: id('i'), ...row }), load('Event', ...events));
  return graph.row('SELECT * FROM "Issue" WHERE uuid = $1', id('i'));
}

const stays = () =>
  graph.store.rows(
    `SELECT status, category, "clockSeconds"::INTEGER AS clock, "businessSeconds"::INTEGER AS business,
       CASE "assigneeUuid" WHEN $1 THEN 'ada' WHEN $2 THEN 'ben' END AS who FROM "TimeInStatus" ORDER BY "enteredAt"`,
    [id('ada'), id('ben')],
  );

describe('the stays of an issue in its statuses', () => {
  it('last until it leaves, in working time of whoever it was assigned to on entering', async () => {
    await graph.publish(
      assigned('ada', '2026-03-03 08:00', '2026-03-05 15:00'),
      assigned('ben', '2026-03-05 15:00'),
    );
    // Wednesday 8:00 UTC is 9:00 in Amsterdam; Thursday 15:00 UTC is 10:00 in New York.
    await issue([
      created('2026-03-02 12:00'),
      onIssue('i', '2026-03-04 08:00', 'In Progress', 'inProgress'),
      onIssue('i', '2026-03-05 15:00', 'In Review', 'inProgress'),
      onIssue('i', '2026-03-06 15:00', 'Done', 'done'),
    ]);
    expect(await stays()).toEqual([
      // Without an assignee the org's calendar applies, 9 to 17 UTC.
      { status: 'To Do', category: 'todo', clock: 44 * HOUR, business: 13 * HOUR, who: null },
      { status: 'In Progress', category: 'inProgress', clock: 31 * HOUR, business: 15 * HOUR, who: 'ada' },
      { status: 'In Review', category: 'inProgress', clock: DAY, business: 8 * HOUR, who: 'ben' },
      { status: 'Done', category: 'done', clock: null, business: null, who: 'ben' },
    ]);
  });

  it('are one for a status entered again while in it, and one each time for a loop', async () => {
    await issue([
      created('2026-03-02 09:00'),
      onIssue('i', '2026-03-02 10:00', 'In Progress'),
      onIssue('i', '2026-03-02 10:30', 'In Progress'),
      onIssue('i', '2026-03-02 11:00', 'In Review'),
      onIssue('i', '2026-03-02 12:00', 'In Progress'),
      onIssue('i', '2026-03-02 15:00', 'In Review'),
    ]);
    const clocks = (await stays()).map((stay) => Object.values(stay as object).slice(0, 3) as unknown);
    expect(clocks).toEqual([
      ['To Do', 'todo', HOUR],
      ['In Progress', 'inProgress', HOUR],
      ['In Review', 'inProgress', HOUR],
      ['In Progress', 'inProgress', 3 * HOUR],
      ['In Review', 'inProgress', null],
    ]);
  });

  it('begin as the row and the first change say where no event tells of the beginning', async () => {
    const first = onIssue('i', '2026-03-02 10:00', 'Doing', 'inProgress');
    const delta = JSON.stringify({
      status: { before: 'Idea', after: 'Doing' },
      statusCategory: { before: 'todo', after: 'inProgress' },
    });
    await issue([{ ...first, delta }], { createdAt: t('2026-03-02 09:00') });
    expect(await stays()).toMatchObject([
      { status: 'Idea', category: 'todo', clock: HOUR },
      { status: 'Doing', category: 'inProgress', clock: null },
    ]);
  });

  it('are those of the events that came late as well', async () => {
    await issue([created('2026-03-02 09:00'), onIssue('i', '2026-03-02 15:00', 'Done')]);
    await graph.publish(load('Event', onIssue('i', '2026-03-02 12:00', 'In Progress')));
    expect(await stays()).toMatchObject([
      { status: 'To Do', clock: 3 * HOUR },
      { status: 'In Progress', clock: 3 * HOUR },
      { status: 'Done', clock: null },
    ]);
    expect(await graph.row('SELECT "clockCycleTime" AS cycled FROM "Issue"')).toEqual({
      cycled: String(3 * HOUR),
    });
  });
});

describe('the times of an issue', () => {
  it('leave out what it was done between, and count until it was last done', async () => {
    const row = await issue(
      [
        created('2026-03-02 09:00'),
        onIssue('i', '2026-03-02 10:00', 'In Progress'),
        onIssue('i', '2026-03-02 12:00', 'Done'),
        onIssue('i', '2026-03-04 09:00', 'Reopened'),
        onIssue('i', '2026-03-04 11:00', 'In Progress'),
        onIssue('i', '2026-03-04 14:00', 'Done'),
        onIssue('i', '2026-03-05 14:00', 'Closed'),
      ],
      { createdAt: t('2026-03-02 09:00') },
    );
    expect(row).toMatchObject({
      startedAt: '2026-03-02 10:00:00',
      completedAt: '2026-03-04 14:00:00',
      resolvedAt: '2026-03-04 14:00:00',
      clockCycleTime: String(7 * HOUR),
      cycleTime: String(7 * HOUR),
      clockLeadTime: String(2 * DAY + 5 * HOUR),
      leadTime: String(21 * HOUR),
      cairnCycleTime: String(7 * HOUR),
      cairnClockLeadTime: String(2 * DAY + 5 * HOUR),
      ResolutionTime: String(2 * DAY + 5 * HOUR),
      flowEfficiency: 5 / 21,
      noCycleTimeReason: null,
      noLeadTimeReason: null,
      openSince: null,
    });
  });

  it('are missing, never 0, while it is open again, with the reason', async () => {
    const row = await issue(
      [
        created('2026-03-02 09:00'),
        onIssue('i', '2026-03-02 10:00', 'In Progress'),
        onIssue('i', '2026-03-02 12:00', 'Done'),
        onIssue('i', '2026-03-04 09:00', 'In Progress'),
      ],
      { createdAt: t('2026-03-02 09:00') },
    );
    expect(row).toMatchObject({
      completedAt: null,
      resolvedAt: null,
      cycleTime: null,
      leadTime: null,
      ResolutionTime: null,
      flowEfficiency: null,
      noCycleTimeReason: 'Not done yet',
      noLeadTimeReason: 'Not done yet',
      openSince: '2026-03-02 09:00:00',
    });
  });

  it('are missing for what was cancelled, which is resolved all the same', async () => {
    const row = await issue([
      created('2026-03-02 09:00'),
      onIssue('i', '2026-03-02 10:00', 'In Progress'),
      onIssue('i', '2026-03-02 12:00', "Won't do"),
    ]);
    expect(row).toMatchObject({
      completedAt: null,
      resolvedAt: '2026-03-02 12:00:00',
      ResolutionTime: String(3 * HOUR),
      leadTime: null,
      noCycleTimeReason: 'Cancelled',
      noLeadTimeReason: 'Cancelled',
      openSince: null,
    });
  });

  it('has a lead time but no cycle time where it was never in progress', async () => {
    const row = await issue([created('2026-03-02 09:00'), onIssue('i', '2026-03-02 12:00', 'Done')]);
    expect(row).toMatchObject({
      leadTime: String(3 * HOUR),
      cycleTime: null,
      flowEfficiency: 0,
      noCycleTimeReason: 'Never in progress',
      noLeadTimeReason: null,
    });
  });

  it('are unknown where nothing is known but that it exists', async () => {
    await graph.publish(load('Issue', { uuid: id('i') }));
    expect(await graph.row('SELECT * FROM "Issue"')).toMatchObject({
      leadTime: null,
      noLeadTimeReason: 'No history is known',
      openSince: null,
    });
  });
});
