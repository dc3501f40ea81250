import { randomUUID } from 'node:crypto';
import { toStatement, ident, join, list, member, sql } from '../dialect/sql.ts';
import type { Sql } from '../dialect/sql.ts';
import { KEPT } from './need.ts';
import type { Fineness, Need } from './need.ts';

/** Runs SQL in a transaction of its own as of one data version, which it does not change. */
export interface Deriving {
  asOfVersion<T>(work: (run: Runs, version: number) => Promise<T>): Promise<T>;
}

/** Runs one statement and answers the first number of its first row. */
export type Runs = (statement: string) => Promise<number>;

interface Rollup {
  readonly need: Need;
  readonly table: string;
  readonly rows: number;
  readonly version: number;
}

export interface RollupLimits {
  /** Rows of a table from which on it is worth while. */
  readonly atLeast: number;
  /** How many times fewer rows a rollup must have than its table. */
  readonly fewer: Readonly<Record<Fineness, number>>;
  /** Milliseconds without a new data version before one is made. */
  readonly settled: number;
  /** How many are kept, and how many rows of them all; the least used go first. */
  readonly most: number;
  readonly rows: number;
  /** Milliseconds that one which is of no use any more stays for questions that were planned with it. */
  readonly grace: number;
}

const LIMITS: RollupLimits = {
  atLeast: 200_000,
  fewer: { hour: 4, day: 4 },
  settled: 2_000,
  most: 24,
  rows: 6_000_000,
  grace: 60_000,
};

/** Where rollups lie: beside the graph, in memory, gone with the process. */
export const ROLLUPS = 'rollups';

const TRUNCATED: Readonly<Record<Fineness, Sql>> = { hour: sql`'hour'`, day: sql`'day'` };

const keyOf = ({ table, time, dims, numbers }: Need) => JSON.stringify([table, time, dims, numbers]);
const text = (of: Sql): string => toStatement(of, () => '').text;

function keysOf({ dims, time }: Need, fineness: Fineness): Sql[] {
  const moment =
    time === null ? [] : [sql`date_trunc(${TRUNCATED[fineness]}, ${ident(time)}) AS ${ident(time)}`];
  return [...dims.map(ident), ...moment];
}

const living = ({ mortal }: Need): Sql => (mortal ? sql` WHERE deleted IS NOT TRUE` : sql``);

/** The statement that makes a rollup. */
function making(need: Need, fineness: Fineness, table: string): string {
  const keys = keysOf(need, fineness);
  const kept = need.numbers.flatMap((name) => {
    const of = ident(name);
    return [
      sql`count(${of}) AS ${ident(KEPT.count(name))}`,
      sql`sum(${of}) AS ${ident(KEPT.sum(name))}`,
      sql`min(${of}) AS ${ident(KEPT.min(name))}`,
      sql`max(${of}) AS ${ident(KEPT.max(name))}`,
    ];
  });
  const by = keys.length > 0 ? sql` GROUP BY ${list(keys.map((_, index) => sql`${index + 1}`))}` : sql``;
  const order = need.time === null ? sql`` : sql` ORDER BY ${keys.length}`;
  const columns = list([...keys, sql`count(uuid) AS ${ident(KEPT.rows)}`, ...kept]);
  return text(
    sql`CREATE TABLE ${member(ROLLUPS, table)} AS SELECT ${columns} FROM ${ident(need.table)}${living(need)}${by}${order}`,
  );
}

/** The statement that tells from some rows how many times fewer a rollup would have. */
function sampling(need: Need, fineness: Fineness): string {
  const keys = keysOf(need, fineness);
  const rows = sql`FROM ${ident(need.table)} TABLESAMPLE SYSTEM (2 PERCENT)`;
  const distinct = keys.length > 0 ? sql`SELECT DISTINCT ${list(keys)} ${rows}` : sql`SELECT 1`;
  return text(
    sql`SELECT CAST((SELECT count(*) ${rows}) / greatest(1, (SELECT count(*) FROM (${distinct}))) AS DOUBLE)`,
  );
}

const includes = (all: readonly string[], some: readonly string[]) =>
  some.every((each) => all.includes(each));

function serves(kept: Need, asked: Need): boolean {
  return (
    kept.table === asked.table &&
    (asked.time === null ||
      (kept.time === asked.time && (kept.fineness === 'hour' || asked.fineness === 'day'))) &&
    includes(kept.dims, asked.dims) &&
    includes(kept.numbers, asked.numbers)
  );
}

/**
 * Rollups of one org. A question is answered from one only when it was made from the very data version that the
 * question reads; what is missing is made in the background once the data has settled, so that the next one finds it.
 */
export class Rollups {
  readonly #source: Deriving;
  readonly #limits: RollupLimits;
  readonly #version: () => Promise<number>;
  /** In the order of their last use. */
  #made: Rollup[] = [];
  readonly #wanted = new Map<string, Need>();
  readonly #refused = new Map<string, number>();
  #working: Promise<void> | null = null;

  constructor(source: Deriving, version: () => Promise<number>, limits: Partial<RollupLimits> = {}) {
    this.#source = source;
    this.#version = version;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The table that keeps what is needed as of a version; null when there is none, which is then made. */
  find(need: Need, version: number): { schema: string; table: string } | null {
    const fits = this.#made.filter((each) => each.version === version && serves(each.need, need));
    const [best] = fits.toSorted((a, b) => a.rows - b.rows);
    if (!best) {
      this.#want(need, version);
      return null;
    }
    this.#made = [...this.#made.filter((each) => each !== best), best];
    return { schema: ROLLUPS, table: best.table };
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #want(need: Need, version: number): void {
    const key = keyOf(need);
    if (this.#refused.get(`${key}${need.fineness}`) === version) return;
    this.#wanted.set(key, need);
    // A graph that does not even tell its version is closed: nobody waits for anything any more.
    this.#working ??= this.#work()
      .catch(() => this.#wanted.clear())
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(): Promise<void> {
    while (this.#wanted.size > 0) {
      const before = await this.#version();
      await new Promise((resolve) => setTimeout(resolve, this.#limits.settled).unref());
      if ((await this.#version()) !== before) continue;
      const [[key, need] = [undefined, undefined]] = this.#wanted;
      if (key === undefined || need === undefined) return;
      this.#wanted.delete(key);
      // What cannot be made is answered by reading the table itself, as ever.
      await this.#make(need).catch(() => this.#refuse(need, before));
    }
  }

  #refuse(need: Need, version: number): void {
    this.#refused.set(`${keyOf(need)}${need.fineness}`, version);
  }

  async #make(asked: Need): Promise<void> {
    const table = randomUUID();
    const made = await this.#source.asOfVersion(async (run, version): Promise<Rollup | null> => {
      const all = await run(text(sql`SELECT CAST(count(*) AS DOUBLE) FROM ${ident(asked.table)}`));
      if (all >= this.#limits.atLeast)
        for (const fineness of asked.fineness === 'day' ? (['hour', 'day'] as const) : (['hour'] as const)) {
          const fewer = await run(sampling(asked, fineness));
          if (fewer < this.#limits.fewer[fineness] || all / Math.max(1, fewer) > this.#limits.rows) continue;
          await run(making(asked, fineness, table));
          const rows = await run(text(sql`SELECT CAST(count(*) AS DOUBLE) FROM ${member(ROLLUPS, table)}`));
          return { need: { ...asked, fineness }, table, rows, version };
        }
      this.#refuse(asked, version);
      return null;
    });
    if (made) this.#made.push(made);
    this.#forget(made?.version);
  }

  /** Drops those of other versions and those that are one too many. */
  #forget(version: number | undefined): void {
    const stale = this.#made.filter((each) => version !== undefined && each.version !== version);
    const fresh = this.#made.filter((each) => !stale.includes(each));
    let rows = 0;
    const kept = fresh.toReversed().filter((each, index) => {
      rows += each.rows;
      return index < this.#limits.most && (index === 0 || rows <= this.#limits.rows);
    });
    const gone = this.#made.filter((each) => !kept.includes(each));
    this.#made = kept.toReversed();
    if (gone.length === 0) return;
    const drop = text(
      join(
        gone.map(({ table }) => sql`DROP TABLE IF EXISTS ${member(ROLLUPS, table)}`),
        sql`; `,
      ),
    );
    const dropping = () => void this.#source.asOfVersion((run) => run(drop)).catch(() => undefined);
    setTimeout(dropping, this.#limits.grace).unref();
  }
}
