import type { FacetQuestion } from '@cairn/contracts';
import type { Condition, Filter, QueryInput } from '@cairn/query';
import { parseField } from '@cairn/query';
import type { z } from 'zod';

export type CorpusCell =
  string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>;

interface Expected {
  /** What it shows, as a fact in the present tense; unique in the corpus. */
  readonly name: string;
  /** The values of each row in the order of the columns, without the id that entities always have. */
  readonly expected: readonly (readonly CorpusCell[])[];
}

/** A question to the org of the corpus and what it is answered, found out by reasoning or by SQL written by hand. */
export type CorpusCase = Expected &
  (
    | { readonly endpoint: 'group-bys' | 'entities' | 'time-series'; readonly query: QueryInput }
    | { readonly endpoint: 'facet-options'; readonly query: z.input<typeof FacetQuestion> }
  );

type Rows = readonly (readonly CorpusCell[])[];

/** Cases of groups over one kind. */
export function groupsOf(kind: string) {
  return (name: string, query: QueryInput, expected: Rows): CorpusCase => {
    return { name, endpoint: 'group-bys', query: { select: [kind], ...query }, expected };
  };
}

/** Cases of rows of one kind, each told by one column; ordered by it unless the query says otherwise. */
export function rowsOf(kind: string, column: string) {
  return (name: string, query: QueryInput, found: string): CorpusCase => {
    const order = [{ by: `${kind}.${column}`, direction: 'ascending' as const }];
    const all: QueryInput = { select: [kind], columns: [column], order, limit: 100, ...query };
    const expected = found === '' ? [] : found.split(' ').map((value) => [value]);
    return { name, endpoint: 'entities', query: all, expected };
  };
}

/** Cases of measures over time of one kind. */
export function seriesOf(kind: string) {
  return (name: string, query: QueryInput, expected: Rows): CorpusCase => {
    return { name, endpoint: 'time-series', query: { select: [kind], ...query }, expected };
  };
}

/** A filter on `Person.name`. */
export function where(field: string, comparison: Filter['comparison']): Condition {
  return { ...parseField(field), comparison };
}

/** A measure such as `sum(Commit.additions)`. */
export function measure(text: string) {
  const [, reducer = '', field = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  return { ...parseField(field), reducer: reducer as 'count' };
}

/** A group by a period of a moment, or by a part of the clock. */
export function each<U extends string>(unit: U, field: string) {
  return { ...parseField(field), unit };
}
