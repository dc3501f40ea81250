import type { EntityDetail, View } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { DEFAULT_BRANCH, type Query } from '@cairn/query';
import { aggregate, type ChartSpec } from './chart-spec.ts';
import type { Span } from './last-span.ts';
import { countOf, kindOf } from '../entity/read-entity.ts';
import { filtersAcross, queryOf, relatedQuery } from '../entity/related-query.ts';

export interface OverviewChart {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
  readonly listsPeople?: true;
}

/** Which part of an entity's data charts are of. */
export interface ChartScope {
  /** The duration before now; null for all time. A chart with a time of its own keeps that. */
  readonly range: string | null;
  /** A window in the place of that duration. */
  readonly span?: Span | null;
  /** Commits are those of the default branch alone. */
  readonly onDefaultBranch: boolean;
}

const EVERYTHING: ChartScope = { range: null, onDefaultBranch: false };

/** The charts of an entity as queries; a chart with too few related entities is omitted. */
export function chartsOf(
  entity: EntityDetail,
  specs: readonly ChartSpec[],
  timezone: string,
  { range, span, onDefaultBranch }: ChartScope = EVERYTHING,
): OverviewChart[] {
  const kind = kindOf(entity);
  return specs.flatMap((spec) => {
    const { title, view, query, of, through, needs, least = 1 } = spec;
    if (needs?.every((relation) => countOf(entity, relation) === undefined)) return [];
    const related = countOf(entity, through?.relation ?? of);
    if (related !== undefined && related < least) return [];
    const target = CATALOGUE.relation(kind, of)?.target ?? of;
    const during = span ?? (range === null ? {} : { duration: range });
    const more = { aggregations: aggregate(target, 'uuid', 'count'), timezone, ...during, ...query };
    const whole = through
      ? queryOf(target, through.path, entity.uuid, more)
      : relatedQuery(kind, of, entity.uuid, more);
    if (!whole) return [];
    const filters = [...filtersAcross(whole.filters, spec.across), ...(spec.filters ?? [])];
    const lens = onDefaultBranch && target === 'Commit' ? [DEFAULT_BRANCH] : [];
    const asked = { ...whole, filters: [...filters, ...lens] };
    return [{ title, view, query: asked, ...(spec.listsPeople ? { listsPeople: true as const } : {}) }];
  });
}
