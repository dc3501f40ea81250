import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { REPOSITORY, STATUS } from '../sample-columns.ts';

/** A large answer that both pages draw. */
export interface Picture {
  readonly view: string;
  readonly config: object;
  readonly query: Query;
  readonly answer: ResultSet;
  /** The same values for a page that knows nothing of answers. */
  readonly cells: readonly PictureCell[];
}

export interface PictureCell {
  readonly first: string;
  readonly second: string;
  readonly value: number;
}

const WEEK_MS = 7 * 86_400_000;
const START = Date.UTC(2010, 0, 4);
const WEEK: Column = {
  key: 'w',
  label: 'Week',
  type: 'datetime',
  role: 'group',
  dateUnit: 'week',
  target: 'PullRequest',
  attribute: 'createdAt',
};
const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };

/** Numbers that look random and are the same in each run. */
const amount = (index: number) => ((index * 7_919) % 97) + 1;

interface Shape {
  readonly view: string;
  readonly config: object;
  readonly first: Column;
  readonly firsts: number;
  readonly seconds: number;
}

function picture({ view, config, first, firsts, seconds }: Shape): Picture {
  const isTimed = first === WEEK;
  const cells = Array.from({ length: firsts * seconds }, (_, index): PictureCell => {
    const at = Math.floor(index / seconds);
    return {
      first: isTimed ? new Date(START + at * WEEK_MS).toISOString() : `repository-${at}`,
      second: `status-${index % seconds}`,
      value: amount(index),
    };
  });
  const meta = {
    limit: cells.length,
    total: cells.length,
    truncated: false,
    timezone: 'UTC',
    start: null,
    end: null,
    dataVersion: 1,
  };
  // As Arrow has them: columns of values that need no parsing.
  const columns = new Map<string, readonly CellValue[]>([
    [first.key, cells.map((cell) => (isTimed ? Date.parse(cell.first) : cell.first))],
    ['s', cells.map(({ second }) => second)],
    ['n', cells.map(({ value }) => value)],
  ]);
  const answer: ResultSet = {
    columns: [first, STATUS, COUNT],
    numRows: cells.length,
    meta,
    get: (key, row) => columns.get(key)?.[row] ?? null,
  };
  const week = { target: 'PullRequest', attribute: 'createdAt', unit: 'week' as const };
  const repository = { target: 'Repository', attribute: 'name' };
  const query = Query.parse({
    select: ['PullRequest'],
    groupBys: [isTimed ? week : repository, { target: 'PullRequest', attribute: 'status' }],
  });
  return { view, config, query, answer, cells };
}

/** The three pictures of the benchmark, and two small ones to switch between. */
export const PICTURES: Readonly<Record<string, () => Picture>> = {
  '5,000 bars': () =>
    picture({ view: 'barChart', config: { vertical: true }, first: WEEK, firsts: 500, seconds: 10 }),
  'a heat map of 60 × 60': () =>
    picture({ view: 'heatMap', config: {}, first: REPOSITORY, firsts: 60, seconds: 60 }),
  'a treemap of 2,000 cells': () =>
    picture({ view: 'treeMap', config: {}, first: REPOSITORY, firsts: 24, seconds: 83 }),
};

/** The small answer whose views are switched. */
export const SMALL = (): Picture =>
  picture({ view: 'barChart', config: {}, first: REPOSITORY, firsts: 12, seconds: 5 });

/** As many groups as a table is made for. */
const GROUPS = 100_000;
const many = (view: string, config: object, firsts: number, seconds: number) => (): Picture =>
  picture({ view, config, first: REPOSITORY, firsts, seconds });

/** The tables of the benchmark, which are drawn and scrolled. */
export const TABLES: Readonly<Record<string, () => Picture>> = {
  'a table of 100,000 groups': many('unifiedTable', {}, GROUPS / 10, 10),
  'the same with totals and bars': many('unifiedTable', { totals: true, bars: true }, GROUPS / 10, 10),
  'a tree of 20,000 groups, all open': many('nestedTable', { opened: 'all' }, 2_000, 10),
  'a pivot of 20,000 cells': many('pivotTable', { pivotGroupIndex: 1 }, 2_000, 10),
};
