import type { Size } from '../chart-mark.ts';

const LEAST_WIDTH = 130;
const LEAST_HEIGHT = 76;
/** How much wider than high a tile looks best. */
const SHAPE = 1.9;

/** How many columns let tiles fill a card: the number whose tiles come nearest to a good shape. */
export function columnsFor(tiles: number, { width, height }: Size): number {
  const most = Math.max(1, Math.min(tiles, Math.floor(width / LEAST_WIDTH)));
  let [best, least] = [most, Number.POSITIVE_INFINITY];
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(tiles / columns);
    const ratio = width / columns / Math.max(LEAST_HEIGHT, height / rows);
    const empty = (rows * columns - tiles) / tiles;
    const odds = Math.abs(Math.log(ratio / SHAPE)) + empty;
    if (odds < least) [best, least] = [columns, odds];
  }
  return best;
}
