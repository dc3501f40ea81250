import type { EntityDetail, View } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Filter, Query, QueryInput } from '@cairn/query';
import { queryOf, relatedQuery } from '../kind/related-query.ts';

export interface Chart {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

/** Merges touch no file of their own, so they say nothing about where. */
const NO_MERGES: Filter = { target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } };
const line: View = { value: 'overTime', config: {} };
const bars: View = { value: 'barChart', config: {} };
const group = (target: string, attribute: string) => [{ target, attribute }];
const measure = (target: string, attribute: string, reducer: 'count' | 'sum') => [
  { target, attribute, reducer },
];

interface Wish {
  readonly title: string;
  readonly view: View;
  readonly query: QueryInput;
  /** The relation whose other end is counted; commits unless it is another. */
  readonly of?: string;
  /** By which name commits speak of the entity, where no relation of its own leads to them but one to `others`. */
  readonly by?: { readonly name: string; readonly others: string };
  readonly only?: readonly Filter[];
  /** How many of them there must be for something to be drawn. */
  readonly least?: number;
}

const OVER_TIME: Wish = { title: 'Commits over time', view: line, query: {} };
const PLACES: Wish = {
  title: 'Where the work happens',
  view: bars,
  query: { groupBys: group('SourceFile', 'topFolder'), limit: 12 },
  only: [NO_MERGES],
};
/** People come by name and are never ranked. */
const BY_NAME: QueryInput = {
  groupBys: group('Person', 'name'),
  order: [{ by: 'Person.name', direction: 'ascending' }],
};
const PEOPLE: Wish = { title: 'Who worked on it', view: bars, query: BY_NAME };
const BY_STATUS: Wish = {
  title: 'Issues by status',
  of: 'Issue',
  view: bars,
  query: { groupBys: group('Issue', 'status') },
};

const REPOSITORIES: Wish = {
  title: 'In which repositories',
  view: bars,
  query: { groupBys: group('Repository', 'name') },
};
/** Commits of whoever was a member when they were made. */
const OF_MEMBERS = { by: { name: 'Person.Team', others: 'Person' } };

const BY_KIND: Readonly<Record<string, readonly Wish[]>> = {
  Repository: [OVER_TIME, PLACES, PEOPLE],
  Person: [OVER_TIME, PLACES, REPOSITORIES],
  Team: [OVER_TIME, PLACES, REPOSITORIES].map((wish) => ({ ...wish, ...OF_MEMBERS })),
  SourceFile: [OVER_TIME, PEOPLE],
  Branch: [OVER_TIME, PLACES, PEOPLE],
  Release: [PLACES, PEOPLE],
  Channel: [
    { title: 'Messages over time', of: 'Message', view: line, query: {} },
    { title: 'Who writes here', of: 'Message', view: bars, query: BY_NAME },
  ],
  Project: [
    { title: 'Issues created over time', of: 'Issue', view: line, query: {} },
    BY_STATUS,
    { title: 'Issues by type', of: 'Issue', view: bars, query: { groupBys: group('Issue', 'issueType') } },
  ],
  Sprint: [
    BY_STATUS,
    {
      title: 'Story points by status',
      of: 'Issue',
      view: bars,
      query: { groupBys: group('Issue', 'status'), aggregations: measure('Issue', 'storyPoints', 'sum') },
    },
  ],
  Issue: [
    {
      title: 'Time in each status that it left',
      of: 'TimeInStatus',
      view: bars,
      // It is still in the last one.
      least: 2,
      only: [{ target: 'TimeInStatus', attribute: 'leftAt', comparison: { 'IS NOT EMPTY': [] } }],
      query: {
        groupBys: group('TimeInStatus', 'status'),
        aggregations: measure('TimeInStatus', 'clockSeconds', 'sum'),
      },
    },
  ],
};

const countOf = ({ relations }: EntityDetail, relation: string) =>
  relations.find(({ name }) => name === relation)?.total ?? Number.POSITIVE_INFINITY;

/**
 * The charts of an entity's overview, at most three (E§9): its commits, messages, issues or statuses, seen in the ways
 * that fit its kind. What it is known to have none of is not drawn, but for commits, of which the page says why.
 */
export function chartsOf(entity: EntityDetail, timezone: string): Chart[] {
  const kind = entity.labels[0] ?? '';
  return (BY_KIND[kind] ?? []).flatMap(({ title, view, query, of = 'Commit', by, only = [], least = 1 }) => {
    const linked = by?.others ?? of;
    if (linked !== 'Commit' && countOf(entity, linked) < least) return [];
    const target = CATALOGUE.relation(kind, of)?.target ?? of;
    const more = { aggregations: measure(target, 'uuid', 'count'), timezone, ...query };
    const whole = by
      ? queryOf(target, by.name, entity.uuid, more)
      : relatedQuery(kind, of, entity.uuid, more);
    const filters = [...(whole?.filters ?? []), ...only];
    return whole ? [{ title, view, query: { ...whole, filters } }] : [];
  });
}
