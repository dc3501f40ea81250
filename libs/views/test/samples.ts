import type { Column } from '@cairn/contracts';
import { Query, type GroupBy } from '@cairn/query';
import { decodeRows, type ResultSet } from '@cairn/answer';

/** Answers of every shape, for the conformance suite and the gallery. */
export interface Sample {
  readonly name: string;
  readonly query: Query;
  readonly answer: ResultSet;
}

type Row = Record<string, unknown>;
const PERSON: Column = {
  key: 'Person.name',
  label: 'Author',
  type: 'string',
  role: 'group',
  target: 'Person',
  attribute: 'name',
};
const WEEK: Column = {
  key: 'week(Commit.committedAt)',
  label: 'Committed at',
  type: 'datetime',
  role: 'group',
  dateUnit: 'week',
  target: 'Commit',
  attribute: 'committedAt',
};
const COUNT: Column = {
  key: 'count(Commit.uuid)',
  label: 'Commits',
  type: 'number',
  role: 'measure',
  reducer: 'count',
};
const ENTITY: readonly Column[] = [
  { key: 'Commit.uuid', label: 'uuid', type: 'string', role: 'id', attribute: 'uuid' },
  { key: 'Commit.message', label: 'Message', type: 'string', role: 'attribute', attribute: 'message' },
  { key: 'Commit.additions', label: 'Additions', type: 'number', unit: 'line', role: 'attribute' },
  { key: 'Commit.committedAt', label: 'Committed at', type: 'datetime', role: 'attribute' },
];
// The first of June in Berlin, where the samples are drawn.
const START = Date.UTC(2026, 4, 31, 22);
const WEEK_MS = 7 * 86_400_000;
const names = [
  'Ada',
  'Grace',
  'Linus',
  'Barbara',
  'Edsger',
  'Donald',
  'Margaret',
  'Ken',
  'Radia',
  'Dennis',
  'Joan',
];
const person = (index: number) => `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`;
const week = (index: number) => new Date(START + index * WEEK_MS).toISOString();
const amount = (index: number) => ((index * 7919) % 97) + 1;

/** An answer over columns and rows, as the graph would send it. */
export function sampleAnswer(columns: readonly Column[], data: Row[], timeUnit?: string): ResultSet {
  const meta = {
    limit: data.length,
    total: data.length,
    truncated: false,
    timezone: 'Europe/Berlin',
    start: null,
    end: null,
    dataVersion: 1,
    ...(timeUnit ? { timeUnit } : {}),
  };
  return decodeRows({ data, columns: [...columns], meta });
}

const personGroup: GroupBy = { target: 'Person', attribute: 'name' };
const weekGroup: GroupBy = { target: 'Commit', attribute: 'committedAt', unit: 'week' };

function sizes(row: (index: number) => Row, nothing: Row): [name: string, rows: Row[]][] {
  const many = (count: number) => Array.from({ length: count }, (_, index) => row(index));
  return [
    ['no rows', []],
    ['one row', many(1)],
    ['missing values', [...many(3), nothing]],
    ['twelve rows', many(12)],
    ['10,000 rows', many(10_000)],
  ];
}

interface Kind {
  readonly name: string;
  readonly groups: GroupBy[];
  readonly columns: readonly Column[];
  readonly row: (index: number) => Row;
  readonly nothing: Row;
}

const KINDS: readonly Kind[] = [
  {
    name: 'by person',
    groups: [personGroup],
    columns: [PERSON, COUNT],
    row: (index) => ({ [PERSON.key]: person(index), [COUNT.key]: amount(index) }),
    nothing: { [PERSON.key]: null, [COUNT.key]: null },
  },
  {
    name: 'per week',
    groups: [weekGroup],
    columns: [WEEK, COUNT],
    row: (index) => ({ [WEEK.key]: week(index % 200), [COUNT.key]: amount(index) }),
    nothing: { [WEEK.key]: null, [COUNT.key]: 3 },
  },
  {
    name: 'per week and person',
    groups: [weekGroup, personGroup],
    columns: [WEEK, PERSON, COUNT],
    row: (index) => ({
      [WEEK.key]: week(Math.floor(index / 5) % 60),
      [PERSON.key]: person(index % 5),
      [COUNT.key]: amount(index),
    }),
    nothing: { [WEEK.key]: week(0), [PERSON.key]: null, [COUNT.key]: null },
  },
  {
    name: 'without a group',
    groups: [],
    columns: [COUNT],
    row: (index) => ({ [COUNT.key]: amount(index) }),
    nothing: { [COUNT.key]: null },
  },
  {
    name: 'entities',
    groups: [],
    columns: ENTITY,
    row: (index) => ({
      'Commit.uuid': `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      'Commit.message': `Fix ${index}`,
      'Commit.additions': amount(index),
      'Commit.committedAt': week(index % 50),
    }),
    nothing: { 'Commit.uuid': '00000000-0000-4000-8000-ffffffffffff', 'Commit.message': null },
  },
  {
    name: 'a time series',
    groups: [],
    columns: [
      { key: 'timestamp', label: 'Time', type: 'datetime', role: 'group' },
      { key: 'series', label: 'Author', type: 'string', role: 'group' },
      COUNT,
    ],
    row: (index) => ({ timestamp: week(index % 120), series: person(index % 3), [COUNT.key]: amount(index) }),
    nothing: { timestamp: week(3), series: null, [COUNT.key]: null },
  },
];

/** Every kind of answer in every size. */
export const SAMPLES: readonly Sample[] = KINDS.flatMap(({ name, groups, columns, row, nothing }) =>
  sizes(row, nothing).map(([size, rows]) => ({
    name: `${name}, ${size}`,
    query: Query.parse({ orgId: 'acme', select: ['Commit'], groupBys: groups }),
    answer: sampleAnswer(columns, rows, name === 'a time series' ? 'weeks' : undefined),
  })),
);
