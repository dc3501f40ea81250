import type { ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import type { FurtherAnswers, FurtherQuery } from '../view.ts';
import { valueKey, pivotMeasures, numberAt, rowPath } from './pivot-answer.ts';
import { needsQuery, type Cells, type PivotMeasure } from './pivot-cells.ts';

/** The most queries for totals of one table. */
const MOST = 9;
/** The most groups of one of them. */
const GROUPS = 20_000;
const NAME = 'total ';

/**
 * The queries for the cells over several groups, where the groups do not tell them: a median of medians is no median.
 * Each leaves out some of the groups. Groups that had to pass a condition have no total, so they have no query.
 */
export function totalQueries(
  query: Query,
  answer: ResultSet | undefined,
  { across, invert }: { readonly across: number | null; readonly invert: boolean },
): Readonly<Record<string, FurtherQuery>> {
  const isNeeded = answer && (answer.numRows < answer.meta.total || pivotMeasures(answer).some(needsQuery));
  if (!isNeeded || query.having.length > 0) return {};
  const all = query.groupBys.map((_, at) => at);
  const rows = all.filter((at) => at !== across);
  const nested = invert ? rows.toReversed() : rows;
  const prefixes = [...nested, null].map((_, length) => nested.slice(0, length));
  const sets = prefixes.flatMap((prefix) => (across === null ? [prefix] : [prefix, [...prefix, across]]));
  const fewer = sets.filter(({ length }) => length < all.length).slice(0, MOST);
  return Object.fromEntries(fewer.map((set) => [NAME + set.join(' '), totalQuery(query, set)]));
}

/** The query for the totals over all groups but some. */
export function totalQuery(query: Query, kept: readonly number[]): FurtherQuery {
  const { page: _page, pageSize: _size, limit: _limit, sort: _sort, ...rest } = query;
  const groupBys = query.groupBys.filter((_, at) => kept.includes(at));
  return { kind: 'groups', query: { ...rest, groupBys, order: [], limit: GROUPS } };
}

/** The cells over several groups as the graph computed them: by the id of the row, then by the column. */
export type TotalCells = ReadonlyMap<string, ReadonlyMap<string, Cells>>;

interface PivotAxes {
  readonly rowColumns: readonly Column[];
  readonly acrossColumn: Column | undefined;
  readonly measures: readonly PivotMeasure[];
}

/** Reads the answers of the queries for totals, for the rows and columns of a table. */
export function totalCells(
  further: FurtherAnswers | undefined,
  { rowColumns, acrossColumn, measures }: PivotAxes,
): TotalCells {
  const found = new Map<string, Map<string, Cells>>();
  for (const [name, answer] of Object.entries(further ?? {})) {
    if (!answer || !name.startsWith(NAME)) continue;
    const has = (column: Column | undefined) =>
      column !== undefined && answer.columns.some(({ key }) => key === column.key);
    const path = rowColumns.filter(has);
    for (let row = 0; row < answer.numRows; row += 1) {
      const id = rowPath(path.map(({ key }) => answer.get(key, row)));
      const column = acrossColumn && has(acrossColumn) ? valueKey(answer.get(acrossColumn.key, row)) : '';
      const cells = found.get(id) ?? new Map<string, Cells>();
      cells.set(column, {
        now: measures.map((each) => numberAt(answer, each.column.key, row)),
        before: measures.map((each) => numberAt(answer, each.before?.key, row)),
      });
      found.set(id, cells);
    }
  }
  return found;
}
