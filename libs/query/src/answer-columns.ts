import type { FormulaColumn } from './formula.ts';
import { groupKey, measureKey } from './schema.ts';
import type { GroupBy, Measure, Query } from './schema.ts';

/** Facts about the values of a field. */
export interface FieldFacts {
  readonly type: string;
  readonly unit?: string | undefined;
}

/** Looks up a field; undefined when it is unknown. */
export type FactsOf = (field: { target: string; attribute: string }) => FieldFacts | undefined;

const KEEPS_TYPE = new Set<Measure['reducer']>(['min', 'max', 'first', 'last']);
const COUNTS = new Set<Measure['reducer']>(['count', 'countDistinct']);
const PART_TYPE: Partial<Record<NonNullable<GroupBy['unit']>, string>> = {
  hourOfDay: 'number',
  minuteOfHour: 'number',
  dayOfWeek: 'string',
};

/** The column keys of measures. A repeated key, from a measure with other filters, gets a number. */
export function measureKeys(measures: readonly Measure[]): string[] {
  const taken = new Map<string, number>();
  return measures.map((measure) => {
    const text = measureKey(measure);
    const times = (taken.get(text) ?? 0) + 1;
    taken.set(text, times);
    return times === 1 ? text : `${text} ${times}`;
  });
}

/** The measures of a query; without any, the count of the selected entities. */
export function askedMeasures({ select, aggregations }: Pick<Query, 'select' | 'aggregations'>): Measure[] {
  if (aggregations.length > 0) return aggregations;
  return [{ target: select[0] ?? 'Event', attribute: 'uuid', reducer: 'count' }];
}

/** The keys of all columns by which an answer about groups can be ordered. */
export function answerKeys(query: Query): Set<string> {
  const measures = measureKeys(askedMeasures(query));
  return new Set([
    ...query.groupBys.map(groupKey),
    ...measures,
    ...(query.compareWith ? measures.map((key) => `comparison(${key})`) : []),
    ...query.formulas.map(({ name }) => name),
  ]);
}

/** The group and measure columns of an answer. Unknown fields count as text or number. */
export function answerColumns(query: Query, factsOf: FactsOf): FormulaColumn[] {
  const groups = query.groupBys.map((group): FormulaColumn => {
    const type = factsOf(group)?.type ?? 'string';
    return {
      key: groupKey(group),
      type: group.unit ? (PART_TYPE[group.unit] ?? 'datetime') : type,
      unit: factsOf(group)?.unit,
    };
  });
  const measures = askedMeasures(query);
  const keys = measureKeys(measures);
  const measured = measures.map((measure, index): FormulaColumn => {
    const facts = factsOf(measure);
    return {
      key: keys[index] as string,
      type: KEEPS_TYPE.has(measure.reducer) ? (facts?.type ?? 'number') : 'number',
      unit: COUNTS.has(measure.reducer) ? undefined : facts?.unit,
      compared: query.compareWith !== undefined,
    };
  });
  return [...groups, ...measured];
}
