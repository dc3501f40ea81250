import type { Column } from '@cairn/contracts';
import type { ResultSet } from '@cairn/answer';
import { totalsIn } from '../bar/group-totals.ts';
import type { FurtherAnswers } from '../view.ts';

const UNITS: Record<string, string> = {
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
  weeks: 'week',
  months: 'month',
};

/** Lets the buckets of a time series be drawn as the periods of any chart. */
export function asPeriods(answer: ResultSet): ResultSet {
  const unit = UNITS[answer.meta.timeUnit ?? ''] ?? answer.meta.timeUnit ?? 'day';
  const columns = answer.columns.map((column): Column => {
    if (column.key === 'timestamp') return { ...column, role: 'group', dateUnit: unit };
    return column.key === 'series' ? { ...column, role: 'group' } : column;
  });
  const rank = ({ key }: Column) => (key === 'timestamp' ? 0 : key === 'series' ? 1 : 2);
  return {
    ...answer,
    columns: columns.toSorted((a, b) => rank(a) - rank(b)),
    get: (key, row) => answer.get(key, row),
  };
}

/** Lets an answer by one group be read as the whole of each series of a time series. */
function asSeries(answer: ResultSet): ResultSet {
  const group = answer.columns.find(({ role }) => role === 'group')?.key ?? '';
  return {
    ...answer,
    columns: answer.columns.map((column) => (column.key === group ? { ...column, key: 'series' } : column)),
    get: (key, row) => answer.get(key === 'series' ? group : key, row),
  };
}

/** The figures of whole periods and series that were asked for and are there, as charts read them. */
export const timeTotalsIn = (further: FurtherAnswers | undefined): ResultSet[] =>
  totalsIn(further).map((answer) =>
    answer.columns.some(({ key }) => key === 'timestamp') ? asPeriods(answer) : asSeries(answer),
  );
