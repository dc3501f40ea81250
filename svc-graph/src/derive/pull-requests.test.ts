import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Graph, id, load, onPull, openGraph, t } from '../../test/derived-graph.ts';
import type { Row } from '../store/load.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(
    load(
      'Person',
      { uuid: id('ada'), name: 'Ada', timezone: 'Europe/Amsterdam' },
      { uuid: id('ben'), name: 'Ben', timezone: 'America/New_York' },
      { uuid: id('cleo'), name: 'Cleo', timezone: null },
      { uuid: id('bot'), name: 'preview[bot]', isBot: true, timezone: null },
    ),
  );
});
afterEach(() => graph.close());

const HOUR = 3_600;
const NAMES = `"pickupTime", "reviewTime", "mergeTime", "cycleTime", "clockPickupTime", "clockReviewTime", "clockMergeTime", "clockCycleTime"`;

/** Publishes a pull request that Ada opened on Monday, 2 March, at 9 in Amsterdam, and returns its row. */
async function pulled(row: Row, events: Row[]): Promise<Record<string, unknown>> {
  const created = { newStatus: row['draft'] === true ? 'Draft' : 'Open' };
  await graph.publish(
    load('PullRequest', {
      uuid: id('pr'),
      createdAt: t('2026-03-02 08:00'),
      createdByUuid: id('ada'),
      ...row,
    }),
    load('Event', onPull('pr', '2026-03-02 08:00', 'created', 'ada', created), ...events),
  );
  return graph.row('SELECT * FROM "PullRequest" WHERE uuid = $1', id('pr'));
}
const moment = (text: string) => `${text}:00`;

describe('the times of a pull request', () => {
  it('follow upon each other in both clocks, business time being the working time of the author', async () => {
    const row = await pulled({ mergedAt: t('2026-03-09 09:00'), closedAt: t('2026-03-09 09:00') }, [
      // Friday 16:00 in Amsterdam.
      onPull('pr', '2026-03-06 15:00', 'changes_requested', 'ben'),
      // Monday 9:30 and 10:00 in Amsterdam.
      onPull('pr', '2026-03-09 08:30', 'approved', 'ben'),
      onPull('pr', '2026-03-09 09:00', 'merged', 'ada'),
    ]);
    expect(row).toMatchObject({
      readyAt: moment('2026-03-02 08:00'),
      firstReviewAt: moment('2026-03-06 15:00'),
      firstApprovalAt: moment('2026-03-09 08:30'),
      lastApprovalAt: moment('2026-03-09 08:30'),
      // Four whole days of eight hours, and seven on Friday.
      pickupTime: String(39 * HOUR),
      clockPickupTime: String(4 * 24 * HOUR + 7 * HOUR),
      reviewTime: String(1.5 * HOUR),
      clockReviewTime: String(65.5 * HOUR),
      mergeTime: String(0.5 * HOUR),
      clockMergeTime: String(0.5 * HOUR),
      cycleTime: String(41 * HOUR),
      clockCycleTime: String(7 * 24 * HOUR + HOUR),
      noCycleTimeReason: null,
      openSince: null,
    });
  });

  it('count from the last time it was ready before its first review, not from a draft', async () => {
    const row = await pulled({ draft: true, mergedAt: t('2026-03-04 12:00') }, [
      // A comment on a draft is not a review.
      onPull('pr', '2026-03-02 09:00', 'commented', 'ben', { entityType: 'PullRequestReviewComment' }),
      onPull('pr', '2026-03-02 10:00', 'ready_for_review', 'ada'),
      onPull('pr', '2026-03-02 11:00', 'converted_to_draft', 'ada'),
      onPull('pr', '2026-03-02 11:30', 'reviewed', 'ben'),
      onPull('pr', '2026-03-03 10:00', 'ready_for_review', 'ada'),
      onPull('pr', '2026-03-03 12:00', 'reviewed', 'ben'),
      onPull('pr', '2026-03-03 13:00', 'converted_to_draft', 'ada'),
      onPull('pr', '2026-03-04 10:00', 'ready_for_review', 'ada'),
      onPull('pr', '2026-03-04 12:00', 'merged', 'ada'),
    ]);
    expect(row).toMatchObject({
      readyAt: moment('2026-03-03 10:00'),
      firstReviewAt: moment('2026-03-03 12:00'),
      clockPickupTime: String(2 * HOUR),
      clockReviewTime: String(24 * HOUR),
      mergeTime: null,
      clockMergeTime: null,
      clockCycleTime: String(26 * HOUR),
    });
  });

  it('are not begun by the author, a bot, somebody unknown, or who comes after the merge', async () => {
    const row = await pulled({ mergedAt: t('2026-03-02 12:00') }, [
      onPull('pr', '2026-03-02 09:00', 'reviewed', 'ada'),
      onPull('pr', '2026-03-02 09:10', 'approved', 'bot'),
      onPull('pr', '2026-03-02 09:20', 'commented', null, { entityType: 'DiscussionComment' }),
      onPull('pr', '2026-03-02 12:00', 'merged', 'ada'),
      onPull('pr', '2026-03-02 13:00', 'reviewed', 'ben'),
    ]);
    expect(row).toMatchObject({
      firstReviewAt: null,
      lastApprovalAt: null,
      clockPickupTime: String(4 * HOUR),
      reviewTime: null,
      mergeTime: null,
      clockCycleTime: String(4 * HOUR),
    });
  });

  it('wait for the last approval that stands: who asks for changes takes theirs back', async () => {
    const row = await pulled({ mergedAt: t('2026-03-02 15:00') }, [
      onPull('pr', '2026-03-02 09:00', 'approved', 'cleo'),
      onPull('pr', '2026-03-02 10:00', 'approved', 'ben'),
      onPull('pr', '2026-03-02 11:00', 'changes_requested', 'ben'),
      onPull('pr', '2026-03-02 12:00', 'reviewed', 'cleo'),
      onPull('pr', '2026-03-02 15:00', 'merged', 'ada'),
    ]);
    expect(row).toMatchObject({
      firstApprovalAt: moment('2026-03-02 09:00'),
      lastApprovalAt: moment('2026-03-02 09:00'),
      clockPickupTime: String(HOUR),
      clockReviewTime: '0',
      clockMergeTime: String(6 * HOUR),
    });
  });

  it('say why they are missing: open, closed, never ready', async () => {
    const open = await pulled({}, [onPull('pr', '2026-03-02 10:00', 'reviewed', 'ben')]);
    expect(open).toMatchObject({
      clockPickupTime: String(2 * HOUR),
      clockReviewTime: null,
      cycleTime: null,
      clockCycleTime: null,
      noCycleTimeReason: 'Not merged yet',
      noCommitLeadTimeReason: 'Not merged yet',
      openSince: moment('2026-03-02 08:00'),
    });
    await graph.publish(
      load(
        'PullRequest',
        { uuid: id('shut'), createdAt: t('2026-03-02 08:00'), closedAt: t('2026-03-03 08:00') },
        { uuid: id('draft'), createdAt: t('2026-03-02 08:00'), draft: true, mergedAt: t('2026-03-03 08:00') },
      ),
    );
    const reasons = await graph.store.rows(
      'SELECT "noCycleTimeReason" AS why, "readyAt" AS ready, "openSince" AS open FROM "PullRequest" WHERE uuid IN ($1, $2) ORDER BY 1',
      [id('shut'), id('draft')],
    );
    expect(reasons).toEqual([
      { why: 'Closed without a merge', ready: moment('2026-03-02 08:00'), open: null },
      { why: 'Not ready for review before the merge', ready: null, open: null },
    ]);
  });

  const REASONS = ['Coding', 'Pickup', 'Review', 'Merge', 'Cycle'].map((part) => `no${part}TimeReason`);

  it.each<[string, Row, Row[], (string | null)[]]>([
    [
      'a draft',
      { draft: true },
      [],
      [
        'Not ready for review yet',
        'Not ready for review yet',
        'Not ready for review yet',
        'Not merged yet',
        'Not merged yet',
      ],
    ],
    [
      'a draft that was given up',
      { draft: true, closedAt: t('2026-03-03 08:00') },
      [],
      [
        'Closed before it was ready for review',
        'Closed before it was ready for review',
        'Closed before it was ready for review',
        'Closed without a merge',
        'Closed without a merge',
      ],
    ],
    [
      'a draft that was merged',
      { draft: true, mergedAt: t('2026-03-03 08:00') },
      [],
      REASONS.map(() => 'Not ready for review before the merge'),
    ],
    [
      'one that nobody has looked at',
      {},
      [],
      ['No commit is known', 'Not reviewed yet', 'Not reviewed yet', 'Not merged yet', 'Not merged yet'],
    ],
    [
      'one that was closed unseen',
      { closedAt: t('2026-03-03 08:00') },
      [],
      [
        'No commit is known',
        'Closed without a review',
        'Closed without a review',
        'Closed without a merge',
        'Closed without a merge',
      ],
    ],
    [
      'one that is under review',
      {},
      [onPull('pr', '2026-03-02 09:00', 'reviewed', 'ben')],
      ['No commit is known', null, 'Not approved yet', 'Not merged yet', 'Not merged yet'],
    ],
    [
      'one that was closed under review',
      { closedAt: t('2026-03-03 08:00') },
      [onPull('pr', '2026-03-02 09:00', 'reviewed', 'ben')],
      [
        'No commit is known',
        null,
        'Closed without an approval',
        'Closed without a merge',
        'Closed without a merge',
      ],
    ],
    [
      'one that waits for its merge',
      {},
      [onPull('pr', '2026-03-02 09:00', 'approved', 'ben')],
      ['No commit is known', null, null, 'Not merged yet', 'Not merged yet'],
    ],
    [
      'one that was merged unseen',
      { mergedAt: t('2026-03-03 08:00') },
      [],
      ['No commit is known', null, 'Merged without a review', 'Merged without an approval that stands', null],
    ],
    [
      'one whose approval was taken back',
      { mergedAt: t('2026-03-03 08:00') },
      [
        onPull('pr', '2026-03-02 09:00', 'approved', 'ben'),
        onPull('pr', '2026-03-02 10:00', 'changes_requested', 'ben'),
      ],
      ['No commit is known', null, null, 'Merged without an approval that stands', null],
    ],
    [
      'one that went all the way',
      { mergedAt: t('2026-03-03 08:00') },
      [onPull('pr', '2026-03-02 09:00', 'approved', 'ben')],
      ['No commit is known', null, null, null, null],
    ],
  ])('say why a part of them is missing: %s', async (_, row, events, reasons) => {
    const pull = await pulled(row, events);
    expect(REASONS.map((name) => pull[name])).toEqual(reasons);
    await graph.rebuild();
    const again = await graph.row('SELECT * FROM "PullRequest"');
    expect(REASONS.map((name) => again[name])).toEqual(reasons);
  });

  it('close and open again with the pull request', async () => {
    const row = await pulled({ mergedAt: t('2026-03-04 08:00') }, [
      onPull('pr', '2026-03-02 09:00', 'closed', 'ada'),
      onPull('pr', '2026-03-03 09:00', 'reopened', 'ada'),
      onPull('pr', '2026-03-04 08:00', 'merged', 'ada'),
    ]);
    expect(row).toMatchObject({ clockCycleTime: String(48 * HOUR), noCycleTimeReason: null });
  });
});

describe('the lead time of a pull request', () => {
  const commits = (...at: string[]) => [
    load(
      'Commit',
      ...at.map((each) => ({ uuid: id(`commit ${each}`), authoredAt: t(each), committedAt: t(each) })),
    ),
    load(
      'Relation',
      ...at.map((each) => ({ relation: 'hasCommit', fromUuid: id('pr'), toUuid: id(`commit ${each}`) })),
    ),
  ];

  it('begins with the first commit, which may come in later than all else', async () => {
    const before = await pulled({ mergedAt: t('2026-03-03 08:00') }, [
      onPull('pr', '2026-03-03 08:00', 'merged', 'ada'),
    ]);
    expect(before).toMatchObject({ commitLeadTime: null, noCommitLeadTimeReason: 'No commit is known' });
    await graph.publish(...commits('2026-02-27 15:00', '2026-03-02 07:50'));
    expect(await graph.row('SELECT * FROM "PullRequest"')).toMatchObject({
      firstCommitAt: moment('2026-02-27 15:00'),
      clockCodingTime: String(65 * HOUR),
      codingTime: String(HOUR),
      clockCommitLeadTime: String(89 * HOUR),
      commitLeadTime: String(9 * HOUR),
      noCommitLeadTimeReason: null,
      noCodingTimeReason: null,
    });
  });

  it('is missing, and says so, where the commit is dated after the merge', async () => {
    await graph.publish(...commits('2026-03-05 09:00'));
    const row = await pulled({ mergedAt: t('2026-03-03 08:00') }, []);
    expect(row).toMatchObject({
      commitLeadTime: null,
      clockCommitLeadTime: null,
      codingTime: null,
      noCodingTimeReason: 'First commit is dated after it was ready',
      noCommitLeadTimeReason: 'First commit is dated after the merge',
    });
  });
});

describe('a calendar', () => {
  const merged = () =>
    pulled({ mergedAt: t('2026-03-09 09:00') }, [onPull('pr', '2026-03-09 09:00', 'merged', 'ada')]);
  const cycle = async () =>
    (await graph.row<{ cycle: number }>(`SELECT "cycleTime"::INTEGER / 3600 AS cycle FROM "PullRequest"`))
      .cycle;
  const short = { zone: null, days: [1, 2, 3, 4, 5], opens: 540, closes: 660, holidays: ['2026-03-03'] };

  it('of the org, then of the team, then of the person is reckoned with as soon as it is set', async () => {
    await merged();
    expect(await cycle()).toBe(41);
    // Four days of two hours, with Tuesday free, and one hour on Monday.
    await graph.setCalendar('org', { ...short, zone: 'Asia/Tokyo' });
    expect(await cycle()).toBe(9);
    await graph.publish(
      load('Team', { uuid: id('core'), name: 'Core' }),
      load('Relation', {
        relation: 'memberOf',
        fromUuid: id('ada'),
        toUuid: id('core'),
        since: t('2026-01-01 00:00'),
      }),
    );
    await graph.setCalendar(id('core'), { ...short, holidays: [] });
    expect(await cycle()).toBe(11);
    await graph.setCalendar(id('ada'), { ...short, closes: 600 });
    expect(await cycle()).toBe(5);
    await graph.setCalendar(id('ada'), null);
    await graph.setCalendar(id('core'), null);
    await graph.setCalendar('org', null);
    expect(await cycle()).toBe(41);
  });

  it('of a team holds while somebody is in it', async () => {
    await merged();
    await graph.setCalendar(id('core'), short);
    await graph.publish(
      load('Relation', {
        relation: 'memberOf',
        fromUuid: id('ada'),
        toUuid: id('core'),
        since: t('2025-01-01 00:00'),
        until: t('2026-03-01 00:00'),
      }),
    );
    expect(await cycle()).toBe(41);
  });

  it('that a tool gives a name that is no zone leaves that to the org', async () => {
    await graph.publish(load('Person', { uuid: id('dan'), name: 'Dan', timezone: 'Eastern Time' }));
    await graph.setCalendar('org', { ...short, zone: 'Europe/Amsterdam' });
    await pulled({ createdByUuid: id('dan'), mergedAt: t('2026-03-02 09:00') }, []);
    expect(await cycle()).toBe(1);
  });
});

describe('somebody who turns out to be a bot', () => {
  it('has reviewed nothing', async () => {
    const row = await pulled({}, [onPull('pr', '2026-03-02 10:00', 'reviewed', 'ben')]);
    expect(row).toMatchObject({ firstReviewAt: moment('2026-03-02 10:00') });
    await graph.publish({
      table: 'Person',
      rows: [{ uuid: id('ben'), isBot: true }],
      match: { isBot: 'replace' },
      updateOnly: true,
    });
    expect(await graph.row(`SELECT "firstReviewAt" AS at_, ${NAMES} FROM "PullRequest"`)).toMatchObject({
      at_: null,
      pickupTime: null,
    });
  });
});
