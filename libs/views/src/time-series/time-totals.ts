import type { ResultSet } from '@cairn/answer';
import type { Query } from '@cairn/query';
import { totalQuery } from '../pivot/total-queries.ts';
import { addsUp } from '../shares.ts';
import type { FurtherAnswers, FurtherQuery } from '../view.ts';
import { asPeriods, asSeries } from './time-answer.ts';

/**
 * The queries for the figure of each whole period and series, where those of the series do not add up to it; `asked` is
 * the question as the view asks it. Groups that had to pass a condition have no total.
 */
export function timeTotals(
  asked: Query,
  answer: ResultSet | undefined,
): Readonly<Record<string, FurtherQuery>> {
  const measure = answer?.columns.find(({ role, period }) => role === 'measure' && period !== 'comparison');
  if (!measure || addsUp(measure) || asked.groupBys.length === 0 || asked.having.length > 0) return {};
  const { compareWith: _, ...alone } = asked;
  const { timeUnit: _unit, ...undated } = alone;
  return {
    totalsOfPeriods: { kind: 'series', query: { ...alone, groupBys: [] } },
    totalsOfSeries: totalQuery(undated, [0]),
  };
}

/** The answers of these queries that are there, as charts read them. */
export function timeTotalsIn(further: FurtherAnswers | undefined): ResultSet[] {
  const { totalsOfPeriods: periods, totalsOfSeries: series } = further ?? {};
  return [...(periods ? [asPeriods(periods)] : []), ...(series ? [asSeries(series)] : [])];
}
