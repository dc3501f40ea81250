import type { Comparison, Filter, Measure, Query } from './schema.ts';

/** A word for how changes reach people, as every page and every answer understands it. */
export interface DeliveryMeasure {
  /** What a tile or a card with its figure is called. */
  readonly label: string;
  readonly kind: string;
  readonly measure: Measure;
  /** The moment that places a row in a period; rows without it do not count. */
  readonly datedBy: string;
  /** For a share: what counts as a part of all rows. */
  readonly part?: Filter;
  /** What counts, as a sentence. */
  readonly says: string;
}

const count = (target: string): Measure => ({ target, attribute: 'uuid', reducer: 'count' });
const median = (target: string, attribute: string): Measure => ({ target, attribute, reducer: 'median' });
const [RUN, PULL] = ['CicdPipeline', 'PullRequest'];

/** The one definition of each such word: of tiles, entity pages, DORA measures and questions in words. */
export const DELIVERY = {
  deployments: {
    label: 'Deployments',
    kind: RUN,
    measure: count(RUN),
    datedBy: 'deployedAt',
    says: 'Deployments are those that succeeded in production, by when they did.',
  },
  commitToMerge: {
    label: 'Median time, commit to merge',
    kind: PULL,
    measure: median(PULL, 'clockCommitLeadTime'),
    datedBy: 'mergedAt',
    says: 'Commit to merge is the elapsed time from the first commit, by when it was merged.',
  },
  leadTimeForChanges: {
    label: 'Lead time for changes',
    kind: PULL,
    measure: median(PULL, 'leadTimeForChanges'),
    datedBy: 'deployedAt',
    says: 'The lead time for changes is the elapsed time from the first commit to production, by when it was deployed.',
  },
  changeFailureRate: {
    label: 'Change failure rate',
    kind: RUN,
    measure: count(RUN),
    datedBy: 'deployedAt',
    part: { target: RUN, attribute: 'changeFailed', comparison: { IN: [true] } },
    says: 'The change failure rate is the share of deployments to production that an incident or a revert followed.',
  },
  timeToRestore: {
    label: 'Time to restore',
    kind: RUN,
    measure: median(RUN, 'recoveryTime'),
    datedBy: 'deployedAt',
    says: 'The time to restore is the median of failed deployments, from their end until recovery, elapsed.',
  },
} as const satisfies Readonly<Record<string, DeliveryMeasure>>;

/** The filter that keeps what a word counts in a period. */
export function deliveredIn({ kind, datedBy }: DeliveryMeasure, comparison: Comparison): Filter {
  return { target: kind, attribute: datedBy, comparison };
}

const datesIn = ({ duration, startDate, endDate }: Query): Comparison => {
  if (duration) return { 'IN LAST': [duration] };
  if (startDate || endDate) return { WITHIN: [startDate ?? null, endDate ?? null] };
  return { 'IS NOT EMPTY': [] };
};

/** A question about the kind of a word as the word counts: its measure, its moment in the place of the kind's own. */
export function asDelivery(query: Query, word: DeliveryMeasure): Query {
  const { duration: _code, startDate: _from, endDate: _to, ...undated } = query;
  const { kind, measure, datedBy, part, label } = word;
  const groupBys = query.groupBys.map((group) =>
    group.unit && group.target === kind ? { ...group, attribute: datedBy } : group,
  );
  const share: Partial<Query> | undefined = part && {
    aggregations: [measure, { ...measure, filters: [part] }],
    formulas: [{ name: label, formula: ['ratio', `count(${kind}.uuid) 2`, `count(${kind}.uuid)`] }],
  };
  return {
    ...undated,
    groupBys,
    filters: [...query.filters, deliveredIn(word, datesIn(query))],
    aggregations: [measure],
    order: [],
    ...share,
  };
}
