import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE, type Kind, type Relation } from '@cairn/entities';
import { relatedOne } from '../../../../mfe-entity/src/entity/read-entity.ts';
import { GENERIC_PAGE } from '../../../../mfe-entity/src/kind-page/define-kind-page.tsx';
import { KIND_PAGES } from '../../../../mfe-entity/src/kinds/kinds.ts';
import { fewRelations } from '../../../../mfe-entity/src/overview/rail.tsx';
import { listedRelations } from '../../../../mfe-entity/src/work/listed-relations.ts';

/** A relation of the catalogue, with the statement that counts what it leads to from each entity. */
export interface WalkedRelation {
  readonly kind: string;
  readonly name: string;
  /** The entity with the most of them, and how many those are; no row where nothing is related. */
  readonly most: string;
}

/** The pairs of an entity and what a relation leads to, as it holds now. */
function pairsOf({ name }: Kind, { via, target }: Relation): string {
  if (via.kind === 'link') return `SELECT uuid AS here, "${via.column}" AS there FROM "${name}"`;
  if (via.kind === 'inverse') return `SELECT "${via.column}" AS here, uuid AS there FROM "${target}"`;
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  return `SELECT "${here}" AS here, "${there}" AS there FROM "Relation" WHERE relation = '${via.relation}'${via.dated ? ' AND until IS NULL' : ''}`;
}

/** Every relation of the catalogue to another entity. */
export const EVERY_RELATION: readonly WalkedRelation[] = CATALOGUE.kinds
  .filter(({ name }) => name !== 'Event')
  .flatMap((kind) =>
    kind.relations
      .filter(({ target }) => target !== 'Event')
      .map((relation) => ({
        kind: kind.name,
        name: relation.name,
        most: `SELECT here::VARCHAR AS uuid, count(DISTINCT there)::INTEGER AS total FROM (${pairsOf(kind, relation)})
          WHERE here IN (SELECT uuid FROM "${kind.name}" WHERE NOT deleted) AND there IN (SELECT uuid FROM "${relation.target}" WHERE NOT deleted)
          GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
      })),
  );

/** The names of the relations that the page of an entity shows: in lists, in the rail, or in its header and sections. */
export function shownRelations(entity: EntityDetail): Set<string> {
  const page = KIND_PAGES.find(({ kind }) => kind === entity.labels[0]) ?? GENERIC_PAGE;
  return new Set([
    ...listedRelations(entity, page.work.lists).map(({ name }) => name),
    ...fewRelations(entity, page).map(({ name }) => name),
    ...(page.author ? [page.author] : []),
    ...page.partOf.filter((name) => relatedOne(entity, name)).slice(0, 1),
    ...page.rail.leaveOut(entity),
  ]);
}
