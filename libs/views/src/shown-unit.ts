import { formatNumber } from '@cairn/ui';
import { options } from './config-fields.ts';
import { formatValue, secondsPer } from './format.ts';
import type { ViewSetting } from './view.ts';

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

const SECONDS: Readonly<Record<Exclude<ShownUnit, 'auto'>, readonly [seconds: number, short: string]>> = {
  minutes: [60, 'min'],
  hours: [3_600, 'h'],
  days: [86_400, 'd'],
  // A twelfth of a year.
  months: [2_629_800, 'mo'],
};

/** A number with its unit, durations in the chosen unit of time with two decimals. */
export function formatIn(value: number, unit: string | undefined, shown: ShownUnit): string {
  const seconds = secondsPer(unit);
  if (shown === 'auto' || seconds === undefined) return formatValue(value, unit);
  const [size, short] = SECONDS[shown];
  return `${formatNumber((value * seconds) / size)} ${short}`;
}
