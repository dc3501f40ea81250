import type { ResultSet } from '@cairn/answer';
import type { Query } from '@cairn/query';
import { totalQuery } from '../pivot/total-queries.ts';
import { addsUp } from '../shares.ts';
import type { FurtherAnswers, FurtherQuery } from '../view.ts';

const NAMES = ['totalsByFirst', 'totalsBySecond'] as const;

/**
 * The queries for the figure of each whole category and series, where values of two groups do not add up to it: a
 * median of medians is no median, and a commit in two folders is one commit. Over time the categories are the periods
 * of the series. Groups that had to pass a condition have no total.
 */
export function groupTotals(
  query: Query,
  answer: ResultSet | undefined,
  isOverTime = false,
): Readonly<Record<string, FurtherQuery>> {
  const measured = answer?.columns.filter(
    ({ role, period }) => (role === 'measure' || role === 'formula') && period !== 'comparison',
  );
  const [measure, ...others] = measured ?? [];
  const isNeeded = measure && others.length === 0 && !addsUp(measure);
  if (!isNeeded || query.groupBys.length !== (isOverTime ? 1 : 2) || query.having.length > 0) return {};
  const { compareWith: _, ...alone } = query;
  return Object.fromEntries(
    NAMES.map((name, at) => [
      name,
      isOverTime && at === 0
        ? { kind: 'series', query: { ...alone, groupBys: [] } }
        : totalQuery(alone, [isOverTime ? 0 : at]),
    ]),
  );
}

/** The answers of these queries that are there. */
export function totalsIn(further: FurtherAnswers | undefined): ResultSet[] {
  return NAMES.flatMap((name) => further?.[name] ?? []);
}
