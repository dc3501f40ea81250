import { NULL_MARKER } from '@cairn/query';
import type { GroupsPlan } from '../plan/plan.ts';
import { cellOf, instantVector, numberVector } from '../table.ts';
import type { Table, Vector } from '../table.ts';

/** The series name of a value. */
export const seriesName = (value: unknown): string => (value === null ? NULL_MARKER : String(value));

const EMPTY_IS_ZERO = new Set(['count', 'countDistinct', 'sum']);

/** The buckets and series of an answer; without series each bucket is one row. */
export interface SeriesGrid {
  readonly starts: readonly number[];
  readonly names: readonly string[] | null;
}

/** Fills the grid with the measured cells; empty buckets are rows too. */
export function fillGrid({ starts, names }: SeriesGrid, plan: GroupsPlan, measured: Table): Table {
  const width = names?.length ?? 1;
  const buckets = new Map(starts.map((at, index) => [at, index]));
  const series = new Map((names ?? ['']).map((name, index) => [name, index]));
  const rowOf = (row: number): number | null => {
    const bucket = buckets.get(asMsAt(measured.vectors[0], row));
    const at = names ? series.get(seriesName(cellOf(measured.vectors[1] as Vector, row))) : 0;
    return bucket === undefined || at === undefined ? null : bucket * width + at;
  };
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
      if (at !== null) cells[at] = (cellOf(vector, row) as number | null) ?? cells[at] ?? null;
    });
    return numberVector(cells);
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

const asMsAt = (vector: Vector | undefined, row: number): number =>
  vector?.type === 'datetime' ? Number((vector.values[row] ?? 0n) / 1_000n) : Number.NaN;
