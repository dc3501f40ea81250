import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import type { Filter, QueryInput } from '@cairn/query';

/** A chart of an entity's related entities: what it counts, how it groups, and its view. */
export interface ChartSpec {
  readonly title: string;
  readonly view: View;
  /** The relation whose entities are counted. */
  readonly of: string;
  readonly query: QueryInput;
  /**
   * When no relation of this kind leads to the counted entities: their path back to this kind, and the
   * relation in between.
   */
  readonly through?: { readonly path: string; readonly relation: string };
  readonly filters?: readonly Filter[];
  /** A further path back to this kind: entities that it leads to count too, such as commits under former paths. */
  readonly across?: string;
  /** A list of people by their latest work, in the place of a picture. */
  readonly listsPeople?: true;
  /** Relations of which a source of the org has to fill one, where the counted ones do not tell. */
  readonly needs?: readonly string[];
  /** The least number of related entities for which the chart is drawn; the default is 1. */
  readonly least?: number;
}

export const LINE: View = { value: STANDARD_VIEWS.time, config: {} };
export const METRIC: View = { value: STANDARD_VIEWS.metric, config: {} };
export const BARS: View = { value: STANDARD_VIEWS.bar, config: {} };

/** The grouping of a query by one attribute. */
export function groupBy(target: string, attribute: string): NonNullable<QueryInput['groupBys']> {
  return [{ target, attribute }];
}

/** The one measure of a query. */
export function aggregate(
  target: string,
  attribute: string,
  reducer: 'count' | 'sum' | 'median',
): NonNullable<QueryInput['aggregations']> {
  return [{ target, attribute, reducer }];
}

/** People are ordered by name and never ranked. */
export const PEOPLE_BY_NAME: QueryInput = {
  groupBys: groupBy('Person', 'name'),
  order: [{ by: 'Person.name', direction: 'ascending' }],
};
