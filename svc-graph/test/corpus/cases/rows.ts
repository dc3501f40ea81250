import type { CorpusCase } from '../case.ts';
import { rowsOf, where } from '../case.ts';

const shas = rowsOf('Commit', 'sha');
const by = (field: string, direction: 'ascending' | 'descending' = 'ascending') => ({ by: field, direction });
const ALL = 'a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b4';

const ONE_OF_EACH_TYPE: CorpusCase = {
  name: 'hands out every type of value as it is stored',
  endpoint: 'entities',
  query: {
    select: ['Commit'],
    columns: ['sha', 'additions', 'isMerge', 'committedAt', 'filesAdded', 'Person.name', 'diffData'],
    filters: [where('Commit.sha', { IN: ['a1', 'a2', 'a5', 'a9'] })],
    order: [by('sha')],
  },
  expected: [
    ['a1', 10, false, '2024-03-10T06:59:59Z', ['src/a.ts', 'src/b.ts'], 'Ann', null],
    ['a2', 20, false, '2024-03-10T07:00:00Z', null, 'Ann', { files: 1 }],
    ['a5', 0, false, '2024-04-06T14:59:59.999Z', [], 'Zoë Ünal', null],
    ['a9', null, true, '2024-11-03T05:30:00Z', null, null, null],
  ],
};

/** Rows themselves: which there are, their columns, order and pages. */
export const ROW_CASES: readonly CorpusCase[] = [
  shas('leaves out what its source no longer has', {}, ALL),
  shas(
    'shows the newest first by default, undated ones last',
    { order: [] },
    'b2 b1 a9 a8 a7 a6 a5 a4 a3 a2 a1 b4',
  ),
  shas(
    'orders by a number, largest first, missing ones last',
    { order: [by('Commit.additions', 'descending'), by('sha')] },
    'b1 a4 a3 a2 b2 a1 a6 a7 a8 b4 a5 a9',
  ),
  shas(
    'orders by a number, smallest first, missing ones last',
    { order: [by('additions'), by('sha')] },
    'a5 b4 a7 a8 a6 a1 b2 a2 a3 a4 b1 a9',
  ),
  shas(
    'orders by what a row links to',
    { order: [by('Person.name'), by('sha')] },
    'a1 a2 a7 b2 a3 a4 b1 a5 a6 b4 a8 a9',
  ),
  shas(
    'orders by a flag',
    { order: [by('Commit.isMerge', 'descending'), by('sha')] },
    'a9 a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b4',
  ),
  shas(
    'sorts by a key with a minus in front',
    { order: [], sort: '-sha' },
    'b4 b2 b1 a9 a8 a7 a6 a5 a4 a3 a2 a1',
  ),
  shas(
    'sorts after the order',
    { order: [by('Commit.isMerge', 'descending')], sort: '-sha', limit: 3 },
    'a9 b4 b2',
  ),
  shas('stops at the limit', { limit: 3 }, 'a1 a2 a3'),
  shas('turns the page', { limit: undefined, page: 2, pageSize: 5 }, 'a6 a7 a8 a9 b1'),
  shas('has nothing behind the last page', { limit: undefined, page: 4, pageSize: 5 }, ''),
  shas('keeps pages within the limit', { limit: 7, page: 2, pageSize: 5 }, 'a6 a7'),
  ONE_OF_EACH_TYPE,
  {
    name: 'keeps fractions, dates without a time, quotes and letters of other scripts',
    endpoint: 'entities',
    query: {
      select: ['Flow'],
      columns: ['Date', 'focusTimePercent', 'Person.name'],
      order: [by('Flow.name')],
    },
    expected: [
      ['2024-03-04', 0.5, 'Ann'],
      ['2024-03-05', 0.75, 'Ann'],
      ['2024-03-05', 0, 'Bob'],
      [null, null, 'Bob'],
    ],
  },
  {
    name: 'follows links of links, over a missing one to nothing',
    endpoint: 'entities',
    query: {
      select: ['Commit'],
      columns: ['sha', 'Branch.Repository.name', 'Branch.Head.sha', 'Repository.Project.name'],
      filters: [where('Commit.sha', { IN: ['a2', 'a4', 'b1'] })],
      order: [by('sha')],
    },
    expected: [
      ['a2', 'cairn', 'b2', 'Cairn'],
      ['a4', 'tools', 'a6', null],
      ['b1', null, null, null],
    ],
  },
  {
    name: 'means events where nothing is selected',
    endpoint: 'entities',
    query: { columns: ['action', 'Person.name'], order: [by('occurredAt'), by('action')], limit: 4 },
    expected: [
      ['created', 'Bob'],
      ['changed', 'Ann'],
      ['committed', 'Ann'],
      ['merged', 'Bob'],
    ],
  },
  {
    name: 'takes a column twice only once',
    endpoint: 'entities',
    query: { select: ['Team'], columns: ['name', 'Team.name', 'name'], order: [by('name')] },
    expected: [['Engineering'], ['core'], ['web']],
  },
];
