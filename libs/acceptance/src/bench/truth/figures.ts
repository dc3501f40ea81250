import { type GroupBy, type QueryInput, parseField } from '@cairn/query';
import type { FileLines } from './changes.ts';
import type { HistoryCommit } from './git-history.ts';

/** A commit, or one file of it; a commit without files is one item without a file. */
export interface Item {
  readonly commit: HistoryCommit;
  readonly file: FileLines | null;
}

/** A field to group by: how git's items are grouped by it, and how a value of an answer is called. */
export interface Dimension {
  readonly name: string;
  readonly group: GroupBy;
  of(item: Item): string | null;
  read(value: unknown): string;
}

/** A measure: its text form, and how it is computed from the items of a group. */
export interface Figured {
  readonly text: string;
  of(items: readonly Item[]): number | null;
}

/** A part of the history: a filter, a window, or both. */
export interface Part {
  readonly name: string;
  readonly query: QueryInput;
  keeps(item: Item): boolean;
}

/** A question to Cairn with the answer that git's plumbing gives. */
export interface GitFigure {
  readonly name: string;
  readonly query: QueryInput;
  /** The column of the measure. */
  readonly column: string;
  /** The key of a row of the answer; empty for a single figure. */
  key(row: Readonly<Record<string, unknown>>): string;
  readonly expected: ReadonlyMap<string, number | null>;
}

export const WHOLE: Part = { name: 'all commits', query: {}, keeps: () => true };

/** A dimension of a text. */
export function textDimension(field: string, of: Dimension['of']): Dimension {
  return { name: field, group: { ...parseField(field) }, of, read: (value) => String(value) };
}

const measureOf = (text: string) => {
  const [, reducer = '', field = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  return { ...parseField(field), reducer: reducer as 'count' };
};

const columnOf = ({ target, attribute, unit }: GroupBy) =>
  unit ? `${unit}(${target}.${attribute})` : `${target}.${attribute}`;

const MISSING = 'n/a';
const keyOf = (values: readonly (string | null)[]) => values.map((value) => value ?? MISSING).join(' · ');

/** Groups git's items by dimensions. */
export function grouped(items: readonly Item[], dimensions: readonly Dimension[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(dimensions.map((dimension) => dimension.of(item)));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The key of a row of an answer. */
export const rowKey =
  (dimensions: readonly Dimension[]) =>
  (row: Readonly<Record<string, unknown>>): string =>
    keyOf(
      dimensions.map(({ group, read }) => {
        const value = row[columnOf(group)] ?? null;
        return value === null ? null : read(value);
      }),
    );

/** The query of a figure. */
export function queryOf(
  dimensions: readonly Dimension[],
  measures: readonly string[],
  part: Part,
): QueryInput {
  return {
    select: ['Commit'],
    timezone: 'UTC',
    ...part.query,
    groupBys: dimensions.map(({ group }) => group),
    aggregations: measures.map(measureOf),
    limit: 1_000_000,
  };
}

/** A figure of the items, by dimensions, of a part of the history. */
export function figureOf(
  items: readonly Item[],
  dimensions: readonly Dimension[],
  measure: Figured,
  part: Part = WHOLE,
): GitFigure {
  const kept = items.filter((item) => part.keeps(item));
  const groups = dimensions.length > 0 ? grouped(kept, dimensions) : new Map([['', kept]]);
  const by = dimensions.length > 0 ? ` by ${dimensions.map(({ name }) => name).join(' and ')}` : '';
  return {
    name: `${measure.text}${by}, ${part.name}`,
    query: queryOf(dimensions, [measure.text], part),
    column: measure.text,
    key: rowKey(dimensions),
    expected: new Map([...groups].map(([key, group]) => [key, measure.of(group)])),
  };
}
