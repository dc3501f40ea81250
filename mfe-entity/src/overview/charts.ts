import type { EntityDetail, View } from '@cairn/contracts';
import { Query, type QueryInput } from '@cairn/query';
import { relatedQuery } from '../kind/related-query.ts';

export interface Chart {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

const COUNT = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
const NO_MERGES = { target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } };
const line: View = { value: 'overTime', config: {} };
const bars: View = { value: 'barChart', config: {} };
const group = (target: string, attribute: string) => [{ target, attribute }];

interface Wish {
  readonly title: string;
  readonly view: View;
  readonly query: QueryInput;
  /** Merges touch no file of their own, so they say nothing about where. */
  readonly withoutMerges?: boolean;
}

const OVER_TIME: Wish = { title: 'Commits over time', view: line, query: {} };
const PLACES: Wish = {
  title: 'Where the work happens',
  view: bars,
  query: { groupBys: group('SourceFile', 'topFolder'), limit: 12 },
  withoutMerges: true,
};
/** People come by name and are never ranked. */
const PEOPLE: Wish = {
  title: 'Who worked on it',
  view: bars,
  query: { groupBys: group('Person', 'name'), order: [{ by: 'Person.name', direction: 'ascending' }] },
};

const BY_KIND: Readonly<Record<string, readonly Wish[]>> = {
  Repository: [OVER_TIME, PLACES, PEOPLE],
  Person: [
    OVER_TIME,
    PLACES,
    { title: 'In which repositories', view: bars, query: { groupBys: group('Repository', 'name') } },
  ],
  SourceFile: [OVER_TIME, PEOPLE],
  Branch: [OVER_TIME, PLACES, PEOPLE],
  Release: [PLACES, PEOPLE],
};

/** The charts of an entity's overview, at most three (E§9): its commits, seen in the ways that fit its kind. */
export function chartsOf(entity: EntityDetail, timezone: string): Chart[] {
  const kind = entity.labels[0] ?? '';
  return (BY_KIND[kind] ?? []).flatMap(({ title, view, query, withoutMerges }) => {
    const whole = relatedQuery(kind, 'Commit', entity.uuid, { aggregations: COUNT, timezone, ...query });
    const filters = [...(whole?.filters ?? []), ...(withoutMerges ? [NO_MERGES] : [])];
    return whole ? [{ title, view, query: { ...whole, filters } }] : [];
  });
}
