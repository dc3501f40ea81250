import { NULL_MARKER, OTHER_MARKER } from '@cairn/query';
import type { GroupsPlan } from '../plan/plan.ts';
import { cellOf, instantVector, numberVector } from '../table.ts';
import type { Table, Vector } from '../table.ts';

/** The series name of a value. */
export const seriesName = (value: unknown): string => (value === null ? NULL_MARKER : String(value));

const EMPTY_IS_ZERO = new Set(['count', 'countDistinct', 'sum']);
/** Reducers whose values over all series are the sum of those of each. */
const ADDS_UP = new Set(['count', 'sum']);

/** Whether the first measure of a plan adds up over series, so that there is a sum of the rest. */
export function addsUp(plan: GroupsPlan): boolean {
  const [first] = plan.grains.flatMap((grain) => grain.aggregates);
  return first !== undefined && ADDS_UP.has(first.reducer) && first.column.overlap === undefined;
}

/** The buckets and series of an answer; without series each bucket is one row. */
export interface SeriesGrid {
  readonly starts: readonly number[];
  readonly names: readonly string[] | null;
  /** The measures of all series together in each bucket; what the named ones leave of them becomes one more series. */
  readonly whole?: Table | null;
  /** Where the data of the org ends: what begins after that is not zero but unknown. */
  readonly dataEnd?: number | null;
}

/** Fills the grid with the measured cells; empty buckets are rows too, and have no value after the end of the data. */
export function fillGrid(
  { starts, names: kept, whole, dataEnd = null }: SeriesGrid,
  plan: GroupsPlan,
  measured: Table,
): Table {
  const names = kept && whole ? [...kept, OTHER_MARKER] : kept;
  const width = names?.length ?? 1;
  const buckets = new Map(starts.map((at, index) => [at, index]));
  const series = new Map((names ?? ['']).map((name, index) => [name, index]));
  const rowOf = (row: number): number | null => {
    const bucket = buckets.get(asMsAt(measured.vectors[0], row));
    const at = names ? series.get(seriesName(cellOf(measured.vectors[1] as Vector, row))) : 0;
    return bucket === undefined || at === undefined ? null : bucket * width + at;
  };
  // Present only where groups may be withheld: those stay empty, also where nothing would be zero.
  const marks = measured.vectors[plan.columns.length];
  const isWithheld = (row: number) => marks !== undefined && cellOf(marks, row) === 1;
  const rows = Array.from({ length: measured.rowCount }, (_, row) => rowOf(row));
  const aggregates = plan.grains.flatMap((grain) => grain.aggregates);
  const firstMeasure = plan.groups.length;
  const measures = plan.columns.slice(firstMeasure).map((name, index): Vector => {
    const reducer = aggregates.find((aggregate) => aggregate.name === name)?.reducer ?? 'count';
    const cells: (number | null)[] = Array.from({ length: starts.length * width }, () =>
      EMPTY_IS_ZERO.has(reducer) ? 0 : null,
    );
    const vector = measured.vectors[firstMeasure + index] as Vector;
    rows.forEach((at, row) => {
      if (at === null) return;
      const value = cellOf(vector, row) as number | null;
      cells[at] = value ?? (isWithheld(row) ? null : (cells[at] ?? null));
    });
    const all = whole?.vectors[index + 1];
    if (all && ADDS_UP.has(reducer)) fillRest(cells, width, all);
    else if (whole) for (let at = width - 1; at < cells.length; at += width) cells[at] = null;
    const isAfter = (at: number) => dataEnd !== null && (starts[Math.floor(at / width)] ?? 0) >= dataEnd;
    return numberVector(cells.map((cell, at) => (isAfter(at) ? null : cell)));
  });
  const timestamps = instantVector(starts.flatMap((at) => Array.from({ length: width }, () => at)));
  const labels: Vector[] = names
    ? [
        {
          type: 'text',
          values: starts.flatMap(() => names.map((name) => (name === NULL_MARKER ? null : name))),
        },
      ]
    : [];
  return { rowCount: starts.length * width, vectors: [timestamps, ...labels, ...measures] };
}

/** A difference of sums that is this small a part of them is nothing. */
const NOTHING = 1e-9;

/** Puts what the other series of each bucket leave of the whole into its last cell. */
function fillRest(cells: (number | null)[], width: number, whole: Vector): void {
  for (let end = width - 1, bucket = 0; end < cells.length; end += width, bucket += 1) {
    const all = Number(cellOf(whole, bucket) ?? 0);
    const named = cells.slice(end - width + 1, end).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    const rest = all - named;
    cells[end] = Math.abs(rest) <= NOTHING * Math.abs(all) ? 0 : rest;
  }
}

const asMsAt = (vector: Vector | undefined, row: number): number =>
  vector?.type === 'datetime' ? Number((vector.values[row] ?? 0n) / 1_000n) : Number.NaN;
