import type { Cell, Load, OnMatch, Row } from './load.ts';

const earlier = (one: Cell, other: Cell): Cell => {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
};
const later = (one: Cell, other: Cell): Cell => {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
};

function isNewer(one: Row, other: Row): boolean {
  const [before, after] = [one['updatedAt'] ?? null, other['updatedAt'] ?? null];
  return before !== null && after !== null && before > after;
}

/** The value after one row was merged into another, as SQL merges a row into a table. */
const COMBINE: Readonly<Record<OnMatch, (column: string, one: Row, other: Row) => Cell>> = {
  replace: (column, _one, other) => other[column] ?? null,
  least: (column, one, other) => earlier(one[column] ?? null, other[column] ?? null),
  greatest: (column, one, other) => later(one[column] ?? null, other[column] ?? null),
  own: (column, one, other) => (one['integration'] === other['integration'] ? other : one)[column] ?? null,
  newest: (column, one, other) => (isNewer(one, other) ? one : other)[column] ?? null,
};

function combine(match: NonNullable<Load['match']>, one: Row, other: Row): Row {
  const changed = Object.entries(match).map(([column, how]) => [column, COMBINE[how](column, one, other)]);
  return { ...one, ...(Object.fromEntries(changed) as Row) };
}

/** Loads are merged where they differ in their rows alone. */
function shapeFor({ rows, ...load }: Load): string {
  return JSON.stringify([load, Object.keys(rows[0] ?? {})]);
}

/** Loads of one shape. A row whose key is there already is merged into that row. */
class LoadGroup {
  readonly shape: string;
  private readonly load: Load;
  private readonly rows = new Map<string, Row>();

  constructor(load: Load, shape: string) {
    this.shape = shape;
    this.load = load;
    this.add(load.rows);
  }

  add(rows: readonly Row[]): void {
    const { key = ['uuid'], match = {}, append } = this.load;
    for (const row of rows) {
      const id = append ? String(this.rows.size) : JSON.stringify(key.map((column) => row[column]));
      const known = this.rows.get(id);
      this.rows.set(id, known ? combine(match, known, row) : row);
    }
  }

  merged(): Load {
    return { ...this.load, rows: [...this.rows.values()] };
  }
}

/**
 * Fewer loads that leave the tables as these do one after another. Loads of one table keep their order unless
 * nothing but their rows differs.
 */
export function mergeLoads(loads: readonly Load[]): Load[] {
  const groups: LoadGroup[] = [];
  const lastOfTable = new Map<string, LoadGroup>();
  for (const load of loads) {
    if (load.rows.length === 0) continue;
    const shape = shapeFor(load);
    const last = lastOfTable.get(load.table);
    if (last?.shape === shape) last.add(load.rows);
    else {
      const group = new LoadGroup(load, shape);
      groups.push(group);
      lastOfTable.set(load.table, group);
    }
  }
  return groups.map((group) => group.merged());
}
