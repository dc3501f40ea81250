import type { EntityDetail } from '@cairn/contracts';
import type { RowSpec } from '../../rows/row-spec.ts';

const related = (entity: EntityDetail, name: string) =>
  entity.relations.find((relation) => relation.name === name);

/** The pull requests that a pipeline ran for and did not ship, which stand in a list of their own; null for none. */
export const onlyRanFor: NonNullable<RowSpec['listed']> = (entity) => {
  const ran = related(entity, 'PullRequest');
  const shipped = new Set(related(entity, 'Shipped')?.items.map(({ uuid }) => uuid));
  const isWhole = ran && ran.total <= ran.items.length;
  if (!ran || ran.total === 0 || (isWhole && ran.items.every(({ uuid }) => shipped.has(uuid)))) return null;
  return {
    kind: 'PullRequest',
    filters: [
      { target: 'CicdPipeline', attribute: 'uuid', comparison: { IN: [entity.uuid] } },
      { target: 'Deployment', attribute: 'uuid', comparison: { 'NOT IN': [entity.uuid] } },
    ],
  };
};
