import type { Integration, Relation } from '@cairn/entities';
import { parseField } from '@cairn/query';
import type { Condition } from '@cairn/query';
import { attributeColumn } from './columns.ts';
import { filterExprs, windowExpr } from './filters.ts';
import type { OrderBy, Projection, RowsPlan } from './plan.ts';
import { invalidQuery } from './refusals.ts';
import { Joins, fieldOf, isMany } from './scope.ts';
import type { QueryField, QueryScope } from './scope.ts';
import { searchExpr } from './search.ts';

/** The parts of a query that a plan of rows is made from. */
export interface RowsQuery {
  readonly filters: readonly Condition[];
  readonly search: string;
  /** Attribute paths as text, or bare names of the selected kind. */
  readonly columns: readonly string[];
  readonly order: readonly { readonly by: string; readonly direction: 'ascending' | 'descending' }[];
  readonly limit: number;
  readonly offset: number;
}

const SHOWN_FIRST = 500;
/** What rows are named by: the first of these that a kind has, so a column of it says nothing new. */
const NAMING = ['title', 'summary', 'body'];
const MOST_LINKS = 3;
const UNORDERED = new Set(['json', 'string[]']);

/** The field of the first one where a row has several; a join of its own, since conditions are about any of them. */
function firstOf(field: QueryField): QueryField {
  const path = field.path.map((relation): Relation =>
    relation.first
      ? { ...relation, name: `first ${relation.name}`, many: false, via: relation.first }
      : relation,
  );
  return { ...field, path };
}

export function fieldNamed(text: string, scope: QueryScope): QueryField {
  const name = text.includes('.') ? parseField(text) : { target: scope.kind.name, attribute: text };
  const field = firstOf(fieldOf(scope, name));
  if (isMany(field)) {
    throw invalidQuery(
      `One ${scope.kind.label.toLowerCase()} has many of ${text}, so it cannot be a column of it; group by it instead.`,
    );
  }
  return field;
}

/** How near the kinds are that say where something is; of two alike the first relation of a kind is taken. */
const PLACES: Readonly<Record<string, number>> = {
  Repository: 0,
  Project: 0,
  Channel: 1,
  PullRequest: 2,
  Issue: 3,
};
const placeOf = ({ name }: { readonly name: string }) => PLACES[name] ?? Number.POSITIVE_INFINITY;

/** The default columns of a kind: what, when, who and where, then main attributes and other links. */
export function usualColumns({ kind }: Pick<QueryScope, 'kind'>, sources: readonly Integration[]): string[] {
  const isFilled = (providedBy: readonly Integration[]) => providedBy.some((each) => sources.includes(each));
  const isOne = ({ many, first }: Relation) => !many || first !== undefined;
  const links = kind.relations.filter((link) => isOne(link) && isFilled(link.providedBy));
  const who = links.find(({ target }) => target === 'Person');
  const places = links.filter((link) => Number.isFinite(placeOf(link)));
  const where = places.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
  const main = [who, where].filter((link) => link !== undefined);
  const others = links.filter((link) => !main.includes(link)).slice(0, MOST_LINKS - main.length);
  const naming = NAMING.find((text) => kind.attributes.some(({ name }) => name === text));
  // A repository as its source writes it says no more than the repository that is shown.
  const linked = new Set([...main, ...others].map(({ label }) => label));
  const own = kind.attributes
    .filter(
      ({ name, label, priority, providedBy, type }) =>
        priority >= SHOWN_FIRST &&
        !linked.has(label) &&
        isFilled(providedBy) &&
        type !== 'json' &&
        name !== kind.timeAttribute &&
        name !== naming,
    )
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ name }) => `${kind.name}.${name}`);
  const names = (of: typeof links) => of.map(({ name }) => `${name}.name`);
  const moment = `${kind.name}.${kind.timeAttribute}`;
  return [...own.slice(0, 1), moment, ...names(main), ...own.slice(1), ...names(others)];
}

function orderOf(question: RowsQuery, scope: QueryScope, joins: Joins, hidden: Projection[]): OrderBy[] {
  const usual = [{ by: scope.kind.timeAttribute, direction: 'descending' as const }];
  const asked = question.order.length > 0 ? question.order : usual;
  const order = asked.map(({ by, direction }, index) => {
    const field = fieldNamed(by, scope);
    if (UNORDERED.has(field.type)) throw invalidQuery(`${by} has no order.`);
    hidden.push({ name: `o${index}`, expr: joins.column(field) });
    const { ranks } = field.attribute;
    return { name: `o${index}`, descending: direction === 'descending', ...(ranks ? { ranks } : {}) };
  });
  return [...order, { name: 'id', descending: false }];
}

/**
 * Plans a page of rows. It always has `uuid`, so that a row can be opened; the default order is newest first.
 */
export function planRows(question: RowsQuery, scope: QueryScope): RowsPlan {
  const joins = new Joins(scope);
  const id = fieldOf(scope, { target: scope.kind.name, attribute: 'uuid' });
  const fields = new Map(
    question.columns.map((text) => {
      const field = fieldNamed(text, scope);
      return [`${field.target}.${field.attribute.name}`, field];
    }),
  );
  fields.delete(`${scope.kind.name}.uuid`);
  const hidden: Projection[] = [];
  return {
    node: 'rows',
    base: scope.base,
    projections: [
      { name: 'id', expr: joins.column(id), column: { ...attributeColumn(id, scope), key: 'uuid' } },
      ...[...fields.values()].map((field, index) => ({
        name: `c${index}`,
        expr: joins.column(field),
        column: attributeColumn(field, scope),
      })),
    ],
    order: orderOf(question, scope, joins, hidden),
    hidden,
    where: [
      ...windowExpr(scope, joins),
      ...filterExprs(question.filters, scope, joins),
      ...searchExpr(question.search, scope),
    ],
    joins: joins.made,
    limit: question.limit,
    offset: question.offset,
  };
}
