import type { Column } from '@cairn/contracts';
import { formatNumber } from '@cairn/ui';

const NOUNS: Readonly<Record<string, string>> = {
  sum: 'total',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  p25: '25th percentile',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
};
const MOST = 3;

/** How many values a measure has, and how many things have none; null where the answer does not tell. */
export function sampleSize({ n, excluded, things }: Column): string | null {
  if (n === undefined) return null;
  const { one, many } = things ?? { one: 'value', many: 'values' };
  const lack = `${excluded === 1 ? 'has' : 'have'} ${things ? 'no value' : 'none'}`;
  const left = excluded ? `; ${formatNumber(excluded)} more ${lack}` : '';
  return `of ${formatNumber(n)} ${n === 1 ? one : many}${left}`;
}

/** The same for all measures of an answer, as sentences: "Median of 1,204 pull requests; 87 more have no value." */
export function sampleSizes(columns: readonly Column[]): string[] {
  const told = columns.filter((column) => column.role === 'measure' && sampleSize(column));
  const [first, ...others] = new Set(told.map(sampleSize));
  if (told.length > 1 && first && others.length === 0) return [`All figures are ${first}.`];
  const lines = told.map((column) => {
    const name = told.length === 1 ? NOUNS[column.reducer ?? ''] : undefined;
    const subject = name ? name.charAt(0).toUpperCase() + name.slice(1) : `${column.label}:`;
    return `${subject} ${sampleSize(column)}.`;
  });
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, MOST - 1), 'The other headers of the table say it of their measures.'];
}

/** The definition of a column with its sample size, for its header. */
export function headerHint(column: Column): string | undefined {
  const behind = sampleSize(column);
  const said = behind && `${column.label}: ${behind}.`;
  return [column.definition, said].filter(Boolean).join(' ') || undefined;
}
