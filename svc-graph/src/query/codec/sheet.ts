import { formatElapsed, formatWorkingTime, secondsIn, toLocal, workdayOf, zoneTable } from '@cairn/query';
import type { ZoneTable } from '@cairn/query';
import { cellOf } from '../table.ts';
import type { Table, Vector } from '../table.ts';
import type { QueryAnswer } from './answer.ts';

type Columns = QueryAnswer['columns'];
type Column = Columns[number];
type Write = (value: unknown) => unknown;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const two = (value: unknown) => String(value).padStart(2, '0');

/** The wall clock of an instant in a zone, such as `2026-08-12 14:05`. */
function wallClock(value: unknown, zone: ZoneTable): string {
  const at = Date.parse(String(value));
  if (Number.isNaN(at)) return String(value);
  return new Date(toLocal(zone, at)).toISOString().slice(0, 16).replace('T', ' ');
}

/** A period by its start, as short as it is exact: `2026-08-12`, `2026-08`, `2026 Q3`. */
function periodStart(value: unknown, unit: string, zone: ZoneTable): string {
  const moment = typeof value === 'string' && value.includes('T') ? wallClock(value, zone) : String(value);
  const [year = '', month = ''] = moment.split('-');
  if (unit === 'year') return year;
  if (unit === 'quarter') return `${year} Q${Math.ceil(Number(month) / 3)}`;
  if (unit === 'month') return `${year}-${month}`;
  return unit === 'week' || unit === 'day' ? moment.slice(0, 10) : moment;
}

/** A period of time, or a part of the clock. */
function bucket(value: unknown, unit: string, zone: ZoneTable): string {
  if (unit === 'dayOfWeek') return WEEKDAYS[(Number(value) + 6) % 7] ?? String(value);
  if (unit === 'hourOfDay') return `${two(value)}:00`;
  return unit === 'minuteOfHour' ? `:${two(value)}` : periodStart(value, unit, zone);
}

/** A plain number stays one, since people compute with it; two decimals are what screens show. */
const plainNumber = (value: number): number => (Number.isInteger(value) ? value : Number(value.toFixed(2)));

function numberText(value: number, unit: string | undefined): unknown {
  const workday = workdayOf(unit);
  if (workday !== undefined) return formatWorkingTime(value, workday);
  const seconds = secondsIn(unit);
  if (seconds !== undefined) return formatElapsed(value * seconds);
  return unit === 'fraction' ? `${plainNumber(value * 100)}%` : plainNumber(value);
}

/** How the values of a column are written. */
function writer({ type, unit, dateUnit, valueLabels }: Column, zone: ZoneTable): Write {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (dateUnit) return bucket(value, dateUnit, zone);
    if (type === 'datetime') return wallClock(value, zone);
    if (typeof value === 'number') return numberText(value, unit);
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return typeof value === 'string' ? (valueLabels?.[value] ?? value) : value;
  };
}

/** The columns that people read; ids serve links alone. */
const isShown = ({ role }: Column) => role !== 'id';

/** The headers of a sheet: labels, with the zone of moments. */
export function sheetHeads(columns: Columns, zone: string): string[] {
  return columns.filter(isShown).map(({ label, type, dateUnit, period }) => {
    const before = period === 'comparison' ? ', before' : '';
    return type === 'datetime' && !dateUnit ? `${label}${before} (${zone})` : `${label}${before}`;
  });
}

/** Reads the cells of a sheet as people read them. Compared values have columns of their own. */
export function sheetCells(columns: Columns, { vectors }: Table, zone: string): ((row: number) => unknown)[] {
  const table = zoneTable(zone);
  return columns.flatMap((column, index) => {
    if (!isShown(column)) return [];
    const [vector, write] = [vectors[index] as Vector, writer(column, table)];
    return [(row: number) => write(cellOf(vector, row))];
  });
}
