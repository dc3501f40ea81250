import type { EntityDetail, Rows } from '@cairn/contracts';
import { type Filter, Query } from '@cairn/query';
import { kindOf, numberOf, relatedOne, textOf } from '../entity/read-entity.ts';

/** With which others of its kind an entity is compared. */
export interface OthersSpec {
  /** What they share: the relation to the one that all of them belong to. */
  readonly within: string;
  /** An attribute that is the same for all of them. */
  readonly same?: string;
  /** When one of them ended. Those of the year before this one's end are the others; of one that is open, before now. */
  readonly ended: string;
  /** The most telling first. */
  readonly measures: readonly string[];
  /** They in words, such as "merged in the same repository". */
  readonly words: string;
}

const YEAR_MS = 365 * 86_400_000;
const SPREAD = ['p25', 'median', 'p75', 'count'] as const;

/** A question has at most 20 measures, and each of these is asked for four times. */
const MOST_MEASURES = 5;

/** The first measures that the entity has a number for. */
export const measuredNames = (entity: EntityDetail, { measures }: OthersSpec): string[] =>
  measures.filter((name) => numberOf(entity, name) !== null).slice(0, MOST_MEASURES);

/** Asks how the measures of the others are spread; null where there is nothing to compare with. */
export function othersQuery(entity: EntityDetail, spec: OthersSpec, now: number): Query | null {
  const kind = kindOf(entity);
  const whole = relatedOne(entity, spec.within);
  const names = measuredNames(entity, spec);
  if (!whole?.uuid || names.length === 0) return null;
  const end = Date.parse(textOf(entity, spec.ended) ?? '') || now;
  const days: [string, string] = [new Date(end - YEAR_MS).toISOString(), new Date(end).toISOString()];
  const same = spec.same === undefined ? null : textOf(entity, spec.same);
  const filters: Filter[] = [
    { target: spec.within, attribute: 'uuid', comparison: { IN: [whole.uuid] } },
    { target: kind, attribute: 'uuid', comparison: { 'NOT IN': [entity.uuid] } },
    { target: kind, attribute: spec.ended, comparison: { WITHIN: days } },
  ];
  if (spec.same !== undefined && same !== null)
    filters.push({ target: kind, attribute: spec.same, comparison: { IN: [same] } });
  const aggregations = names.flatMap((attribute) =>
    SPREAD.map((reducer) => ({ target: kind, attribute, reducer })),
  );
  return Query.parse({ select: [kind], filters, aggregations });
}

/** How a measure of the others is spread. */
export interface Spread {
  readonly name: string;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** How many of them have it. */
  readonly count: number;
  readonly unit?: string | undefined;
}

/** The least number of others that tell something. */
export const LEAST_OTHERS = 4;

/** The spread of each measure that enough of the others have. */
export function spreadsIn({ data: [row], columns }: Rows, kind: string, names: readonly string[]): Spread[] {
  return names.flatMap((name) => {
    const keyed = (reducer: string) => `${reducer}(${kind}.${name})`;
    const [low, median, high, count] = SPREAD.map((reducer) => Number(row?.[keyed(reducer)] ?? Number.NaN));
    if (low === undefined || median === undefined || high === undefined || count === undefined) return [];
    if (!(count >= LEAST_OTHERS) || [low, median, high].some(Number.isNaN)) return [];
    const unit = columns.find(({ key }) => key === keyed('median'))?.unit;
    return [{ name, low, median, high, count, unit }];
  });
}

/** Where a value stands among the others. */
export function placeAmong(value: number, { low, high }: Pick<Spread, 'low' | 'high'>): string {
  if (value < low) return 'below three quarters of them';
  return value > high ? 'above three quarters of them' : 'in the middle half';
}
