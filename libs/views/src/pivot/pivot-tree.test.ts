import type { Column } from '@cairn/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { rollup } from './pivot-cells.ts';
import { figureOf, figuresOf, openRows, pivotColumns, rowOrder } from './pivot-rows.ts';
import { pivotTree, type PivotNode, type PivotTree } from './pivot-tree.ts';

const group = (key: string, target = 'Repository'): Column => ({
  key,
  label: key,
  type: 'string',
  role: 'group',
  target,
  attribute: 'name',
});
const [REPO, STATUS] = [group('repo'), group('status')];
const COUNT: Column = {
  key: 'count',
  label: 'Pull requests',
  type: 'number',
  role: 'measure',
  reducer: 'count',
};
const MEDIAN: Column = { ...COUNT, key: 'median', label: 'Cycle time', reducer: 'median', unit: 'second' };
const MOST: Column = { ...COUNT, key: 'max', label: 'Largest', reducer: 'max' };
const options = { timezone: 'UTC', now: Date.UTC(2026, 10, 21), across: 1 };

const ROWS = [
  ['search', 'Merged', 141, 50, 9],
  ['search', 'Open', 3, 70, 4],
  ['billing', 'Merged', 20, 10, 7],
] as const;
const answerOf = (measures: Column[], rows: readonly (readonly unknown[])[] = ROWS) =>
  sampleAnswer(
    [REPO, STATUS, ...measures],
    rows.map(([repo, status, count, median, max]) => ({ repo, status, count, median, max })),
  );

/** What a pivot shows: each row with its figures. */
function shown(tree: PivotTree, nodes: readonly PivotNode[] = tree.whole.children) {
  const columns = pivotColumns(tree, { totals: true, values: true });
  return nodes.map((node) => [node.label, ...columns.map((column) => figureOf(node, column))]);
}

describe('a pivot', () => {
  const tree = pivotTree(answerOf([COUNT]), options);

  it('has one group across and the other down, the largest first, with totals', () => {
    expect(tree.across.map(({ label }) => label)).toEqual(['Merged', 'Open']);
    expect(shown(tree)).toEqual([
      ['search', 141, 3, 144],
      ['billing', 20, null, 20],
    ]);
    expect(shown(tree, [tree.whole])).toEqual([['Total', 161, 3, 164]]);
  });

  it('has no total of what does not add up, and that of a largest is the largest', () => {
    const both = pivotTree(answerOf([MEDIAN, MOST]), options);
    expect(shown(both, [both.whole])).toEqual([['Total', 70, 4, null, 9, null, 9]]);
    const overlapping = { ...COUNT, overlap: 'A pull request may have several statuses.' };
    const counted = pivotTree(answerOf([overlapping]), options);
    expect(shown(counted, [counted.whole])[0]?.at(-1)).toBeNull();
  });

  it('has every row in one column where no group goes across, and groups within groups', () => {
    const nested = pivotTree(answerOf([COUNT]), { ...options, across: null });
    expect(shown(nested)).toEqual([
      ['search', 144],
      ['billing', 20],
    ]);
    expect(shown(nested, nested.whole.children[0]?.children)).toEqual([
      ['Merged', 141],
      ['Open', 3],
    ]);
    const inverted = pivotTree(answerOf([COUNT]), { ...options, across: null, invert: true });
    expect(shown(inverted)).toEqual([
      ['Merged', 161],
      ['Open', 3],
    ]);
  });

  it('sums columns beyond sixty as Other where they add up, and says so', () => {
    const many = Array.from({ length: 100 }, (_, at) => ['search', `S${at}`, at + 1]);
    const wide = pivotTree(answerOf([COUNT], many), options);
    expect(wide.across).toHaveLength(61);
    expect(wide.across.at(-1)?.label).toBe('Other');
    expect(shown(wide)[0]?.slice(-2)).toEqual([820, 5050]);
    expect(wide.cuts).toEqual(['the largest 60 of 100 columns']);
  });

  it('has no Other of columns that do not add up, which stay in the totals, and says so', () => {
    const many = Array.from({ length: 100 }, (_, at) => ['search', `S${at}`, at + 1]);
    const middle: Column = { ...COUNT, reducer: 'median' };
    const wide = pivotTree(answerOf([middle], many), options);
    expect(wide.across).toHaveLength(60);
    expect(wide.cuts).toEqual([
      'the largest 60 of 100 columns',
      'the others do not add up, so they are in the totals alone',
    ]);
  });

  it('names each value that is missing, and keeps what has no date', () => {
    const week: Column = { ...STATUS, type: 'datetime', dateUnit: 'week' };
    const rows = [
      { repo: null, status: '2026-11-02T00:00:00Z', count: 2 },
      { repo: 'a', status: null, count: 5 },
    ];
    const dated = pivotTree(sampleAnswer([REPO, week, COUNT], rows), options);
    expect(dated.across.map(({ label }) => label)).toEqual(['Nov 2, 2026', 'n/a']);
    expect(shown(dated)).toEqual([
      ['a', null, 5, 5],
      ['n/a', 2, null, 2],
    ]);
  });

  it('adds up to the whole over any answer, whichever group goes across', () => {
    const cell = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', null), fc.nat(1_000));
    const rows = fc.uniqueArray(cell, { selector: ([repo, status]) => `${repo} ${status}`, minLength: 1 });
    fc.assert(
      fc.property(rows, fc.constantFrom(0, 1, null), (cells, across) => {
        const any = pivotTree(answerOf([COUNT], cells), { ...options, across });
        const sum = cells.reduce((total, [, , value]) => total + value, 0);
        expect(shown(any, [any.whole])[0]?.at(-1)).toBe(sum);
      }),
    );
  });
});

describe('the rows of a pivot', () => {
  const tree = pivotTree(answerOf([COUNT]), { ...options, across: null });
  const columns = pivotColumns(tree, { totals: true, values: true });
  const labels = (open: boolean, sort: Parameters<typeof rowOrder>[0] | null = null) =>
    openRows(tree, () => open, sort && rowOrder(sort, figuresOf(columns, sort.id))).map(({ label }) => label);

  it('are those of open rows', () => {
    expect(labels(false)).toEqual(['search', 'billing']);
    expect(labels(true)).toEqual(['search', 'Merged', 'Open', 'billing', 'Merged']);
  });

  it('stand on pages of outermost rows, after they are sorted', () => {
    const byName = rowOrder({ id: 'name', direction: 'ascending' }, undefined);
    const on = (from: number) => openRows(tree, () => true, byName, { from, to: from + 1 });
    expect([on(0), on(1)].map((rows) => rows.map(({ label }) => label))).toEqual([
      ['billing', 'Merged'],
      ['search', 'Merged', 'Open'],
    ]);
  });

  it('sort within their row by any column, and as they were by one that is gone', () => {
    expect(labels(true, { id: 'value', direction: 'ascending' })).toEqual([
      'billing',
      'Merged',
      'search',
      'Open',
      'Merged',
    ]);
    expect(labels(false, { id: 'name', direction: 'ascending' })).toEqual(['billing', 'search']);
    expect(labels(false, { id: 'gone', direction: 'ascending' })).toEqual(['search', 'billing']);
  });

  it('sort by their change, and one without a figure comes last either way', () => {
    const before: Column = { ...COUNT, key: 'comparison(count)', period: 'comparison' };
    const answer = sampleAnswer(
      [REPO, COUNT, before],
      [
        { repo: 'up', count: 3, 'comparison(count)': 1 },
        { repo: 'unknown', count: 2, 'comparison(count)': null },
        { repo: 'down', count: 1, 'comparison(count)': 2 },
      ],
    );
    const compared = pivotTree(answer, { ...options, across: null });
    const all = pivotColumns(compared, { totals: true, values: false });
    expect(all.map(({ shows }) => shows)).toEqual(['now', 'change']);
    const id = all[1]?.id ?? '';
    const sorted = (direction: 'ascending' | 'descending') =>
      openRows(compared, () => true, rowOrder({ id, direction }, figuresOf(all, id))).map(
        ({ label }) => label,
      );
    expect(sorted('ascending')).toEqual(['down', 'up', 'unknown']);
    expect(sorted('descending')).toEqual(['up', 'down', 'unknown']);
  });
});

describe('a rollup', () => {
  it.each([
    ['min', 1],
    ['max', 4],
    ['sum', 7],
    ['avg', 2],
  ] as const)('is the %s of its values', (stat, expected) => {
    expect(rollup(stat, [1, 2, 4])).toBe(expected);
    expect(rollup(stat, [])).toBeNull();
  });
});
