import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { exploreAddress, Query, withDefaultBranch } from '@cairn/query';
import { kindOf, textOf, titleOf } from '../entity/read-entity.ts';
import { backName } from '../entity/related-query.ts';
import type { KindExplore, KindPage } from '../kind-page/kind-page.ts';

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

/** The address of that query in Explore, with the default branch where the page begins with it. */
export function exploreLink(
  orgId: string,
  entity: EntityDetail,
  { explore, overview }: Pick<KindPage, 'explore' | 'overview'>,
): string | null {
  const query = exploreQuery(entity, explore);
  if (!query) return null;
  const asked = overview.startsOnDefaultBranch ? withDefaultBranch(query) : query;
  return exploreAddress(orgId, { query: asked, title: titleOf(entity) });
}
