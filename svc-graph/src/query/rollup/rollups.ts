import { randomUUID } from 'node:crypto';
import type { Fate, Mark } from '../../store/table-changes.ts';
import { Estimates } from './estimates.ts';
import type { Estimate, EstimateLimits } from './estimates.ts';
import { keyOf, readFor, serves } from './rollup-spec.ts';
import type { Need } from './rollup-spec.ts';
import type { Found } from './read-rollup.ts';
import type { Place, Shelf } from './memory-budget.ts';
import { ROLLUPS, coarsening, dropping, making, measuring, naming, placing } from './statements.ts';
import { uniting, widthOf, zoneOfRollup, zoneOfRows } from './statements.ts';
import type { Runs } from './statements.ts';

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

export interface RollupLimits extends EstimateLimits {
  /** Milliseconds without a new data version before one is made. */
  readonly settled: number;
  /** How many pieces one may consist of before they are made one. */
  readonly parts: number;
  /** Milliseconds that one which is of no use any more stays for questions that were planned with it. */
  readonly grace: number;
}

const LIMITS: RollupLimits = {
  atLeast: 200_000,
  fewer: 4,
  never: [],
  small: 400_000,
  few: 20_000,
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
  /** What it tells about as fast as one that was made for it alone would. */
  readonly enough: Set<string>;
}

/**
 * Rollups of one org. A question is answered from one only when nothing was written since that it keeps. What is
 * missing is made in the background once the data has settled, and what was used is kept up, so that the next
 * question finds it: rows that came at the end of its table are rolled up beside it, after any other change it is
 * made anew. One that keeps much more than is asked for is made a smaller one of, which is then as good as any.
 */
export class Rollups {
  readonly #source: Deriving;
  readonly #shelf: Shelf;
  readonly #limits: RollupLimits;
  readonly #estimates: Estimates;
  #made: Rollup[] = [];
  readonly #wanted = new Map<string, Need>();
  #working: Promise<void> | null = null;
  #watching = false;

  constructor(source: Deriving, shelf: Shelf, limits: Partial<RollupLimits> = {}) {
    this.#source = source;
    this.#shelf = shelf;
    this.#limits = { ...LIMITS, ...limits };
    this.#estimates = new Estimates(this.#limits, (bytes) => shelf.allows(bytes));
  }

  /** The table that keeps what is needed as of a version; null when there is none, which is then made. */
  find(need: Need, version: number): Found | null {
    const [best] = this.#fitting(need).filter(({ as }) => as.version <= version);
    if (!best || this.#isMuch(best, need)) this.#want(need, version);
    if (!best) return null;
    best.used = true;
    this.#shelf.use(best.place);
    return { schema: ROLLUPS, table: best.name, kept: best.need };
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Those that tell what is needed as of now, the smallest first. */
  #fitting(need: Need): Rollup[] {
    const fits = this.#made.filter((each) => serves(each.need, need) && this.#fate(each) === 'same');
    return fits.toSorted((one, other) => one.rows - other.rows);
  }

  /** Whether a rollup has so many rows that one for this need alone may be worth while. */
  #isMuch({ need, rows, enough }: Rollup, asked: Need): boolean {
    const key = keyOf(asked);
    return rows > this.#limits.few && keyOf(need) !== key && !enough.has(key);
  }

  #fate({ need, as }: Rollup): Fate {
    const fates = readFor(need).map(([table, columns]) =>
      this.#source.changes.since(as.mark, table, columns),
    );
    // Rows that come to one of several tables may belong to rows that were there before.
    return fates.length === 1 || fates.every((each) => each === 'same') ? (fates[0] ?? 'same') : 'changed';
  }

  #want(need: Need, version: number): void {
    const key = keyOf(need);
    if (this.#estimates.isRefused(need, version)) return;
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
        await this.#bring(need).catch(() => this.#estimates.refuse(need, before));
      }
    }
  }

  async #bring(asked: Need): Promise<void> {
    await this.#refresh(asked);
    if (this.#fitting(asked).length === 0) {
      const ofTable = await this.#source.asOfVersion((run, { version }) =>
        this.#estimates.ofTable(asked, version, run),
      );
      if (ofTable) await this.#make(ofTable);
    }
    const [best] = this.#fitting(asked);
    if (best && this.#isMuch(best, asked)) await this.#coarsen(best, asked);
  }

  /** Brings the smallest that tells it up to date, and lets go of those that cannot be. */
  async #refresh(asked: Need): Promise<void> {
    const telling = this.#made.filter(({ need }) => serves(need, asked));
    for (const each of telling.toSorted((one, other) => one.rows - other.rows)) {
      const fate = this.#fate(each);
      if (fate === 'same' || (fate === 'grown' && (await this.#extend(each)))) return;
      this.#shelf.leave(each.place);
    }
  }

  /** Makes what is asked for of a rollup that keeps much more, if that has far fewer rows. */
  async #coarsen(from: Rollup, asked: Need): Promise<void> {
    const { as, end } = from;
    const smaller = await this.#source.asOfVersion(async (run) => {
      const zone = await zoneOfRollup(run, asked, from);
      return zone === undefined
        ? null
        : { zone, estimate: await this.#estimates.ofRollup(asked, from, zone, run) };
    });
    if (!smaller?.estimate) {
      from.enough.add(keyOf(asked));
      return;
    }
    const { zone, estimate } = smaller;
    const part = randomUUID();
    await this.#lay(estimate.need, estimate.rows * widthOf(estimate.need), part, async (run) => {
      await run(coarsening(estimate.need, from.name, part, zone));
      // It is what its rows were made of that it is as of.
      return { as, end };
    });
  }

  async #make({ need, rows }: Estimate): Promise<void> {
    const part = randomUUID();
    await this.#lay(need, rows * widthOf(need), part, async (run, as) => {
      const [count = 0, end = 0] = await run(placing(need));
      await run(making(need, part, { from: null, zone: await zoneOfRows(run, need, null) }));
      // Where rows were taken out, later ones may move into their places.
      return { as, end: count === end && !need.beside ? end : null };
    });
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
      this.#keep({ need, name, parts, place, rows: 0, as, end, used: false, enough: new Set() }, size);
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
      await run(making(need, part, { from, zone: await zoneOfRows(run, need, from) }));
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
