import { createHash } from 'node:crypto';
import { OrgId } from '@cairn/contracts';
import { KINDS } from '@cairn/entities';
import { tablesOf } from '../../src/store/ddl.ts';
import { CODE, CODE_EDGES } from './org/code.ts';
import { MEMBERSHIPS, PEOPLE, PEOPLE_EDGES } from './org/people.ts';
import { readTable } from './org/read.ts';
import type { CorpusRow, CorpusValue } from './org/read.ts';
import { DATED, WORK, WORK_EDGES } from './org/work.ts';

/** The org that every query of the corpus is asked of, and the moment at which. */
export const CORPUS_ORG = OrgId.parse('acme');
export const CORPUS_NOW = Date.parse('2024-11-05T12:00:00Z');

/** The org beside it: the same uuids and moments, every text behind this marker and every number above this one. */
export const HOSTILE_ORG = OrgId.parse('hostile');
export const HOSTILE_TEXT = 'HOSTILE-';
export const HOSTILE_NUMBER = 987_654_000;

/** What its source no longer has. */
const GONE = new Set(['b3', 'old.txt']);

/** A uuid that a name always has. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Change = (value: CorpusValue) => CorpusValue;
const same: Change = (value) => value;

const hostile: Change = (value) => {
  if (typeof value === 'string') return HOSTILE_TEXT + value;
  if (typeof value === 'number') return HOSTILE_NUMBER + value;
  return Array.isArray(value) ? value.map((each: string) => HOSTILE_TEXT + each) : value;
};

/** Types whose values are the same in both orgs. */
const KEPT = new Set(['TIMESTAMP', 'DATE', 'BOOLEAN', 'JSON']);

type Types = ReadonlyMap<string, string>;

function stored(row: CorpusRow, types: Types, change: Change): CorpusRow {
  const values = Object.entries(row).map(([name, value]): [string, CorpusValue] => {
    const type = types.get(name) ?? '';
    if (type === 'UUID') return [name, value === null ? null : uuidOf(String(value))];
    return [name, KEPT.has(type) || name === 'relation' ? value : change(value)];
  });
  const found = Object.fromEntries(values);
  return types.has('deleted') ? { ...found, deleted: GONE.has(String(row['uuid'])) } : found;
}

export interface CorpusTable {
  readonly name: string;
  /** Type of each column as DuckDB names it. */
  readonly types: Types;
  /** Columns that a row lacks are missing. */
  readonly rows: readonly CorpusRow[];
}

/** All rows of the org, or of the hostile one, as values that any engine can be loaded with. */
export function corpusTables(whose: 'asked' | 'hostile' = 'asked'): CorpusTable[] {
  const change = whose === 'hostile' ? hostile : same;
  const all = tablesOf(KINDS);
  const typesOf = (name: string): Types => all.get(name) ?? new Map();
  const table = (name: string, rows: readonly CorpusRow[]): CorpusTable => {
    const types = typesOf(name);
    return { name, types, rows: rows.map((row) => stored(row, types, change)) };
  };
  const relations = typesOf('Relation');
  return [
    ...Object.entries({ ...CODE, ...PEOPLE, ...WORK }).map(([name, text]) =>
      table(name, readTable(text, typesOf(name))),
    ),
    table('Relation', [
      ...readTable(MEMBERSHIPS, relations),
      ...readTable(DATED, relations),
      ...CODE_EDGES,
      ...PEOPLE_EDGES,
      ...WORK_EDGES,
    ]),
  ];
}
