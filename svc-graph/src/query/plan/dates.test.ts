import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

/** Values of the rows in the order of the columns. */
async function rows(query: QueryInput): Promise<unknown[][]> {
  const { data, columns } = await fixture.ask('group-bys', { select: ['Commit'], ...query });
  return data.map((row) => columns.map(({ key }) => row[key]));
}

describe('dates', () => {
  const at = (unit: string) => ({ target: 'Commit', attribute: 'committedAt', unit }) as never;

  it('groups by days of the zone, each named by its first instant', async () => {
    expect(await rows({ groupBys: [at('day')], timezone: 'America/New_York' })).toEqual([
      ['2024-03-09T05:00:00Z', 1],
      ['2024-03-10T05:00:00Z', 2],
      ['2024-03-30T04:00:00Z', 2],
      ['2024-11-03T04:00:00Z', 2],
    ]);
    expect(await rows({ groupBys: [at('day')], timezone: 'Europe/Berlin' })).toEqual([
      ['2024-03-08T23:00:00Z', 1],
      ['2024-03-09T23:00:00Z', 2],
      ['2024-03-30T23:00:00Z', 2],
      ['2024-11-02T23:00:00Z', 2],
    ]);
  });

  it('has the same days within a window, whose days are gathered by their numbers, and beyond what numbers reach', async () => {
    const query = { groupBys: [at('day')], timezone: 'America/New_York' };
    const all = await rows(query);
    expect(await rows({ ...query, startDate: '2024-01-01', endDate: '2024-12-31' })).toEqual(all);
    expect(await rows({ ...query, startDate: '1969-01-01', endDate: '2024-12-31' })).toEqual(all);
    expect(await rows({ ...query, startDate: '2024-01-01', endDate: '2190-12-31' })).toEqual(all);
  });

  it('tells apart the hour that comes twice', async () => {
    const query = { groupBys: [at('hour')], timezone: 'America/New_York', startDate: '2024-11-03' };
    expect(await rows(query)).toEqual([
      ['2024-11-03T05:00:00Z', 1],
      ['2024-11-03T06:00:00Z', 1],
    ]);
    expect(await rows({ ...query, groupBys: [at('hourOfDay')] })).toEqual([[1, 2]]);
  });

  it('groups by week, month, quarter and year', async () => {
    expect((await rows({ groupBys: [at('week')] })).map(([start]) => start)).toEqual([
      '2024-03-04T00:00:00Z',
      '2024-03-25T00:00:00Z',
      '2024-10-28T00:00:00Z',
    ]);
    expect(await rows({ groupBys: [at('month')] })).toEqual([
      ['2024-03-01T00:00:00Z', 5],
      ['2024-11-01T00:00:00Z', 2],
    ]);
    expect((await rows({ groupBys: [at('quarter')] })).map(([start]) => start)).toEqual([
      '2024-01-01T00:00:00Z',
      '2024-10-01T00:00:00Z',
    ]);
    expect(await rows({ groupBys: [at('year')], timezone: 'Asia/Kathmandu' })).toEqual([
      ['2023-12-31T18:15:00Z', 7],
    ]);
  });

  it('puts weekdays in calendar order', async () => {
    expect(await rows({ groupBys: [at('dayOfWeek')], timezone: 'UTC' })).toEqual([
      ['Saturday', 1],
      ['Sunday', 6],
    ]);
  });

  it('cuts by whole days of the zone', async () => {
    const range = { startDate: '2024-03-31', endDate: '2024-03-31' };
    expect(await rows({ ...range, timezone: 'Europe/Berlin' })).toEqual([[2]]);
    expect(await rows({ ...range, timezone: 'America/New_York' })).toEqual([[0]]);
    const { meta } = await fixture.ask('group-bys', {
      select: ['Commit'],
      ...range,
      timezone: 'Europe/Berlin',
    });
    expect(meta).toMatchObject({
      timezone: 'Europe/Berlin',
      start: '2024-03-30T23:00:00.000Z',
      end: '2024-03-31T22:00:00.000Z',
    });
  });

  it('resolves durations against now', async () => {
    expect(await rows({ duration: 'P30D' })).toEqual([[2]]);
    expect(await rows({ duration: 'T1Y' })).toEqual([[7]]);
    expect(await rows({ duration: 'L1M' })).toEqual([[2]]);
    expect(await rows({ duration: 'T1W' })).toEqual([[0]]);
  });
});

describe('moments before 1970', () => {
  const MOMENTS = ['0001-01-01 00:30:00', '1960-02-29 12:00:00', '1969-12-31 23:59:59.999999'];
  const each = (unit: string) => ({ target: 'Release', attribute: 'publishedAt', unit }) as never;
  const releases = async (query: QueryInput) => {
    const { data } = await fixture.ask('group-bys', { select: ['Release'], ...query });
    return data.map((row) => Object.values(row)[0]);
  };
  beforeAll(async () => {
    for (const at of MOMENTS) {
      await fixture.graph.run(
        `INSERT INTO "Release" (uuid, name, deleted, "publishedAt") VALUES (uuid(), '${at}', false, TIMESTAMP '${at}')`,
      );
    }
  });

  it('lie in the days, weeks, months and hours that they do', async () => {
    expect(await releases({ groupBys: [each('day')] })).toEqual([
      '0001-01-01T00:00:00Z',
      '1960-02-29T00:00:00Z',
      '1969-12-31T00:00:00Z',
    ]);
    expect(await releases({ groupBys: [each('week')] })).toEqual([
      '0001-01-01T00:00:00Z',
      '1960-02-29T00:00:00Z',
      '1969-12-29T00:00:00Z',
    ]);
    expect(await releases({ groupBys: [each('month')] })).toEqual([
      '0001-01-01T00:00:00Z',
      '1960-02-01T00:00:00Z',
      '1969-12-01T00:00:00Z',
    ]);
    expect(await releases({ groupBys: [each('hourOfDay')] })).toEqual([0, 12, 23]);
    expect(await releases({ groupBys: [each('day')], timezone: 'Asia/Kathmandu' })).toContain(
      '1969-12-31T18:30:00Z',
    );
  });

  it('are all in the months of the first century that a series has', async () => {
    const window = { startDate: '0001-01-01', endDate: '0002-12-31', timeUnit: 'months' } as const;
    const { data } = await fixture.ask('time-series', { select: ['Release'], ...window });
    expect(data.map((row) => row['count(Release.uuid)'])).toEqual([1, ...Array<number>(23).fill(0)]);
  });

  it('are told as they are, not as the next millisecond', async () => {
    const { data } = await fixture.ask('entities', {
      select: ['Release'],
      columns: ['publishedAt'],
      order: [{ by: 'publishedAt', direction: 'descending' }],
    });
    expect(data[0]?.['Release.publishedAt']).toBe('1969-12-31T23:59:59.999Z');
  });
});
