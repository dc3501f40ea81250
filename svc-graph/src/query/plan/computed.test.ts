import type { FormulaNode, QueryInput } from '@cairn/query';
import { assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const COUNT = 'count(Commit.uuid)';
const SUM = 'sum(Commit.additions)';
const aggregations = [
  { target: 'Commit', attribute: 'uuid', reducer: 'count' as const },
  { target: 'Commit', attribute: 'additions', reducer: 'sum' as const },
];
const order = [{ by: 'Person.name', direction: 'ascending' as const }];
const byPerson: QueryInput = { select: ['Commit'], groupBys: ['Person.name'], aggregations, order };

async function rows(query: QueryInput): Promise<unknown[][]> {
  const { data, columns } = await fixture.ask('group-bys', query);
  return data.map((row) => columns.map(({ key }) => row[key]));
}

/** The values of one formula for Ann, Bob, robot and nobody. */
async function values(...formula: FormulaNode[]): Promise<unknown[]> {
  const { data } = await fixture.ask('group-bys', { ...byPerson, formulas: [{ name: 'f', formula }] });
  return data.map((row) => row['f']);
}

describe('formulas', () => {
  it('are over counts 2, 3, 1, 1 and sums 30, 106, 7, nothing', async () => {
    expect(await rows(byPerson)).toEqual([
      ['Ann', 2, 30],
      ['Bob', 3, 106],
      ['robot', 1, 7],
      [null, 1, null],
    ]);
  });

  it.each<[FormulaNode[], unknown[]]>([
    [
      ['add', COUNT, 1, 2],
      [5, 6, 4, 4],
    ],
    [
      ['subtract', 10, COUNT],
      [8, 7, 9, 9],
    ],
    [
      ['multiply', COUNT, COUNT],
      [4, 9, 1, 1],
    ],
    [
      ['divide', SUM, COUNT],
      [15, 106 / 3, 7, null],
    ],
    [
      ['divide', COUNT, 0],
      [null, null, null, null],
    ],
    [
      ['ratio', 1, COUNT],
      [1 / 2, 1 / 3, 1, 1],
    ],
    [
      ['percentOfTotal', COUNT],
      [2 / 7, 3 / 7, 1 / 7, 1 / 7],
    ],
    [
      ['runningTotal', COUNT],
      [2, 5, 6, 7],
    ],
    [
      ['runningTotal', ['percentOfTotal', SUM]],
      [30 / 143, 136 / 143, 1, 1],
    ],
    [
      ['abs', ['subtract', 2, COUNT]],
      [0, 1, 1, 1],
    ],
    [
      ['round', ['divide', SUM, COUNT], 1],
      [15, 35.3, 7, null],
    ],
    [
      ['min', COUNT, 2],
      [2, 2, 1, 1],
    ],
    [
      ['max', COUNT, 2],
      [2, 3, 2, 2],
    ],
    [
      ['coalesce', SUM, -1],
      [30, 106, 7, -1],
    ],
    [
      ['ifNull', SUM, 0],
      [30, 106, 7, 0],
    ],
  ])('%j', async (formula, expected) => {
    const found = await values(...formula);
    expect(found).toHaveLength(expected.length);
    found.forEach((value, row) => {
      const wanted = expected[row];
      if (typeof wanted === 'number') expect(value).toBeCloseTo(wanted, 10);
      else expect(value).toBe(wanted);
    });
  });

  it('may name formulas before them, and say their unit and definition', async () => {
    const formulas = [
      { name: 'each', formula: ['divide', SUM, COUNT] },
      { name: 'double', formula: ['multiply', 'each', 2] },
    ];
    const { columns, data } = await fixture.ask('group-bys', { ...byPerson, formulas });
    expect(data[0]).toMatchObject({ each: 15, double: 30 });
    expect(columns.slice(-2)).toEqual([
      {
        key: 'each',
        label: 'each',
        type: 'number',
        unit: 'line',
        role: 'formula',
        definition: 'Divide(Total additions, Commits)',
      },
      {
        key: 'double',
        label: 'double',
        type: 'number',
        unit: 'line',
        role: 'formula',
        definition: 'Multiply(each, 2)',
      },
    ]);
  });

  it('run along time for each of the other groups', async () => {
    const groupBys = [
      'Repository.name',
      { target: 'Commit', attribute: 'committedAt', unit: 'month' as const },
    ];
    const formulas = [{ name: 'so far', formula: ['runningTotal', COUNT] }];
    const found = await rows({ select: ['Commit'], groupBys, formulas, sort: 'Repository.name' });
    expect(found.map(([name, , , total]) => [name, total])).toEqual([
      ['cairn', 3],
      ['cairn', 4],
      ['tools', 2],
      ['tools', 3],
    ]);
  });

  it('hold many totals, each made once, but not more than are planned in a while', async () => {
    const add = (parts: FormulaNode[]): FormulaNode => ['add', ...parts];
    const eight = (part: (index: number) => FormulaNode) =>
      add(Array.from({ length: 8 }, (_, at) => part(at)));
    const total = (plus: number): FormulaNode => ['runningTotal', ['add', COUNT, plus]];
    const formulas = (formula: FormulaNode) =>
      Array.from({ length: 6 }, (_, at) => ({ name: `f${at}`, formula }));
    const same = eight(() => eight(() => total(0)));
    const found = await rows({ ...byPerson, formulas: formulas(same) });
    expect(found.map((row) => row.at(-1))).toEqual([2, 5, 6, 7].map((each) => each * 64));
    const most = Array.from({ length: 20 }, (_, at) => ({
      name: `f${at}`,
      formula: add([total(at), at < 10 ? total(at + 20) : 0]),
    }));
    expect((await rows({ ...byPerson, formulas: most }))[0]?.at(-1)).toBe(2 + 19);
    const all = eight((row) => eight((column) => total(row * 8 + column)));
    const refused = await fixture.post('group-bys', { ...byPerson, formulas: formulas(all) });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('more than 30 totals together') as string,
    ]);
  });

  it('order the answer, and narrow it with having', async () => {
    const formulas = [{ name: 'each', formula: ['divide', SUM, COUNT] }];
    const query = { ...byPerson, order: [], formulas, sort: '-each' };
    expect((await rows(query)).map(([name]) => name)).toEqual(['Bob', 'Ann', 'robot', null]);
    const having = [{ column: 'each', comparison: { WITHIN: [10, null] as [number, null] } }];
    const { data, meta } = await fixture.ask('group-bys', { ...query, having, limit: 1 });
    expect(data.map((row) => row['Person.name'])).toEqual(['Bob']);
    expect(meta).toMatchObject({ total: 2, truncated: true });
    const beyond = await fixture.ask('group-bys', { ...query, having, page: 9 });
    expect(beyond.meta.total).toBe(2);
  });

  it('never count more than one condition on a measure allows', async () => {
    await assert(
      asyncProperty(integer({ min: 0, max: 4 }), integer({ min: 0, max: 4 }), async (from, to) => {
        const having = [{ column: COUNT, comparison: { WITHIN: [from, to] as [number, number] } }];
        const kept = (await rows(byPerson)).filter(
          ([, count]) => Number(count) >= from && Number(count) <= to,
        );
        expect(await rows({ ...byPerson, having })).toEqual(kept);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('a compared period', () => {
  const march: QueryInput = {
    select: ['Commit'],
    groupBys: ['Person.name'],
    aggregations,
    order,
    startDate: '2024-03-10',
    endDate: '2024-03-10',
  };

  it('is of the same length before, its values in columns of their own', async () => {
    const { data, columns, meta } = await fixture.ask('group-bys', { ...march, compareWith: {} });
    expect(data.map((row) => columns.map(({ key }) => row[key]))).toEqual([
      ['Ann', 1, 1, 20, 10],
      ['Bob', 1, 0, 5, null],
    ]);
    expect(columns.map(({ key, period }) => [key, period])).toEqual([
      ['Person.name', undefined],
      [COUNT, 'current'],
      [`comparison(${COUNT})`, 'comparison'],
      [SUM, 'current'],
      [`comparison(${SUM})`, 'comparison'],
    ]);
    expect(meta).toMatchObject({
      start: '2024-03-10T00:00:00.000Z',
      compared: { start: '2024-03-09T00:00:00.000Z', end: '2024-03-10T00:00:00.000Z' },
    });
  });

  it('says no more of moments that lie far back: only the clock of the two periods counts', async () => {
    const groupBys = [{ target: 'Commit', attribute: 'committedAt', unit: 'day' as const }];
    for (const ago of ['10Y', '54Y', '9999Y']) {
      const query = { ...march, groupBys, order: [], timezone: 'America/New_York', compareWith: { ago } };
      const { data } = await fixture.ask('group-bys', query);
      expect(data.length).toBeGreaterThan(0);
    }
  });

  it('is set beside the asked one however often the clock changed in both', async () => {
    const groupBys = [{ target: 'Commit', attribute: 'committedAt', unit: 'day' as const }];
    // Casablanca changed its clock two to four times a year since 2008, New York twice since 1970.
    for (const timezone of ['Africa/Casablanca', 'America/New_York', 'Australia/Lord_Howe']) {
      const long = { startDate: '1998-01-01', endDate: '2024-12-31', timezone };
      const query = { select: ['Commit'], groupBys, ...long, compareWith: { ago: '27Y' } };
      const days = (await rows(query)).map(([day, now, before]) => [day, now, before]);
      expect(days.reduce((sum, [, now]) => sum + Number(now), 0)).toBe(7);
      const alone = await rows({ select: ['Commit'], groupBys, ...long });
      expect(days.filter(([, now]) => now !== 0)).toEqual(alone.map(([day, now]) => [day, now, 0]));
      const back = { ...query, startDate: '2025-01-01', endDate: '2051-12-31' };
      const moved = (await rows(back)).map(([day, , before]) => [String(day).slice(4, 7), before]);
      expect(moved).toEqual(alone.map(([day, now]) => [String(day).slice(4, 7), now]));
    }
  });

  it('holds groups that are in either', async () => {
    const query = { ...march, startDate: '2024-11-01', endDate: '2024-11-30', compareWith: { ago: '8M' } };
    expect((await rows(query)).map((row) => row.slice(0, 3))).toEqual([
      ['Ann', 0, 2],
      ['Bob', 0, 3],
      ['robot', 1, 0],
      [null, 1, 0],
    ]);
  });

  it('is what formulas of change are about', async () => {
    const formulas = [
      { name: 'more', formula: ['difference', COUNT] },
      { name: 'change', formula: ['percentChange', SUM] },
      { name: 'new', formula: ['percentChange', COUNT] },
    ];
    const { data } = await fixture.ask('group-bys', { ...march, compareWith: {}, formulas });
    expect(data.map(({ more, change, new: isNew }) => [more, change, isNew])).toEqual([
      [0, 1, 0],
      [1, null, 1],
    ]);
  });

  it('has no value of what a formula reads of both periods, so no change of that', async () => {
    const both = { name: 'both', formula: ['add', COUNT, `comparison(${COUNT})`] };
    const query = { ...march, compareWith: {} };
    expect((await rows({ ...query, formulas: [both] })).map((row) => row.at(-1))).toEqual([2, 1]);
    const change = { name: 'change', formula: ['difference', ['multiply', 'both', 2]] };
    const refused = await fixture.post('group-bys', { ...query, formulas: [both, change] });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('has no value in the compared period') as string,
    ]);
  });

  it('is one cell in csv', async () => {
    const answer = await fixture.post('group-bys', { ...march, compareWith: {}, format: 'csv' });
    expect(await answer.text()).toBe(
      `Person.name,${COUNT},${SUM}\r\nAnn,"1,1","20,10"\r\nBob,"1,0","5,__cairn::null__"\r\n`,
    );
  });

  const units = constantFrom('hour', 'day', 'week', 'month');
  const zones = constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe');

  it('is set beside the buckets of the asked one, and each adds up to its own window', async () => {
    const windows = constantFrom(
      { startDate: '2024-03-10', endDate: '2024-03-31' },
      { startDate: '2024-03-31', endDate: '2024-04-14' },
      { startDate: '2024-10-01', endDate: '2024-11-30' },
      { startDate: '2003-02-28', endDate: '2024-03-30' },
      { duration: 'P1Y' },
      { duration: 'T1W' },
      { duration: 'L1M' },
    );
    const agos = constantFrom(undefined, '8M', '1Y', '400D', '30Y');
    await assert(
      asyncProperty(units, zones, windows, agos, async (unit, timezone, window, ago) => {
        const compareWith = ago ? { ago } : {};
        const group = { target: 'Commit', attribute: 'committedAt', unit };
        const query = { select: ['Commit'], timezone, ...window };
        const answer = await fixture.post('group-bys', {
          ...query,
          groupBys: [group],
          compareWith,
          format: 'json',
        });
        if (answer.status === 400) {
          expect(await answer.text()).toContain('overlap');
          return;
        }
        const { data, meta } = (await answer.json()) as Awaited<ReturnType<SearchFixture['ask']>>;
        const sum = (key: string) => data.reduce((total, row) => total + Number(row[key]), 0);
        const counted = async (start: string | undefined, end: string | undefined) => {
          if (start === end) return 0;
          // The end of a query is inclusive; the end of a window is not.
          const until = new Date(Date.parse(end ?? '')).toISOString();
          const [[count]] = (await rows({ select: ['Commit'], startDate: start, endDate: until })) as [
            [number],
          ];
          return count;
        };
        expect(sum(COUNT)).toBe(await counted(meta.start ?? '', meta.end ?? ''));
        expect(sum(`comparison(${COUNT})`)).toBe(await counted(meta.compared?.start, meta.compared?.end));
        for (const row of data) {
          const at = Date.parse(String(row[`${unit}(Commit.committedAt)`]));
          expect(at).toBeLessThan(Date.parse(meta.end ?? ''));
        }
      }),
      { numRuns: runs(60) },
    );
  }, 120_000);

  it('reaches time series too', async () => {
    const { data, columns } = await fixture.ask('time-series', {
      select: ['Commit'],
      startDate: '2024-03-10',
      endDate: '2024-03-10',
      timeUnit: 'days',
      compareWith: {},
    });
    expect(columns.map(({ key }) => key)).toEqual(['timestamp', COUNT, `comparison(${COUNT})`]);
    expect(data).toEqual([{ timestamp: '2024-03-10T00:00:00Z', [COUNT]: 2, [`comparison(${COUNT})`]: 1 }]);
  });
});
