import type { Configuration } from '@cairn/contracts';
import {
  isComparable,
  keepFilters,
  leavesOf,
  setMeasures,
  withDefaultBranch,
  type Query,
} from '@cairn/query';

export type KindInfo = Configuration['kinds'][number];
export type AttributeInfo = KindInfo['attributes'][number];

/** A field that a clause may use, with the relation to it. */
export interface CatalogueField {
  readonly target: string;
  /** The kind that has the field, where it is not a property of the relation. */
  readonly kind: string;
  readonly attribute: string;
  readonly label: string;
  /** The label of the kind itself or of the relation. */
  readonly owner: string;
  readonly type: AttributeInfo['type'];
  readonly unit: string | undefined;
  readonly reducers: readonly string[];
  readonly definition: string | undefined;
  /** True when one row may have several values, so that the field cannot be a column. */
  readonly many: boolean;
}

/** The kind by its name. */
export function kindNamed(configuration: Configuration, name: string): KindInfo | undefined {
  return configuration.kinds.find((kind) => kind.name === name);
}

/** The selected kind. A query without a selection is about events (X§3). */
export function selectedKind(query: Query): string {
  return query.select[0] ?? 'Event';
}

/** The provided fields of a kind and of its relations; its own come first, by priority. */
export function fieldsOf(configuration: Configuration, kindName: string): CatalogueField[] {
  const kind = kindNamed(configuration, kindName);
  if (!kind) return [];
  const related = kind.relations
    .filter(({ provided }) => provided)
    .flatMap((relation) => {
      const target = kindNamed(configuration, relation.target);
      const attributes = [...(target?.attributes ?? []), ...(relation.properties ?? [])];
      return fieldsAt(attributes, relation.target, relation);
    });
  return [...fieldsAt(kind.attributes, kind.name, { ...kind, many: false }), ...related];
}

function fieldsAt(
  attributes: readonly AttributeInfo[],
  kind: string,
  { name: target, label: owner, many }: { name: string; label: string; many: boolean },
): CatalogueField[] {
  return attributes
    .filter(({ provided, type }) => provided && type !== 'json')
    .toSorted((a, b) => b.priority - a.priority)
    .map((attribute) => ({
      target,
      kind,
      owner,
      attribute: attribute.name,
      label: attribute.label,
      type: attribute.type,
      unit: attribute.unit,
      reducers: attribute.reducers,
      definition: attribute.definition,
      many,
    }));
}

/** The field of a clause, if the selected kind has it. */
export function findField(
  configuration: Configuration,
  kindName: string,
  { target, attribute }: { target: string; attribute: string },
): CatalogueField | undefined {
  return fieldsOf(configuration, kindName).find(
    (field) => field.target === target && field.attribute === attribute,
  );
}

/** The attribute at the end of a path of relations, however long. */
export function attributeAt(
  configuration: Configuration,
  kindName: string,
  { target, attribute }: { target: string; attribute: string },
): AttributeInfo | undefined {
  const start = kindNamed(configuration, kindName);
  const path = target === kindName ? [] : target.split('.');
  let reached = start;
  let properties: readonly AttributeInfo[] = [];
  for (const name of path) {
    const relation = reached?.relations.find((each) => each.name === name);
    reached = relation && kindNamed(configuration, relation.target);
    properties = relation?.properties ?? [];
  }
  return [...(reached?.attributes ?? []), ...properties].find(({ name }) => name === attribute);
}

/** Selects another kind, and removes clauses that it lacks; returns how many those were. */
export function selectKind(
  query: Query,
  kind: string,
  configuration: Configuration,
): { query: Query; lost: number } {
  const fields = fieldsOf(configuration, kind);
  const known = new Set(fields.map(({ target, attribute }) => `${target}.${attribute}`));
  const has = ({ target, attribute }: { target: string; attribute: string }) =>
    known.has(`${target}.${attribute}`) ||
    (attribute === 'uuid' && fields.some((field) => field.target === target));
  const [filters, groupBys, aggregations] = [
    keepFilters(query.filters, has),
    query.groupBys.filter(has),
    query.aggregations.filter(has),
  ];
  const chosen = setMeasures({ ...query, filters, groupBys }, aggregations, [kind]);
  const isNew = query.select.length === 0 && knowsBranches(configuration);
  const selected = isNew ? withDefaultBranch(chosen) : chosen;
  return { query: selected, lost: clauseCount(query) - clauseCount(chosen) };
}

/** True when a source tells the branches of commits. */
export const knowsBranches = ({ kinds }: Configuration): boolean =>
  kinds.some(({ name, provided }) => name === 'Branch' && provided);

function clauseCount({ filters, groupBys, aggregations, formulas, having }: Query): number {
  return [leavesOf(filters), groupBys, aggregations, formulas, having].flat().length;
}

/** True when the query can be compared with an earlier period (X§5). */
export function mayCompare(query: Query, configuration: Configuration): boolean {
  const kind = selectedKind(query);
  type TypeOf = Parameters<typeof isComparable>[1];
  const typeOf = (field: Parameters<TypeOf>[0]) =>
    findField(configuration, kind, field)?.type as ReturnType<TypeOf>;
  return isComparable(query, typeOf);
}

/** The moments of the selected kind that a source fills. */
export function momentsOf({ kinds }: Configuration, { select }: Query): { value: string; label: string }[] {
  const kind = kinds.find(({ name }) => name === select[0]);
  const moments = kind?.attributes.filter(({ type, provided }) => type === 'datetime' && provided) ?? [];
  return moments.map(({ name, label }) => ({ value: name, label }));
}
