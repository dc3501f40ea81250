import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { secondsIn, workdayOf } from '@cairn/query';
import { options } from './config-fields.ts';
import { IN_UNIT } from './format.ts';
import type { ViewConfig, ViewSetting } from './view.ts';

/** The units that durations may be shown in; automatic ones have their two largest units. */
export const SHOWN_UNITS = ['auto', 'minutes', 'hours', 'days', 'months'] as const;
export type ShownUnit = (typeof SHOWN_UNITS)[number];

/** The setting of a view that shows durations (X§3). */
export const SHOWN_UNIT_SETTING: ViewSetting<{ readonly timeUnit: ShownUnit }, 'timeUnit'> = {
  key: 'timeUnit',
  label: 'Durations in',
  kind: 'choice',
  options: options(
    ['auto', 'Automatic'],
    ['minutes', 'Minutes'],
    ['hours', 'Hours'],
    ['days', 'Days'],
    ['months', 'Months'],
  ),
};

/** The same for views that draw measures alone: what is counted has no duration. */
export const MEASURED_UNIT_SETTING: typeof SHOWN_UNIT_SETTING = {
  ...SHOWN_UNIT_SETTING,
  applies: (_, { isComputed }) => isComputed === true,
};

/** The seconds of each unit; a month is a twelfth of a year. */
const SECONDS = { minutes: 60, hours: 3_600, days: 86_400, months: 2_629_800 } as const;
type FixedUnit = keyof typeof SECONDS;

const isFixed = (unit: unknown): unit is FixedUnit =>
  typeof unit === 'string' && Object.hasOwn(SECONDS, unit);

/**
 * The unit in which a column is told, and its seconds. Working time has days of its calendar and no months; where it
 * has no one length of day it has hours.
 */
function toldIn(unit: string | undefined, shown: FixedUnit): { name: keyof typeof IN_UNIT; seconds: number } {
  const workday = workdayOf(unit);
  const isLong = shown === 'days' || shown === 'months';
  if (workday === undefined || !isLong) return { name: shown, seconds: SECONDS[shown] };
  return workday === null
    ? { name: 'hours', seconds: SECONDS.hours }
    : { name: 'workdays', seconds: workday };
}

/** The values of groups and ids stay as they are, since they lead to rows. */
const isFigure = ({ role, type }: Column) => type === 'number' && role !== 'group' && role !== 'id';

/** An answer with its durations in the unit that a view is set to; with an automatic unit the answer itself. */
export function inShownUnit(answer: ResultSet, { timeUnit }: ViewConfig): ResultSet {
  if (!isFixed(timeUnit)) return answer;
  const factors = new Map<string, number>();
  const columns = answer.columns.map((column): Column => {
    const seconds = secondsIn(column.unit);
    if (seconds === undefined || !isFigure(column)) return column;
    const told = toldIn(column.unit, timeUnit);
    factors.set(column.key, seconds / told.seconds);
    return { ...column, unit: IN_UNIT[told.name] };
  });
  if (factors.size === 0) return answer;
  const get: ResultSet['get'] = (key, row) => {
    const value = answer.get(key, row);
    const factor = factors.get(key);
    return factor !== undefined && typeof value === 'number' ? value * factor : value;
  };
  return { ...answer, columns, get };
}
