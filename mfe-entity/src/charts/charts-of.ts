import type { EntityDetail, View } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { DEFAULT_BRANCH, type Condition, type Filter, type Query } from '@cairn/query';
import { aggregate, type ChartSpec } from './chart-spec.ts';
import { countOf, kindOf } from '../entity/read-entity.ts';
import { queryOf, relatedQuery } from '../entity/related-query.ts';

export interface OverviewChart {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

/** The filters of a chart; one of a file that was renamed also holds for its former paths. */
function filtersOf(whole: readonly Condition[], { across, filters = [] }: ChartSpec): Condition[] {
  const [own, ...others] = whole;
  if (across === undefined || own === undefined) return [...whole, ...filters];
  return [{ any: [own, { ...(own as Filter), target: across }] }, ...others, ...filters];
}

/** Which part of an entity's data charts are of. */
export interface ChartScope {
  /** The duration before now; null for all time. A chart with a time of its own keeps that. */
  readonly range: string | null;
  /** Commits are those of the default branch alone. */
  readonly onDefaultBranch: boolean;
}

const EVERYTHING: ChartScope = { range: null, onDefaultBranch: false };

/** The charts of an entity as queries; a chart with too few related entities is omitted. */
export function chartsOf(
  entity: EntityDetail,
  specs: readonly ChartSpec[],
  timezone: string,
  { range, onDefaultBranch }: ChartScope = EVERYTHING,
): OverviewChart[] {
  const kind = kindOf(entity);
  return specs.flatMap((spec) => {
    const { title, view, query, of, through, needs, least = 1 } = spec;
    if (needs?.every((relation) => countOf(entity, relation) === undefined)) return [];
    const related = countOf(entity, through?.relation ?? of);
    if (related !== undefined && related < least) return [];
    const target = CATALOGUE.relation(kind, of)?.target ?? of;
    const during = range === null ? {} : { duration: range };
    const more = { aggregations: aggregate(target, 'uuid', 'count'), timezone, ...during, ...query };
    const whole = through
      ? queryOf(target, through.path, entity.uuid, more)
      : relatedQuery(kind, of, entity.uuid, more);
    if (!whole) return [];
    const filters = filtersOf(whole.filters, spec);
    const lens = onDefaultBranch && target === 'Commit' ? [DEFAULT_BRANCH] : [];
    return [{ title, view, query: { ...whole, filters: [...filters, ...lens] } }];
  });
}
