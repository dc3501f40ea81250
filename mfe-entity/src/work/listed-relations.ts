import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Query } from '@cairn/query';
import { kindOf } from '../entity/read-entity.ts';
import { relatedQuery } from '../entity/related-query.ts';
import type { WorkList } from '../kind-page/kind-page.ts';

export type EntityRelation = EntityDetail['relations'][number];

/** The relations in the Work tab: those that the kind names in its order, then every other relation to many. */
export function listedRelations(
  entity: EntityDetail,
  lists: readonly WorkList[] | null,
): readonly EntityRelation[] {
  const filled = entity.relations.filter(({ total, former }) => total > 0 || former);
  const named = (lists ?? []).flatMap(({ relation, label }) =>
    filled
      .filter(({ name }) => name === relation)
      .map((found) => ({ ...found, label: label ?? found.label })),
  );
  const known = new Set(named.map(({ name }) => name));
  const others = filled.filter(
    ({ name }) => !known.has(name) && CATALOGUE.relation(kindOf(entity), name)?.many !== false,
  );
  return [...named, ...others];
}

/**
 * A query for a relation's entities, newest first; null when the short list is complete or no query exists.
 */
export function tableQuery(entity: EntityDetail, relation: EntityRelation, timezone: string): Query | null {
  if (relation.total <= relation.items.length) return null;
  const time = CATALOGUE.kind(relation.target)?.timeAttribute;
  const order = time ? [{ by: `${relation.target}.${time}`, direction: 'descending' as const }] : [];
  return relatedQuery(kindOf(entity), relation.name, entity.uuid, { order, timezone });
}
