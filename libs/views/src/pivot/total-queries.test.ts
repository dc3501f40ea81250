import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import type { FurtherAnswers } from '../view.ts';
import { totalQueries } from './total-queries.ts';
import { figureOf, openRows, pivotColumns } from './pivot-rows.ts';
import { ALL, pivotTree } from './pivot-tree.ts';

const group = (key: string): Column => ({ key, label: key, type: 'string', role: 'group', attribute: key });
const [REPO, TYPE, STATUS] = [group('repo'), group('type'), group('status')];
const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };
const MEDIAN: Column = { ...COUNT, key: 'median', label: 'Cycle time', reducer: 'median', unit: 'second' };
const query = Query.parse({
  select: ['PullRequest'],
  groupBys: ['Repository.repo', 'PullRequest.type', 'PullRequest.status'],
  limit: 5,
  pageSize: 20,
});
const rows = [
  { repo: 'search', type: 'Bug', status: 'Merged', n: 9, median: 10 },
  { repo: 'search', type: null, status: 'Merged', n: 1, median: 90 },
  { repo: 'billing', type: 'Bug', status: 'Open', n: 4, median: 30 },
];
const answer = sampleAnswer([REPO, TYPE, STATUS, COUNT, MEDIAN], rows);
const counted = sampleAnswer([REPO, TYPE, STATUS, COUNT], rows);
const setsOf = (...given: Parameters<typeof totalQueries>) =>
  Object.values(totalQueries(...given)).map((each) => each.query.groupBys.map(({ attribute }) => attribute));

describe('the totals that a pivot asks for', () => {
  it('are over every group within which there are others, of each column and of all', () => {
    expect(setsOf(query, answer, { across: 2, invert: false })).toEqual([
      [],
      ['status'],
      ['repo'],
      ['repo', 'status'],
      ['repo', 'type'],
    ]);
    expect(setsOf(query, answer, { across: null, invert: true })).toEqual([
      [],
      ['status'],
      ['type', 'status'],
    ]);
  });

  it('are not asked where the groups tell them, nor where groups had to pass a condition', () => {
    expect(setsOf(query, counted, { across: 2, invert: false })).toEqual([]);
    const having = [{ column: 'n', comparison: { WITHIN: [1, 5] as [number, number] } }];
    expect(setsOf({ ...query, having }, answer, { across: 2, invert: false })).toEqual([]);
    expect(setsOf(query, undefined, { across: 2, invert: false })).toEqual([]);
  });

  it('are asked where the answer was cut, and ask for all groups', () => {
    const cut = { ...counted, meta: { ...counted.meta, total: 99 } };
    const [first] = Object.values(totalQueries(query, cut, { across: 2, invert: false }));
    expect(first?.query).toMatchObject({ groupBys: [], order: [], limit: 20_000 });
    expect(first?.query).not.toHaveProperty('pageSize');
  });
});

describe('a pivot with the totals that it asked for', () => {
  const total = (columns: Column[], data: Record<string, unknown>[]) =>
    sampleAnswer([...columns, COUNT, MEDIAN], data);
  const further: FurtherAnswers = {
    'total ': total([], [{ n: 14, median: 20 }]),
    'total 2': total(
      [STATUS],
      [
        { status: 'Merged', n: 10, median: 12 },
        { status: 'Open', n: 4, median: 30 },
      ],
    ),
    'total 0': total(
      [REPO],
      [
        { repo: 'search', n: 10, median: 12 },
        { repo: 'billing', n: 4, median: 30 },
      ],
    ),
    'total 0 2': total([REPO, STATUS], [{ repo: 'search', status: 'Merged', n: 10, median: 12 }]),
    'total 0 1': total([REPO, TYPE], [{ repo: 'search', type: null, n: 1, median: 90 }]),
    overlays: total([], [{ n: 0, median: 0 }]),
  };
  const options = { timezone: 'UTC', now: 0, across: 2, columns: ['median'] };
  const shown = (given?: FurtherAnswers) => {
    const tree = pivotTree(answer, { ...options, further: given });
    const columns = pivotColumns(tree, { totals: true, values: true });
    return [...openRows(tree, () => true, null), tree.whole].map((node) =>
      [node.label, ...columns.map((column) => figureOf(node, column) ?? '-')].join(' '),
    );
  };

  it('has the median of all values over several groups, never one of medians', () => {
    expect(shown()).toEqual([
      'search - - -',
      'Bug 10 - 10',
      'n/a 90 - 90',
      'billing - 30 30',
      'Bug - 30 30',
      'Total - 30 -',
    ]);
    expect(shown(further)).toEqual([
      'search 12 - 12',
      'Bug 10 - 10',
      'n/a 90 - 90',
      'billing - 30 30',
      'Bug - 30 30',
      'Total 12 30 20',
    ]);
  });

  it('shows the chosen measures alone', () => {
    const tree = pivotTree(answer, options);
    expect(tree.measures.map(({ column }) => column.key)).toEqual(['median']);
    expect(pivotTree(answer, { ...options, columns: ['gone'] }).measures).toHaveLength(2);
    expect(pivotColumns(tree, { totals: true, values: true }).at(-1)?.across).toBe(ALL);
  });
});
