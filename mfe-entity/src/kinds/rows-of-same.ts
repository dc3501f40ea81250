import type { EntityDetail } from '@cairn/contracts';
import { relatedOne } from '../entity/read-entity.ts';
import type { RowSpec } from '../rows/row-spec.ts';

/** Lists the entities of a kind that share what one relation leads to, such as all work on the same issue. */
export function rowsOfSame(kind: string, relation: string): NonNullable<RowSpec['listed']> {
  return (entity: EntityDetail) => {
    const found = relatedOne(entity, relation);
    if (!found) return null;
    return { kind, filters: [{ target: relation, attribute: 'uuid', comparison: { IN: [found.uuid] } }] };
  };
}
