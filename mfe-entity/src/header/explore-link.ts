import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { exploreAddress, Query } from '@cairn/query';
import { kindOf, textOf, titleOf } from '../entity/read-entity.ts';
import { backName } from '../entity/related-query.ts';
import type { KindExplore } from '../kind-page/kind-page.ts';

/** The query that Explore opens for the entity; null for a kind that the catalogue lacks. */
export function exploreQuery(entity: EntityDetail, { attribute, relation }: KindExplore): Query | null {
  const kind = kindOf(entity);
  if (!CATALOGUE.kind(kind)) return null;
  const value = textOf(entity, attribute) ?? (attribute === 'name' ? entity.name : null);
  const back = relation && backName(kind, relation);
  const listed = relation && CATALOGUE.relation(kind, relation)?.target;
  return Query.parse({
    select: [back && listed ? listed : kind],
    filters: [
      {
        target: back ?? kind,
        attribute: value ? attribute : 'uuid',
        comparison: { IN: [value ?? entity.uuid] },
      },
    ],
  });
}

/** The address of that query in Explore. */
export function exploreLink(orgId: string, entity: EntityDetail, explore: KindExplore): string | null {
  const query = exploreQuery(entity, explore);
  return query && exploreAddress(orgId, { query, title: titleOf(entity) });
}
