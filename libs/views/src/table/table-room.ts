/** The rows that fit into a height, and the room of header and pager, in pixels (X§9). */
const ENTITIES = { taken: 62, row: 37 };
const GROUPS = { taken: 64, row: 38 };
const PIVOTS = { taken: 59, row: 41 };
const ROOMS = { entities: ENTITIES, groups: GROUPS, pivot: PIVOTS };
const LEAST = 5;
const MOST = 500;

/** How many rows a table of a height has room for (X§9). */
export function roomOf(height: number, rows: keyof typeof ROOMS): number {
  const { taken, row } = ROOMS[rows];
  return Math.max(LEAST, Math.min(MOST, Math.floor((height - taken) / row)));
}
