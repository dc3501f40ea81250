import { CATALOGUE, type Relation } from '@cairn/entities';
import { type Condition, type Filter, Query, type QueryInput } from '@cairn/query';

const isInverse = (one: Relation['via'], other: Relation['via']): boolean => {
  if (one.kind === 'edge' && other.kind === 'edge') {
    return one.relation === other.relation && one.direction !== other.direction;
  }
  return (
    one.kind !== 'edge' && other.kind !== 'edge' && one.kind !== other.kind && one.column === other.column
  );
};

/** The inverse of a relation; null when the catalogue has none. */
export function backName(kind: string, relation: string): string | null {
  const forth = CATALOGUE.relation(kind, relation);
  const back =
    forth &&
    CATALOGUE.kind(forth.target)?.relations.find(
      (each) => each.target === kind && isInverse(forth.via, each.via),
    );
  return back?.name ?? null;
}

/** A query for entities of a kind whose relation `name` leads to this uuid. */
export function queryOf(kind: string, name: string, uuid: string, more: QueryInput = {}): Query {
  const filters = [{ target: name, attribute: 'uuid', comparison: { IN: [uuid] } }];
  return Query.parse({ select: [kind], filters, ...more });
}

/** The filters of a query, whose first names the entity; with `across`, a further path may lead to it as well. */
export function filtersAcross(filters: readonly Condition[], across: string | undefined): Condition[] {
  const [own, ...others] = filters;
  if (across === undefined || own === undefined) return [...filters];
  return [{ any: [own, { ...(own as Filter), target: across }] }, ...others];
}

/** A query for the entities that a relation leads to; null when no inverse exists to filter by. */
export function relatedQuery(
  kind: string,
  relation: string,
  uuid: string,
  more: QueryInput = {},
): Query | null {
  const target = CATALOGUE.relation(kind, relation)?.target;
  const back = backName(kind, relation);
  return target && back ? queryOf(target, back, uuid, more) : null;
}
