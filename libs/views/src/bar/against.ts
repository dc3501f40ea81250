import type { CellValue, ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { withinDates } from '../moment-dates.ts';
import type { Selection } from '../view.ts';

/** The moment that a query counts by beside that of its group (ruling 14); null where none applies. */
export function againstOf(query: Query, chosen: string | null): string | null {
  const [group, second] = query.groupBys;
  const isTimed = group?.unit && group.target === query.select[0] && !second;
  const isOne = query.aggregations.length <= 1 && query.formulas.length === 0 && query.having.length === 0;
  return isTimed && isOne && !query.compareWith && chosen && chosen !== group.attribute ? chosen : null;
}

/** The same question by another moment: its dates are those of that moment. */
export function againstQuery(query: Query, attribute: string): Query {
  const { startDate: _start, endDate: _end, duration: _duration, ...rest } = query;
  const [group] = query.groupBys;
  const field = { target: query.select[0] ?? 'Event', attribute };
  const dates = { ...field, comparison: withinDates(query) };
  return {
    ...rest,
    order: [],
    groupBys: group ? [{ ...field, ...(group.unit ? { unit: group.unit } : {}) }] : [],
    filters: [...query.filters, dates],
  };
}

const againstKey = (measure: string) => `against(${measure})`;

/** Whether a mark is one of the second moment. */
export const isOfAgainst = ({ measure }: Pick<Selection, 'measure'>): boolean =>
  measure?.startsWith('against(') === true;

const isMeasure = ({ role }: Column) => role === 'measure' || role === 'formula';
const isGroup = ({ role }: Column) => role === 'group';

/** "Issues, created at": what is counted and by which moment. */
const labelOf = (measure: Column, group: Column): string =>
  `${measure.label}, ${group.label.replace(/^[A-Z][a-z]+ of /, '')}`;

/** One answer of both moments: each period has the figure of either. */
export function besides(answer: ResultSet, other: ResultSet): ResultSet {
  const [group, otherGroup] = [answer, other].map(({ columns }) => columns.find(isGroup));
  const [measure, otherMeasure] = [answer, other].map(({ columns }) => columns.find(isMeasure));
  if (!group || !otherGroup || !measure || !otherMeasure) return answer;
  const second = {
    ...otherMeasure,
    key: againstKey(otherMeasure.key),
    label: labelOf(otherMeasure, otherGroup),
  };
  const rows = new Map<CellValue, [CellValue, CellValue]>();
  for (let row = 0; row < answer.numRows; row += 1)
    rows.set(answer.get(group.key, row), [answer.get(measure.key, row), null]);
  for (let row = 0; row < other.numRows; row += 1) {
    const at = other.get(otherGroup.key, row);
    rows.set(at, [rows.get(at)?.[0] ?? null, other.get(otherMeasure.key, row)]);
  }
  const all = [...rows].map(
    ([at, [first, last]]) =>
      new Map([
        [group.key, at],
        [measure.key, first],
        [second.key, last],
      ]),
  );
  return {
    ...answer,
    numRows: all.length,
    columns: [group, { ...measure, label: labelOf(measure, group) }, second],
    meta: { ...answer.meta, total: all.length },
    get: (key, row) => all[row]?.get(key) ?? null,
  };
}

/** The column of periods of the second moment, by which a mark of it is drilled into. */
export const againstColumn = (other: ResultSet): Column | undefined => other.columns.find(isGroup);
