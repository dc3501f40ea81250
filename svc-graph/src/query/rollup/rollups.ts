import { randomUUID } from 'node:crypto';
import type { ChangeSince, ChangeVersion } from '../../store/table-changes.ts';
import { Estimates } from './estimates.ts';
import type { Estimate, EstimateLimits } from './estimates.ts';
import type { MemoryBudget, Reservation } from './memory-budget.ts';
import type { RollupTable } from './read-rollup.ts';
import { columnsRead, covers, keyOf } from './rollup-spec.ts';
import type { RollupSpec } from './rollup-spec.ts';
import { ROLLUPS, dropping, making, measuring, widthOf, zoneOfRows } from './statements.ts';
import type { RunStatement } from './statements.ts';

/** The state of the data from which a rollup was made. */
interface AsOf {
  readonly version: number;
  readonly changes: ChangeVersion;
}

/** A store that derives tables from a snapshot, and knows which columns were written since. */
export interface Deriving {
  asOfVersion<T>(work: (run: RunStatement, as: AsOf) => Promise<T>): Promise<T>;
  dataVersion(): Promise<number>;
  readonly changes: {
    since(version: ChangeVersion, table: string, columns: readonly string[]): ChangeSince;
  };
}

export interface RollupLimits extends EstimateLimits {
  /** How many milliseconds the data version must be stable before a rollup is made. */
  readonly settled: number;
  /** How many milliseconds a dropped rollup stays for queries that were planned with it. */
  readonly grace: number;
}

const LIMITS: RollupLimits = {
  atLeast: 200_000,
  fewer: 4,
  never: [],
  small: 400_000,
  settled: 2_000,
  grace: 60_000,
};

interface Rollup {
  readonly spec: RollupSpec;
  readonly table: string;
  readonly reservation: Reservation;
  readonly rows: number;
  readonly as: AsOf;
}

/**
 * The rollups of one org. A query reads a rollup only while the columns it was made from are unchanged.
 * Rollups are made in the background once the data has settled; a change of those columns drops them.
 */
export class Rollups {
  readonly #source: Deriving;
  readonly #budget: MemoryBudget;
  readonly #limits: RollupLimits;
  readonly #estimates: Estimates;
  #made: Rollup[] = [];
  readonly #wanted = new Map<string, RollupSpec>();
  #working: Promise<void> | null = null;

  constructor(source: Deriving, budget: MemoryBudget, limits: Partial<RollupLimits> = {}) {
    this.#source = source;
    this.#budget = budget;
    this.#limits = { ...LIMITS, ...limits };
    this.#estimates = new Estimates(this.#limits, (bytes) => budget.allows(bytes));
  }

  /**
   * The smallest rollup that covers a spec in a version. Without one it returns null, and one is made in the
   * background.
   */
  find(spec: RollupSpec, version: number): RollupTable | null {
    const [best] = this.#covering(spec).filter(({ as }) => as.version <= version);
    if (!best) {
      this.#want(spec, version);
      return null;
    }
    this.#budget.touch(best.reservation);
    return { schema: ROLLUPS, table: best.table, kept: best.spec };
  }

  /** Resolves when no rollup is under construction. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #covering(spec: RollupSpec): Rollup[] {
    const covering = this.#made.filter((each) => covers(each.spec, spec) && this.#isCurrent(each));
    return covering.toSorted((one, other) => one.rows - other.rows);
  }

  #isCurrent({ spec, as }: Rollup): boolean {
    return columnsRead(spec).every(
      ({ table, columns }) => this.#source.changes.since(as.changes, table, columns) === 'unchanged',
    );
  }

  #want(spec: RollupSpec, version: number): void {
    if (this.#estimates.isRefused(spec, version)) return;
    this.#wanted.set(keyOf(spec), spec);
    // A store that cannot answer its version is closed, so the wanted rollups are dropped.
    this.#working ??= this.#work()
      .catch(() => this.#wanted.clear())
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(): Promise<void> {
    while (this.#wanted.size > 0) {
      const before = await this.#source.dataVersion();
      await new Promise((resolve) => setTimeout(resolve, this.#limits.settled).unref());
      this.#dropChanged();
      for (const [key, spec] of this.#wanted) {
        if ((await this.#source.dataVersion()) !== before) break;
        this.#wanted.delete(key);
        // A query whose rollup cannot be made reads the table itself.
        await this.#provide(spec).catch(() => this.#estimates.refuse(spec, before));
      }
    }
  }

  #dropChanged(): void {
    const changed = this.#made.filter((each) => !this.#isCurrent(each));
    for (const { reservation } of changed) this.#budget.evict(reservation);
  }

  async #provide(spec: RollupSpec): Promise<void> {
    if (this.#covering(spec).length > 0) return;
    const estimate = await this.#source.asOfVersion((run, { version }) =>
      this.#estimates.estimate(spec, version, run),
    );
    if (estimate) await this.#make(estimate);
  }

  async #make({ spec, rows }: Estimate): Promise<void> {
    const table = randomUUID();
    const reservation = await this.#budget.reserve(this, rows * widthOf(spec), () => this.#drop(table));
    try {
      if (reservation.evicted) throw new Error('there is no memory for it');
      const made = await this.#source.asOfVersion(async (run, as) => {
        await run(making(spec, table, await zoneOfRows(run, spec)));
        const [count = 0, texts = 0] = await run(measuring(spec, table));
        return { as, count, bytes: count * widthOf(spec) + texts };
      });
      this.#made.push({ spec, table, reservation, rows: made.count, as: made.as });
      this.#budget.resize(reservation, made.bytes);
      // The rollup may have been evicted while it was made.
      if (reservation.evicted) this.#drop(table);
    } catch (error) {
      this.#budget.evict(reservation);
      this.#budget.free(reservation);
      throw error;
    }
  }

  /** Drops the table of an evicted rollup once no running query was planned with it. */
  #drop(table: string): void {
    const rollup = this.#made.find((each) => each.table === table);
    if (!rollup) return;
    this.#made = this.#made.filter((each) => each !== rollup);
    const drop = () =>
      void this.#source
        .asOfVersion((run) => run(dropping(table)))
        .catch(() => undefined)
        .finally(() => this.#budget.free(rollup.reservation));
    setTimeout(drop, this.#limits.grace).unref();
  }
}
