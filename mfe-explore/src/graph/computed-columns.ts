import type { Configuration } from '@cairn/contracts';
import {
  answerColumns,
  askedMeasures,
  checkFormulas,
  columnInWords,
  havingInWords,
  sentenceCase,
  type Formula,
  type FormulaColumn,
  type Having,
  type Query,
} from '@cairn/query';
import { formatDateTime } from '@cairn/ui';
import { formatValue } from '@cairn/views';
import { attributeAt, selectedKind } from './fields.ts';

/** A measure or a formula of the query, as clauses name it. */
export interface ComputedColumn extends FormulaColumn {
  readonly label: string;
  readonly role: 'measure' | 'formula';
}

function plainColumns(query: Query, configuration: Configuration): FormulaColumn[] {
  const kind = selectedKind(query);
  return answerColumns(query, (field) => attributeAt(configuration, kind, field));
}

/** The computed columns of a query: measures, then formulas. */
export function computedColumns(query: Query, configuration: Configuration): ComputedColumn[] {
  const plain = plainColumns(query, configuration);
  const compared = query.compareWith !== undefined;
  const measures = plain.slice(-askedMeasures(query).length).map((column): ComputedColumn => ({
    ...column,
    label: sentenceCase(columnInWords(column.key, query, configuration)),
    role: 'measure',
  }));
  const formulas = checkFormulas(query.formulas, plain, compared).map(({ column }): ComputedColumn => ({
    ...column,
    label: column.key,
    role: 'formula',
  }));
  return [...measures, ...formulas];
}

/** The fault of the formula at an index; null when it is valid. */
export function faultOf(
  query: Query,
  configuration: Configuration,
  formula: Formula,
  index: number,
): string | null {
  const others = query.formulas.filter((_, at) => at !== index);
  if (others.some(({ name }) => name === formula.name))
    return `There is another formula named "${formula.name}".`;
  const earlier = query.formulas.slice(0, index);
  const checks = checkFormulas(
    [...earlier, formula],
    plainColumns(query, configuration),
    query.compareWith !== undefined,
  );
  const checked = checks.at(-1)?.checked;
  return checked && !checked.ok ? checked.message : null;
}

/** The fault of a condition on this column; null when the column exists. */
export function faultOfHaving(columns: readonly ComputedColumn[], column: string): string | null {
  return columns.some(({ key }) => key === column) ? null : `There is no measure or formula "${column}".`;
}

/** Writes the ends of a condition with their unit; moments in the reader's zone. */
export function endsOf(
  query: Query,
  configuration: Configuration,
  timezone: string,
): (having: Having) => (end: unknown) => string {
  const columns = query.having.length > 0 ? computedColumns(query, configuration) : [];
  return ({ column }) => {
    const unit = columns.find(({ key }) => key === column)?.unit;
    return (end) => {
      if (typeof end === 'number') return formatValue(end, unit);
      const at = Date.parse(String(end));
      return Number.isNaN(at) ? String(end) : formatDateTime(at, timezone);
    };
  };
}

/** The having conditions in words: "Share at least 10%". */
export function havingWords(query: Query, configuration: Configuration, timezone: string): string[] {
  const ends = endsOf(query, configuration, timezone);
  return query.having.map((having) => havingInWords(having, query, configuration, ends(having)));
}
