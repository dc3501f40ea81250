import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { changeOf } from '@cairn/query';
import { formatDecimals } from '@cairn/ui';
import { choice, flag, options } from './config-fields.ts';
import { formatValue } from './format.ts';
import type { QueryShape, ViewSetting } from './view.ts';

/** The key of the column of a measure in the compared period. */
export const comparisonKey = (measure: string): string => `comparison(${measure})`;

/** The column of the same measure in the compared period; undefined where nothing is compared. */
export function comparisonOf(answer: ResultSet, measure: Column | undefined): Column | undefined {
  return measure && answer.columns.find(({ key }) => key === comparisonKey(measure.key));
}

/** The key by which the change of a measure is sorted; a formula of this name computes it. */
export const changeKey = (measure: string): string => `change(${measure})`;

/** How views show a change (X§3): the fields of their config. */
export const CHANGE_FIELDS = {
  showChangeAs: choice(['percentage', 'value']),
  showChangeValues: flag(true),
  changeColor: choice(['text', 'success', 'error', 'green-red', 'red-green']),
};

/** How a change is shown: in percent or as a figure, beside the earlier value or alone, in which colour. */
export interface ChangeLook {
  readonly showChangeAs: 'percentage' | 'value';
  readonly showChangeValues: boolean;
  readonly changeColor: 'text' | 'success' | 'error' | 'green-red' | 'red-green';
}

export const PLAIN_CHANGE: ChangeLook = {
  showChangeAs: 'percentage',
  showChangeValues: true,
  changeColor: 'text',
};

const isCompared = (_config: unknown, shape: QueryShape) => shape.isCompared === true;

/** The settings of a view that shows changes; they apply while two periods are compared. */
export const CHANGE_SETTINGS: readonly ViewSetting<ChangeLook, keyof ChangeLook>[] = [
  {
    key: 'showChangeAs',
    label: 'Change as',
    kind: 'choice',
    options: options(['percentage', 'Percentage'], ['value', 'Value']),
    applies: isCompared,
  },
  { key: 'showChangeValues', label: 'Earlier values', kind: 'toggle', applies: isCompared },
  {
    key: 'changeColor',
    label: 'Colour of the change',
    kind: 'choice',
    options: options(
      ['text', 'As text'],
      ['green-red', 'More is green, less is red'],
      ['red-green', 'More is red, less is green'],
      ['success', 'Green'],
      ['error', 'Red'],
    ),
    applies: isCompared,
  },
];

/** "+12.50%" with two decimals (X§9), "new" where nothing was before (ruling 7), "n/a" where it cannot be computed (X§5). */
export function changeInWords(
  current: number | null,
  before: number | null,
  { showChangeAs }: Pick<ChangeLook, 'showChangeAs'> = PLAIN_CHANGE,
  unit?: string,
): string {
  const { delta, percentage, isNew } = changeOf(current, before);
  if (delta === null || percentage === null) return 'n/a';
  const sign = delta > 0 ? '+' : '';
  if (showChangeAs === 'value') return `${sign}${formatValue(delta, unit)}`;
  return isNew ? 'new' : `${sign}${formatDecimals(percentage, 2)}%`;
}

const GOOD = 'var(--cn-good)';
const BAD = 'var(--cn-bad)';

/** The colour of a change by its direction; undefined leaves it in the colour of text. */
export function changeColorOf(
  delta: number | null,
  { changeColor }: Pick<ChangeLook, 'changeColor'>,
): string | undefined {
  if (changeColor === 'text' || delta === null || delta === 0) return undefined;
  if (changeColor === 'success') return GOOD;
  if (changeColor === 'error') return BAD;
  return delta > 0 === (changeColor === 'green-red') ? GOOD : BAD;
}
