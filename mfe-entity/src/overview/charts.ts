import type { EntityDetail, View } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Query } from '@cairn/query';
import { aggregate, type ChartSpec } from '../charts/chart-spec.ts';
import { countOf, kindOf } from '../entity/read-entity.ts';
import { queryOf, relatedQuery } from '../entity/related-query.ts';

export interface OverviewChart {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

/** The charts of an entity as queries; a chart with too few related entities is omitted. */
export function chartsOf(
  entity: EntityDetail,
  specs: readonly ChartSpec[],
  timezone: string,
): OverviewChart[] {
  const kind = kindOf(entity);
  return specs.flatMap(({ title, view, query, of, through, filters = [], least = 1 }) => {
    const related = countOf(entity, through?.relation ?? of);
    if (related !== undefined && related < least) return [];
    const target = CATALOGUE.relation(kind, of)?.target ?? of;
    const more = { aggregations: aggregate(target, 'uuid', 'count'), timezone, ...query };
    const whole = through
      ? queryOf(target, through.path, entity.uuid, more)
      : relatedQuery(kind, of, entity.uuid, more);
    return whole
      ? [{ title, view, query: { ...whole, filters: [...(whole.filters ?? []), ...filters] } }]
      : [];
  });
}
