import { randomUUID } from 'node:crypto';
import type { Fate, Mark } from '../../store/table-changes.ts';
import { FINENESSES, tells } from './need.ts';
import type { Fineness, Need } from './need.ts';
import type { Place, Shelf } from './shelf.ts';
import { ROLLUPS, counting, dropping, estimating, making, measuring, naming } from './statements.ts';
import type { Making } from './statements.ts';
import { placing, reaching, uniting, widthOf } from './statements.ts';

/** Runs one statement and answers the numbers of its first row. */
export type Runs = (statement: string) => Promise<readonly number[]>;

/** The data that something is worked out of. */
interface AsOf {
  readonly version: number;
  readonly mark: Mark;
}

/** Works things out beside the data, in transactions that read one version of it, and knows what is written to it. */
export interface Deriving {
  asOfVersion<T>(work: (run: Runs, as: AsOf) => Promise<T>): Promise<T>;
  dataVersion(): Promise<number>;
  watch(watcher: (version: number) => void): () => void;
  readonly changes: {
    since(mark: Mark, table: string, columns: readonly string[]): Fate;
    touched(mark: Mark, table: string): boolean;
  };
}

export interface RollupLimits {
  /** Rows of a table from which on it is worth while. */
  readonly atLeast: number;
  /** How many times fewer rows a rollup must have than its table. */
  readonly fewer: Readonly<Record<Fineness, number>>;
  /** Rows up to which hours are kept where days would do, or days where months would: they serve more questions. */
  readonly small: number;
  /** Milliseconds without a new data version before one is made. */
  readonly settled: number;
  /** How many pieces one may consist of before they are made one. */
  readonly parts: number;
  /** Milliseconds that one which is of no use any more stays for questions that were planned with it. */
  readonly grace: number;
}

const LIMITS: RollupLimits = {
  atLeast: 200_000,
  fewer: { hour: 4, day: 4, month: 4 },
  small: 400_000,
  settled: 2_000,
  parts: 8,
  grace: 60_000,
};

interface Rollup {
  readonly need: Need;
  /** The view of all its parts. */
  readonly name: string;
  readonly place: Place;
  parts: string[];
  rows: number;
  as: AsOf;
  /** The place in its table from which on rows are not in it; null when places may be taken again. */
  end: number | null;
  used: boolean;
}

/** What is known of a table before its rollup is made. */
interface Estimate {
  readonly need: Need;
  readonly rows: number;
}

const keyOf = ({ table, time, fineness, zone, hours, dims, numbers }: Need) =>
  JSON.stringify([table, time, fineness, zone, hours, dims, numbers]);

const includes = (all: readonly string[], some: readonly string[]) =>
  some.every((each) => all.includes(each));

const periodsServe = (kept: Need, asked: Need) =>
  kept.fineness === 'hour' ? asked.hours : kept.zone === asked.zone && tells(kept.fineness, asked.fineness);

function serves(kept: Need, asked: Need): boolean {
  return (
    kept.table === asked.table &&
    kept.mortal === asked.mortal &&
    (asked.time === null || (kept.time === asked.time && periodsServe(kept, asked))) &&
    includes(kept.dims, asked.dims) &&
    includes(kept.numbers, asked.numbers)
  );
}

const columnsOf = ({ dims, numbers, time, mortal }: Need): string[] => [
  ...dims,
  ...numbers,
  ...(time === null ? [] : [time]),
  ...(mortal ? ['deleted'] : []),
];

/** How much a table must have grown before what was not worth while is looked at again. */
const GROWN = 1.5;

/**
 * Rollups of one org. A question is answered from one only when nothing was written since that it keeps. What is
 * missing is made in the background once the data has settled, and what was used is kept up, so that the next
 * question finds it: rows that came at the end of its table are rolled up beside it, after any other change it is
 * made anew.
 */
export class Rollups {
  readonly #source: Deriving;
  readonly #shelf: Shelf;
  readonly #limits: RollupLimits;
  #made: Rollup[] = [];
  readonly #wanted = new Map<string, Need>();
  /** What was not worth while, as of which version and for how large a table. */
  readonly #refused = new Map<string, { version: number; rows: number }>();
  #working: Promise<void> | null = null;
  #watching = false;

  constructor(source: Deriving, shelf: Shelf, limits: Partial<RollupLimits> = {}) {
    this.#source = source;
    this.#shelf = shelf;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The table that keeps what is needed as of a version; null when there is none, which is then made. */
  find(need: Need, version: number): { schema: string; table: string } | null {
    const fits = this.#made.filter(
      (each) => each.as.version <= version && serves(each.need, need) && this.#fate(each) === 'same',
    );
    const [best] = fits.toSorted((a, b) => a.rows - b.rows);
    if (!best) {
      this.#want(need, version);
      return null;
    }
    best.used = true;
    this.#shelf.use(best.place);
    return { schema: ROLLUPS, table: best.name };
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #fate({ need, as }: Rollup): Fate {
    return this.#source.changes.since(as.mark, need.table, columnsOf(need));
  }

  #want(need: Need, version: number): void {
    const key = keyOf(need);
    if (this.#refused.get(key)?.version === version) return;
    this.#wanted.set(key, need);
    // A graph that does not even tell its version is closed: nobody waits for anything any more.
    this.#working ??= this.#work()
      .catch(() => this.#wanted.clear())
      .finally(() => {
        this.#working = null;
      });
  }

  /** Wants anew what questions used and what is not as of now any more. */
  #keepUp(version: number): void {
    for (const each of this.#made) {
      if (!each.used || this.#fate(each) === 'same') continue;
      each.used = false;
      this.#want(each.need, version);
    }
  }

  async #work(): Promise<void> {
    while (this.#wanted.size > 0) {
      const before = await this.#source.dataVersion();
      await new Promise((resolve) => setTimeout(resolve, this.#limits.settled).unref());
      for (const [key, need] of this.#wanted) {
        if ((await this.#source.dataVersion()) !== before) break;
        this.#wanted.delete(key);
        // What cannot be made is answered by reading the table itself, as ever.
        await this.#bring(need).catch(() => this.#refuse(need, before, 0));
      }
    }
  }

  #refuse(need: Need, version: number, rows: number): void {
    this.#refused.set(keyOf(need), { version, rows });
  }

  async #bring(asked: Need): Promise<void> {
    const there = this.#made.filter(({ need }) => serves(need, asked));
    const [fresh] = there.filter((each) => this.#fate(each) === 'same');
    const [short] = there.filter((each) => this.#fate(each) === 'grown');
    if (fresh || (short && (await this.#extend(short)))) return;
    for (const each of there) this.#shelf.leave(each.place);
    const estimate = await this.#estimate(asked);
    if (estimate) await this.#make(estimate);
  }

  /** What is to be made, and how finely; null when nothing is worth while. */
  async #estimate(asked: Need): Promise<Estimate | null> {
    return this.#source.asOfVersion(async (run, { version }) => {
      const [all = 0] = await run(counting(asked));
      const known = this.#refused.get(keyOf(asked));
      if (all >= this.#limits.atLeast && !(known && all < known.rows * GROWN))
        for (const of of ['some', 'all'] as const) {
          const [seen = 0, ...groups] = await run(estimating(asked, of));
          const fewer = (fineness: Fineness) => seen / Math.max(1, groups[FINENESSES.indexOf(fineness)] ?? 1);
          const need = this.#choose(asked, all, fewer);
          // Rows that lie together are more alike than all, or less: only a clear answer is taken from some of them.
          if (need && (of === 'all' || need.fineness === this.#finest(asked)))
            return { need, rows: all / Math.max(1, fewer(need.fineness)) };
        }
      this.#refuse(asked, version, known && all < known.rows * GROWN ? known.rows : all);
      return null;
    });
  }

  #finest({ time, fineness, hours }: Need): Fineness {
    if (time === null) return fineness;
    return hours ? 'hour' : 'day';
  }

  #choose(asked: Need, all: number, fewer: (fineness: Fineness) => number): Need | null {
    const finest = this.#finest(asked);
    const fit = FINENESSES.filter((each) => tells(finest, each) && tells(each, asked.fineness));
    for (const fineness of fit) {
      const need = { ...asked, fineness, ...(fineness === 'hour' ? { zone: 'UTC', hours: true } : {}) };
      const times = fewer(fineness);
      const rows = all / Math.max(1, times);
      if (times < this.#limits.fewer[fineness] || !this.#shelf.allows(rows * widthOf(need))) continue;
      if (fineness === asked.fineness || rows <= this.#limits.small) return need;
    }
    return null;
  }

  async #make({ need, rows }: Estimate): Promise<void> {
    const part = randomUUID();
    await this.#lay(need, rows * widthOf(need), part, async (run, as) => {
      const [count = 0, end = 0] = await run(placing(need));
      await run(making(need, part, await this.#reach(run, need, null)));
      // Where rows were taken out, later ones may move into their places.
      return { as, end: count === end ? end : null };
    });
  }

  async #reach(run: Runs, need: Need, from: number | null): Promise<Making> {
    const zoned = need.zone !== 'UTC' && need.fineness !== 'hour';
    return { from, extent: zoned ? await run(reaching(need, from)) : [] };
  }

  /** Makes one part of many. */
  #unite({ need, name, place, as, end }: Rollup): Promise<void> {
    const part = randomUUID();
    return this.#lay(need, place.bytes, part, async (run) => {
      await run(uniting(need, name, part));
      return { as, end };
    });
  }

  /** Lays a new rollup on the shelf, whose first part `make` makes. */
  async #lay(
    need: Need,
    bytes: number,
    part: string,
    make: (run: Runs, as: AsOf) => Promise<Pick<Rollup, 'as' | 'end'>>,
  ): Promise<void> {
    const name = randomUUID();
    const parts = [part];
    const place = await this.#shelf.take(this, bytes, () => this.#drop(name));
    try {
      if (place.gone) throw new Error('there is no room for it');
      const { as, end, size } = await this.#source.asOfVersion(async (run, now) => {
        const made = await make(run, now);
        await run(naming(name, parts));
        return { ...made, size: await run(measuring(need, part)) };
      });
      this.#keep({ need, name, parts, place, rows: 0, as, end, used: false }, size);
    } catch (error) {
      this.#shelf.leave(place);
      this.#shelf.left(place);
      throw error;
    }
  }

  #keep(rollup: Rollup, size: readonly number[]): void {
    const worse = this.#made.filter(
      (each) => this.#fate(each) === 'changed' || each.parts.length > this.#limits.parts,
    );
    this.#made.push(rollup);
    this.#measure(rollup, size);
    for (const { place } of worse) this.#shelf.leave(place);
    // It was told to go while it was being made.
    if (rollup.place.gone) this.#drop(rollup.name);
    if (this.#watching) return;
    this.#watching = true;
    this.#source.watch((version) => this.#keepUp(version));
  }

  #measure(rollup: Rollup, [rows = 0, texts = 0]: readonly number[], before = 0): void {
    rollup.rows += rows;
    this.#shelf.resize(rollup.place, before + rows * widthOf(rollup.need) + texts);
  }

  /** Rolls up beside it what came at the end of its table; false when that does not tell all that was written. */
  async #extend(rollup: Rollup): Promise<boolean> {
    const { need, name, end: from } = rollup;
    if (from === null) return false;
    const part = randomUUID();
    const parts = [...rollup.parts, part];
    const grown = await this.#source.asOfVersion(async (run, as) => {
      const [count, end = 0] = await run(placing(need));
      if (count !== end || this.#source.changes.touched(rollup.as.mark, need.table)) return null;
      await run(making(need, part, await this.#reach(run, need, from)));
      await run(naming(name, parts));
      return { as, end, size: await run(measuring(need, part)) };
    });
    if (!grown) return false;
    Object.assign(rollup, { parts, as: grown.as, end: grown.end });
    this.#measure(rollup, grown.size, rollup.place.bytes);
    // Told to go meanwhile, it may have left without what came last.
    if (rollup.place.gone) this.#sweep(rollup);
    if (parts.length > this.#limits.parts) await this.#unite(rollup);
    return true;
  }

  #drop(name: string): void {
    const rollup = this.#made.find((each) => each.name === name);
    if (!rollup) return;
    this.#made = this.#made.filter((each) => each !== rollup);
    this.#sweep(rollup);
  }

  /** Lets go of its tables, once no question is left that was planned with them. */
  #sweep(rollup: Rollup): void {
    const drop = () =>
      void this.#source
        .asOfVersion((run) => run(dropping(rollup.name, rollup.parts)))
        .catch(() => undefined)
        .finally(() => this.#shelf.left(rollup.place));
    setTimeout(drop, this.#limits.grace).unref();
  }
}
