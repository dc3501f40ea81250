import type { ChartData } from '../chart-data.ts';
import type { Size } from '../chart-mark.ts';

/** The width that names at the ends of lines take. */
export const NAMES_WIDTH = 124;
/** The most characters that have room in it. */
export const NAME_CHARACTERS = 15;
export const NAME_HEIGHT = 15;

const LEAST_WIDTH = 380;
const AXIS_ROOM = 40;

/** Whether a chart has room to name its series where they end, so that it needs no legend. */
export function namesFit(data: ChartData, size: Size): boolean {
  const room = (size.height - AXIS_ROOM) / NAME_HEIGHT;
  return (
    data.series.length > 1 && !data.axes.includes(1) && size.width > LEAST_WIDTH && data.series.length <= room
  );
}

/** Moves colliding names apart, each as near to its wanted height as order and room allow. */
export function spreadNames(wanted: readonly number[], bottom: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
  const placed = [...wanted];
  let free = Number.NEGATIVE_INFINITY;
  for (const { at, index } of order) {
    placed[index] = Math.max(at, free);
    free = (placed[index] ?? 0) + NAME_HEIGHT;
  }
  let limit = bottom;
  for (const { index } of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, limit);
    limit = (placed[index] ?? 0) - NAME_HEIGHT;
  }
  return placed;
}
