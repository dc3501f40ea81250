import type { FormulaNode, QueryInput } from '@cairn/query';
import { each, groupsOf, measure } from '../case.ts';
import type { CorpusCell, CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const COUNT = 'count(Commit.uuid)';
const SUM = 'sum(Commit.additions)';
const BY_PERSON: QueryInput = {
  groupBys: ['Person.name'],
  aggregations: [measure(COUNT), measure(SUM)],
  order: [{ by: 'Person.name', direction: 'ascending' }],
};
const MEASURED: readonly (readonly CorpusCell[])[] = [
  ['Ann', 4, 47],
  ['Bob', 3, 170],
  ['Zoë Ünal', 3, 10],
  ['robot[bot]', 1, 5],
  [null, 1, null],
];

/** One formula over the commits and lines of each person. */
const computes = (formula: FormulaNode[], ...values: CorpusCell[]): CorpusCase =>
  commits(
    JSON.stringify(formula),
    { ...BY_PERSON, formulas: [{ name: 'f', formula }] },
    MEASURED.map((row, index) => [...row, values[index] ?? null]),
  );

const FORMULAS: readonly CorpusCase[] = [
  computes(['add', COUNT, 1, 2], 7, 6, 6, 4, 4),
  computes(['subtract', 10, COUNT], 6, 7, 7, 9, 9),
  computes(['multiply', COUNT, COUNT], 16, 9, 9, 1, 1),
  computes(['multiply', COUNT, SUM, 2], 376, 1020, 60, 10, null),
  computes(['divide', SUM, COUNT], 11.75, 170 / 3, 10 / 3, 5, null),
  computes(['divide', COUNT, 0], null, null, null, null, null),
  computes(['divide', 12, SUM], 12 / 47, 12 / 170, 1.2, 2.4, null),
  computes(['ratio', 1, COUNT], 1 / 4, 1 / 3, 1 / 3, 1, 1),
  computes(['percentOfTotal', COUNT], 4 / 12, 3 / 12, 3 / 12, 1 / 12, 1 / 12),
  computes(['percentOfTotal', SUM], 47 / 232, 170 / 232, 10 / 232, 5 / 232, null),
  computes(['runningTotal', COUNT], 4, 7, 10, 11, 12),
  computes(['runningTotal', SUM], 47, 217, 227, 232, 232),
  computes(['runningTotal', ['percentOfTotal', COUNT]], 4 / 12, 7 / 12, 10 / 12, 11 / 12, 1),
  computes(['abs', ['subtract', 2, COUNT]], 2, 1, 1, 1, 1),
  computes(['round', ['divide', SUM, COUNT], 1], 11.8, 56.7, 3.3, 5, null),
  computes(['round', ['divide', SUM, 2]], 24, 85, 5, 3, null),
  computes(['round', SUM, -1], 50, 170, 10, 10, null),
  computes(['min', COUNT, 2], 2, 2, 2, 1, 1),
  computes(['min', SUM, 20], 20, 20, 10, 5, 20),
  computes(['max', SUM, 20], 47, 170, 20, 20, 20),
  computes(['coalesce', SUM, -1], 47, 170, 10, 5, -1),
  computes(['coalesce', ['divide', SUM, 0], SUM, -1], 47, 170, 10, 5, -1),
  computes(['ifNull', SUM, 0], 47, 170, 10, 5, 0),
  commits(
    'names a formula before it',
    {
      ...BY_PERSON,
      formulas: [
        { name: 'each', formula: ['divide', SUM, COUNT] },
        { name: 'twice', formula: ['multiply', 'each', 2] },
      ],
      limit: 1,
    },
    [['Ann', 4, 47, 11.75, 23.5]],
  ),
  commits(
    'runs a total along time for each of the other groups',
    {
      groupBys: ['Repository.name', each('month', 'Commit.committedAt')],
      formulas: [{ name: 'so far', formula: ['runningTotal', COUNT] }],
      sort: 'Repository.name',
      startDate: '2024-01-01',
    },
    [
      ['cairn', '2024-03-01T00:00:00Z', 3, 3],
      ['cairn', '2024-10-01T00:00:00Z', 2, 5],
      ['cairn', '2024-11-01T00:00:00Z', 1, 6],
      ['tools', '2024-03-01T00:00:00Z', 1, 1],
      ['tools', '2024-04-01T00:00:00Z', 2, 3],
      ['tools', '2024-11-01T00:00:00Z', 1, 4],
      ['we"ird, repo', '2024-11-01T00:00:00Z', 1, 1],
    ],
  ),
  commits(
    'sorts by a formula, missing ones last',
    { ...BY_PERSON, order: [], formulas: [{ name: 'f', formula: ['divide', SUM, COUNT] }], sort: '-f' },
    [
      ['Bob', 3, 170, 170 / 3],
      ['Ann', 4, 47, 11.75],
      ['robot[bot]', 1, 5, 5],
      ['Zoë Ünal', 3, 10, 10 / 3],
      [null, 1, null, null],
    ],
  ),
];

/** Which people a range of a column keeps. */
const having = (
  column: string,
  from: string | number | null,
  to: string | number | null,
  ...kept: number[]
) =>
  commits(
    `having ${column} from ${from} to ${to}`,
    { ...BY_PERSON, having: [{ column, comparison: { WITHIN: [from, to] } }] },
    kept.map((index) => MEASURED[index] ?? []),
  );

const HAVING: readonly CorpusCase[] = [
  having(COUNT, 3, null, 0, 1, 2),
  having(COUNT, null, 1, 3, 4),
  having(COUNT, 2, 3, 1, 2),
  having(COUNT, null, null, 0, 1, 2, 3, 4),
  having(SUM, 0, null, 0, 1, 2, 3),
  having(SUM, 4.5, 10.5, 2, 3),
  having(SUM, 1_000, null),
  commits(
    'narrows by a formula, after totals were made over all groups',
    {
      ...BY_PERSON,
      formulas: [{ name: 'share', formula: ['percentOfTotal', COUNT] }],
      having: [{ column: 'share', comparison: { WITHIN: [0.3, null] } }],
    },
    [['Ann', 4, 47, 4 / 12]],
  ),
  commits(
    'narrows by a moment',
    {
      groupBys: ['Person.name'],
      aggregations: [measure('max(Commit.committedAt)')],
      having: [{ column: 'max(Commit.committedAt)', comparison: { WITHIN: ['2024-11-01', null] } }],
    },
    [
      ['Ann', '2024-11-04T23:30:00Z'],
      ['Bob', '2024-11-03T06:30:00Z'],
      [null, '2024-11-03T05:30:00Z'],
    ],
  ),
  groupsOf('Sprint')(
    'ends a range of moments with its last day, as filters do: Sprint 1 ends as the 18th begins',
    {
      groupBys: ['Sprint.name'],
      aggregations: [measure('max(Sprint.endDate)')],
      having: [{ column: 'max(Sprint.endDate)', comparison: { WITHIN: [null, '2024-03-17'] } }],
    },
    [],
  ),
  commits(
    'asks several ranges at once',
    {
      ...BY_PERSON,
      having: [
        { column: COUNT, comparison: { WITHIN: [3, null] } },
        { column: SUM, comparison: { WITHIN: [null, 100] } },
      ],
    },
    [
      ['Ann', 4, 47],
      ['Zoë Ünal', 3, 10],
    ],
  ),
];

/** What is computed from measures, and ranges of it. */
export const COMPUTED_CASES: readonly CorpusCase[] = [...FORMULAS, ...HAVING];
