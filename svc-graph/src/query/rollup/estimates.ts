import { grainsCovering } from './time-grain.ts';
import type { TimeGrain } from './time-grain.ts';
import { keyOf } from './rollup-spec.ts';
import type { RollupSpec } from './rollup-spec.ts';
import { countingRows, estimatingRows, widthOf } from './statements.ts';
import type { RunStatement } from './statements.ts';

export interface EstimateLimits {
  /** The rows a table needs before it may have rollups. */
  readonly atLeast: number;
  /** How many times fewer rows than its table a rollup must have. */
  readonly fewer: number;
  /** Time grains that rollups must not have. */
  readonly never: readonly TimeGrain[];
  /** Up to this many rows a rollup keeps a finer grain than needed, to cover more queries. */
  readonly small: number;
}

/** A rollup with its estimated rows, before it is made. */
export interface Estimate {
  readonly spec: RollupSpec;
  readonly rows: number;
}

interface Refusal {
  readonly version: number;
  /** Rows of the table at that version. */
  readonly rows: number;
}

/** How much a table must grow before a refused spec is estimated again. */
const GROWN = 1.5;

const withGrain = (spec: RollupSpec, timeGrain: TimeGrain): RollupSpec => {
  return { ...spec, timeGrain, ...(timeGrain === 'hour' ? { zone: 'UTC', hours: true } : {}) };
};

const grainsOf = ({ time, timeGrain, hours }: RollupSpec): TimeGrain[] =>
  time === null ? [timeGrain] : grainsCovering(timeGrain).filter((each) => each !== 'hour' || hours);

/** Decides which rollups are worth making, and remembers the refused ones. */
export class Estimates {
  readonly #limits: EstimateLimits;
  readonly #allows: (bytes: number) => boolean;
  readonly #refused = new Map<string, Refusal>();

  constructor(limits: EstimateLimits, allows: (bytes: number) => boolean) {
    this.#limits = limits;
    this.#allows = allows;
  }

  /** True when a spec was refused for this version. */
  isRefused(spec: RollupSpec, version: number): boolean {
    return this.#refused.get(keyOf(spec))?.version === version;
  }

  /** Refuses a spec for this version, whatever the size of its table. */
  refuse(spec: RollupSpec, version: number): void {
    this.#refused.set(keyOf(spec), { version, rows: 0 });
  }

  /** The rollup to make for a spec; null when none is worth making. */
  async estimate(asked: RollupSpec, version: number, run: RunStatement): Promise<Estimate | null> {
    const [all = 0] = await run(countingRows(asked));
    const key = keyOf(asked);
    const refused = this.#refused.get(key);
    const hasGrown = !refused || all >= refused.rows * GROWN;
    const found = hasGrown && all >= this.#limits.atLeast ? await this.#choose(asked, run) : null;
    if (!found) this.#refused.set(key, { version, rows: hasGrown ? all : (refused?.rows ?? all) });
    return found;
  }

  async #choose(asked: RollupSpec, run: RunStatement): Promise<Estimate | null> {
    const grains = grainsOf(asked);
    const [seen = 0, ...groups] = await run(estimatingRows(asked, grains));
    for (const [index, timeGrain] of grains.entries()) {
      const spec = withGrain(asked, timeGrain);
      const rows = Math.max(1, groups[index] ?? 1);
      const isFewer = seen / rows >= this.#limits.fewer && !this.#limits.never.includes(timeGrain);
      if (!isFewer || !this.#allows(rows * widthOf(spec))) continue;
      if (timeGrain === asked.timeGrain || rows <= this.#limits.small) return { spec, rows };
    }
    return null;
  }
}
