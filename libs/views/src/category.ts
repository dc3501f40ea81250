import type { CellValue, ResultSet } from '@cairn/answer';
import type { Weekday } from '@cairn/query';
import type { ChangeLook } from './change.ts';

/** One value of a group: a bar, a line, a row of tiles. */
export interface Category {
  readonly key: string;
  readonly label: string;
  readonly value: CellValue;
  /** The period is not over yet, or the dates cut into it. */
  readonly partial: boolean;
  /** For Other: the values that are not in its sum. */
  readonly except?: readonly CellValue[];
}

export type TimeAxisUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface ChartOptions {
  readonly timezone: string;
  readonly firstDay?: Weekday | undefined;
  readonly now: number;
  readonly maxCategories: number;
  readonly maxSeries: number;
  readonly invert?: boolean;
  /** How categories that are no periods are ordered; `given` is as the answer has them. */
  readonly order?: 'natural' | 'value' | 'name' | 'given';
  readonly ascending?: boolean;
  /** The groups whose values beyond a limit are summed as Other, where they add up. Series only by default. */
  readonly sums?: readonly ('categories' | 'series')[];
  /** The query leaves groups out by what they measure, so a group that is missing is not zero. */
  readonly leavesOut?: boolean;
  /** The most measures that are drawn, as a series each. One by default. */
  readonly maxMeasures?: number;
  readonly change?: Pick<ChangeLook, 'showChangeAs'>;
  readonly formulas?: ReadonlyMap<string, string>;
  /** The same groups with how many values each measure has. */
  readonly samples?: ResultSet | undefined;
  /** The answers by one of two groups each, which tell the figure of a whole category and of a whole series. */
  readonly totals?: readonly ResultSet[];
}
