import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { choice, options } from './config-fields.ts';
import type { QueryShape, ViewConfig, ViewSetting } from './view.ts';

/** How computed numbers are written: as their unit says, in percent, or plain. */
export const FORMAT_FIELDS = { numberFormat: choice(['auto', 'percent', 'number']) };

/** The setting of a view that writes computed numbers; counts are no shares, so it needs another measure. */
export const FORMAT_SETTING: ViewSetting<Record<'numberFormat', string>, 'numberFormat'> = {
  key: 'numberFormat',
  label: 'Computed numbers',
  kind: 'choice',
  options: options(['auto', 'As their unit says'], ['percent', 'In percent'], ['number', 'As plain numbers']),
  applies: (_config: unknown, { isComputed }: QueryShape) => isComputed === true,
};

const COUNTS = new Set(['count', 'countDistinct']);

/** Whether a column holds numbers that may be fractions of something. */
function isComputed({ role, type, reducer }: Column): boolean {
  return type === 'number' && (role === 'formula' || (role === 'measure' && !COUNTS.has(reducer ?? '')));
}

/** An answer whose computed numbers are written as a view is set to: in percent, 0.05 is 5%. */
export function inNumberFormat(answer: ResultSet, { numberFormat }: ViewConfig): ResultSet {
  if (numberFormat !== 'percent' && numberFormat !== 'number') return answer;
  const columns = answer.columns.map((column): Column => {
    if (!isComputed(column)) return column;
    const { unit, ...rest } = column;
    if (numberFormat === 'percent') return { ...rest, unit: 'fraction' };
    return unit === 'fraction' ? rest : column;
  });
  return { ...answer, columns, get: (key, row) => answer.get(key, row) };
}
