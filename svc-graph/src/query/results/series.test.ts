import type { QueryInput } from '@cairn/query';
import { fromLocal, OTHER_MARKER, toLocal, zoneTable } from '@cairn/query';
import { assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';
import { PUBLISH } from '../../store/load.ts';
import { autoUnit } from './series.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const COUNT = 'count(Commit.uuid)';
const series = (query: QueryInput) => fixture.ask('time-series', { select: ['Commit'], ...query });

describe('time series', () => {
  it('holds every bucket of the window, the empty ones too, named by its first instant', async () => {
    const { data, columns, meta } = await series({
      startDate: '2024-03-08',
      endDate: '2024-03-11',
      timezone: 'America/New_York',
    });
    expect(data).toEqual([
      { timestamp: '2024-03-08T05:00:00Z', [COUNT]: 0 },
      { timestamp: '2024-03-09T05:00:00Z', [COUNT]: 1 },
      { timestamp: '2024-03-10T05:00:00Z', [COUNT]: 2 },
      { timestamp: '2024-03-11T04:00:00Z', [COUNT]: 0 },
    ]);
    expect(columns[0]).toMatchObject({ key: 'timestamp', type: 'datetime', role: 'group', dateUnit: 'day' });
    expect(meta).toMatchObject({ timeUnit: 'days', total: 4, truncated: false });
  });

  it('has no value after the data of the org ends, and zero where it was quiet before', async () => {
    const ended = await searchFixture();
    try {
      const days = ['2018-01-10', '2018-03-02'];
      const commits = days.map((day) => `(uuid(), 'c', false, TIMESTAMP '${day}')`).join();
      await ended.graph.run(`INSERT INTO "Commit" (uuid, name, deleted, "committedAt") VALUES ${commits}`);
      const asked = { startDate: '2018-01-01', endDate: '2018-06-30', timeUnit: 'months' } as const;
      const counts = async () =>
        (await ended.ask('time-series', { select: ['Commit'], ...asked })).data.map((row) => row[COUNT]);
      // Without any event nobody knows where the data ends.
      expect(await counts()).toEqual([1, 0, 1, 0, 0, 0]);
      await ended.graph.run(
        `INSERT INTO "Event" (uuid, "occurredAt") VALUES (uuid(), TIMESTAMP '2018-04-03')`,
      );
      await ended.graph.transaction((open) => open.run(PUBLISH));
      expect(await counts()).toEqual([1, 0, 1, 0, null, null]);
      const shorter = { ...asked, endDate: '2018-04-09' };
      const { data } = await ended.ask('time-series', { select: ['Commit'], ...shorter });
      expect(data.map((row) => row[COUNT])).toEqual([1, 0, 1, 0]);
    } finally {
      await ended.close();
    }
  });

  it('spans the data when there is no window', async () => {
    const { data, meta } = await series({});
    expect(meta).toMatchObject({ timeUnit: 'weeks', start: '2024-03-09T12:00:00.000Z' });
    expect(data).toHaveLength(35);
    expect([data[0]?.['timestamp'], data.at(-1)?.['timestamp']]).toEqual([
      '2024-03-04T00:00:00Z',
      '2024-10-28T00:00:00Z',
    ]);
  });

  it('ends with now, not with a window that lies ahead', async () => {
    const { data } = await series({ duration: 'T1Y', timeUnit: 'months' });
    expect(data.map((row) => row[COUNT])).toEqual([0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it.each([
    ['closed', '2024-10-31', [[0, 5]]],
    [
      'not over yet',
      '2024-11-30',
      [
        [0, 5],
        [2, 0],
      ],
    ],
  ])('stands beside an earlier period, also where its window is %s', async (_, endDate, counts) => {
    const compareWith = { ago: '7M' };
    const { data } = await series({ startDate: '2024-10-01', endDate, compareWith, timeUnit: 'months' });
    expect(data.map((row) => [row[COUNT], row[`comparison(${COUNT})`]])).toEqual(counts);
  });

  it.each([{}, { duration: 'P1D' }])(
    'stands beside one of as many years, also millennia back: %j',
    async (more) => {
      const window = { startDate: '2024-01-01', endDate: '9999-12-31', timeUnit: 'months' as const, ...more };
      const { data } = await series({ ...window, compareWith: {} });
      const alone = await series(window);
      expect(data.map((row) => row[COUNT])).toEqual(alone.data.map((row) => row[COUNT]));
      expect(data.map((row) => row[`comparison(${COUNT})`])).toEqual(data.map(() => 0));
    },
  );

  it('has nothing of a window that begins after now, and does not end before it begins', async () => {
    const { data, meta } = await series({ startDate: '2025-02-01', endDate: '2025-03-31' });
    expect(data).toEqual([]);
    expect([meta.start, meta.end]).toEqual(['2025-02-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z']);
  });

  it('has no rows where there is no data and no window', async () => {
    const { data, meta } = await fixture.ask('time-series', { select: ['Issue'] });
    expect([data, meta.total]).toEqual([[], 0]);
  });

  it('takes the first group as series, largest first', async () => {
    const { data, columns } = await series({
      groupBys: ['Person.name'],
      timeUnit: 'months',
      endDate: '2024-04-30',
    });
    expect(data).toEqual([
      { timestamp: '2024-03-01T00:00:00Z', series: 'Bob', [COUNT]: 3 },
      { timestamp: '2024-03-01T00:00:00Z', series: 'Ann', [COUNT]: 2 },
      { timestamp: '2024-04-01T00:00:00Z', series: 'Bob', [COUNT]: 0 },
      { timestamp: '2024-04-01T00:00:00Z', series: 'Ann', [COUNT]: 0 },
    ]);
    expect(columns[1]).toMatchObject({ key: 'series', label: 'Author', target: 'Person', attribute: 'name' });
  });

  it('does not take the periods of the same moment for series, but parts of the clock', async () => {
    const at = (unit: 'week' | 'dayOfWeek') => ({ target: 'Commit', attribute: 'committedAt', unit });
    const query = { timeUnit: 'months', startDate: '2024-11-01' } as const;
    const weeks = await series({ ...query, groupBys: [at('week')] });
    expect(weeks.data).toEqual([{ timestamp: '2024-11-01T00:00:00Z', [COUNT]: 2 }]);
    const days = await series({ ...query, groupBys: [at('week'), at('dayOfWeek')] });
    expect(days.data).toEqual([{ timestamp: '2024-11-01T00:00:00Z', series: 'Sunday', [COUNT]: 2 }]);
  });

  it('keeps the missing value as a series', async () => {
    const { data } = await series({ groupBys: ['Person.name'], timeUnit: 'months', startDate: '2024-11-01' });
    expect(data).toEqual([
      { timestamp: '2024-11-01T00:00:00Z', series: 'robot', [COUNT]: 1 },
      { timestamp: '2024-11-01T00:00:00Z', series: null, [COUNT]: 1 },
    ]);
  });

  it('sums what is beyond the 12 largest series, where it adds up, and says so', async () => {
    const values = Array.from({ length: 15 }, (_, index) =>
      Array.from({ length: 20 - index }, () => `(uuid(), 'file ${index}', TIMESTAMP '2024-01-01')`).join(),
    );
    await fixture.graph.run(`INSERT INTO "Project" (uuid, name, "createdAt") VALUES ${values.join()}`);
    const { data, meta } = await fixture.ask('time-series', {
      select: ['Project'],
      groupBys: ['Project.name'],
    });
    const largest = Array.from({ length: 12 }, (_, index) => `file ${index}`);
    expect(data.map((row) => row['series'])).toEqual([...largest, OTHER_MARKER]);
    expect(data.at(-1)?.['count(Project.uuid)']).toBe(8 + 7 + 6);
    expect(meta).toMatchObject({ truncated: true, series: 15 });
    const asked = await fixture.ask('time-series', {
      select: ['Project'],
      groupBys: ['Project.name'],
      limit: 14,
    });
    expect(asked.data).toHaveLength(15);
    expect(asked.data.at(-1)?.['count(Project.uuid)']).toBe(6);
    const latest = await fixture.ask('time-series', {
      select: ['Project'],
      groupBys: ['Project.name'],
      aggregations: [{ target: 'Project', attribute: 'createdAt', reducer: 'countDistinct' }],
    });
    expect(latest.data.map((row) => row['series'])).not.toContain(OTHER_MARKER);
  });

  it('leaves a measure of nothing empty, but a sum 0', async () => {
    const measure = (reducer: 'sum' | 'median') => ({ target: 'Commit', attribute: 'additions', reducer });
    const aggregations = [measure('sum'), measure('median')];
    const window = { startDate: '2024-03-10', endDate: '2024-03-11', timeUnit: 'days' } as const;
    const { data } = await series({ aggregations, ...window });
    expect(data.map(Object.values)).toEqual([
      ['2024-03-10T00:00:00Z', 25, 12.5],
      ['2024-03-11T00:00:00Z', 0, null],
    ]);
  });

  it('chooses a unit that gives a readable number of buckets', () => {
    const DAY = 86_400_000;
    expect([DAY / 24, DAY, 7 * DAY, 90 * DAY, 365 * DAY, 2_000 * DAY].map(autoUnit)).toEqual([
      'minutes',
      'hours',
      'days',
      'days',
      'weeks',
      'months',
    ]);
  });
});

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];

describe('over the changes of the clock', () => {
  const HOUR = 3_600_000;

  /** Pull requests every 7 minutes for two days around each clock change of every zone, 2009 to 2012. */
  beforeAll(async () => {
    const from = Date.UTC(2009, 0, 1);
    const until = Date.UTC(2012, 0, 1);
    const changes = ZONES.flatMap((zone) =>
      zoneTable(zone)
        .stretches.map((stretch) => stretch.from)
        .filter((at) => at > from && at < until),
    );
    for (const [index, at] of [...new Set(changes)].entries()) {
      await fixture.graph.run(
        `INSERT INTO "PullRequest" (uuid, name, "createdAt") SELECT uuid(), $1, make_timestamp($2::BIGINT + range * 420000000) FROM range(400)`,
        [uuidOf(String(index)), BigInt(at - 24 * HOUR) * 1_000n],
      );
    }
  });

  it('every row is in one bucket: they add up to the total, and lie where the wall clock says', async () => {
    await assert(
      asyncProperty(
        constantFrom(...ZONES),
        constantFrom('hours', 'days', 'weeks', 'months'),
        integer({ min: 0, max: 40 }),
        integer({ min: -30, max: 30 }),
        integer({ min: 1, max: 9 }),
        async (timezone, timeUnit, pick, shift, days) => {
          const table = zoneTable(timezone);
          const changes = table.stretches.filter(
            ({ from }) => from > Date.UTC(2009, 0, 2) && from < Date.UTC(2011, 11, 20),
          );
          const near = changes[pick % Math.max(1, changes.length)]?.from ?? Date.UTC(2010, 5, 1);
          const startDate = new Date(near + shift * HOUR).toISOString();
          const endDate = new Date(near + (shift + days * 24) * HOUR).toISOString();
          const query = { select: ['PullRequest'], timezone, startDate, endDate };
          const { data } = await fixture.ask('time-series', { ...query, timeUnit });
          const total = await fixture.ask('group-bys', query);
          const key = 'count(PullRequest.uuid)';
          const sum = data.reduce((before, row) => before + Number(row[key]), 0);
          expect(sum).toBe(total.data[0]?.[key]);
          const unit = { hours: 'hour', days: 'day', weeks: 'week', months: 'month' }[timeUnit] as 'day';
          const groups = await fixture.ask('group-bys', {
            ...query,
            groupBys: [{ target: 'PullRequest', attribute: 'createdAt', unit }],
          });
          const grouped = groups.data.map((row) => [row[`${unit}(PullRequest.createdAt)`], row[key]]);
          expect(data.filter((row) => row[key] !== 0).map((row) => [row['timestamp'], row[key]])).toEqual(
            grouped,
          );
          for (const { timestamp } of data) {
            const at = Date.parse(String(timestamp));
            if (timeUnit !== 'hours') expect(fromLocal(table, toLocal(table, at))).toBe(at);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
