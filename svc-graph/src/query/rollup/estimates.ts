import type { ZoneTable } from '@cairn/query';
import { tellingOf, tells } from './time-grain.ts';
import type { Fineness } from './time-grain.ts';
import { keyOf } from './rollup-spec.ts';
import type { Need } from './rollup-spec.ts';
import { counting, estimating, estimatingOf, widthOf } from './statements.ts';
import type { Runs } from './statements.ts';

export interface EstimateLimits {
  /** Rows of a table from which on a rollup of it is worth while. */
  readonly atLeast: number;
  /** How many times fewer rows one must have than what it is made of. */
  readonly fewer: number;
  /** What is not kept although it would be worth while. */
  readonly never: readonly Fineness[];
  /** Rows up to which hours are kept where days would do, or days where longer periods would: they serve more questions. */
  readonly small: number;
  /** Rows up to which one is read as fast as any. */
  readonly few: number;
}

/** What is known of a rollup before it is made. */
export interface Estimate {
  readonly need: Need;
  readonly rows: number;
}

interface Refusal {
  readonly version: number;
  /** Rows that the table had. */
  readonly rows: number;
}

/** How much a table must have grown before what was not worth while is looked at again. */
const GROWN = 1.5;

/** The same, kept as finely as this. */
const keptBy = (need: Need, fineness: Fineness): Need => {
  return { ...need, fineness, ...(fineness === 'hour' ? { zone: 'UTC', hours: true } : {}) };
};

const waysOf = ({ time, fineness, hours }: Need): Fineness[] =>
  time === null ? [fineness] : tellingOf(fineness).filter((each) => each !== 'hour' || hours);

/** Which rollups are worth while, and what is known of tables of which none is. */
export class Estimates {
  readonly #limits: EstimateLimits;
  readonly #allows: (bytes: number) => boolean;
  readonly #refused = new Map<string, Refusal>();

  constructor(limits: EstimateLimits, allows: (bytes: number) => boolean) {
    this.#limits = limits;
    this.#allows = allows;
  }

  /** Whether it is known not to be worth while in a version. */
  isRefused(need: Need, version: number): boolean {
    return this.#refused.get(keyOf(need))?.version === version;
  }

  /** Notes that nothing is to be made in this version, whatever the table is like. */
  refuse(need: Need, version: number): void {
    this.#refused.set(keyOf(need), { version, rows: 0 });
  }

  /** What is to be made of a table, and how finely; null when nothing is worth while. */
  async ofTable(asked: Need, version: number, run: Runs): Promise<Estimate | null> {
    const [all = 0] = await run(counting(asked));
    const key = keyOf(asked);
    const known = this.#refused.get(key);
    if (known && all < known.rows * GROWN) {
      this.#refused.set(key, { ...known, version });
      return null;
    }
    const ways = waysOf(asked);
    // Rows that lie together are more alike than all, or less: only a clear answer is taken from some of them.
    const looks = asked.beside ? (['all'] as const) : (['some', 'all'] as const);
    for (const of of all < this.#limits.atLeast ? [] : looks) {
      const [seen = 0, ...groups] = await run(estimating(asked, ways, of));
      const times = new Map(ways.map((way, index) => [way, seen / Math.max(1, groups[index] ?? 1)]));
      const found = this.#choose(asked, all, times, this.#limits.small);
      if (found && (of === 'all' || found.need.fineness === ways[0])) return found;
    }
    this.#refused.set(key, { version, rows: all });
    return null;
  }

  /** What is to be made of a rollup that tells more; null when it may as well be read itself. */
  async ofRollup(
    asked: Need,
    from: { readonly need: Need; readonly name: string; readonly rows: number },
    zone: ZoneTable | null,
    run: Runs,
  ): Promise<Estimate | null> {
    const ways = waysOf(asked).filter((way) => asked.time === null || tells(from.need.fineness, way));
    const groups = await run(estimatingOf(asked, ways, from.name, zone));
    const times = new Map(ways.map((way, index) => [way, from.rows / Math.max(1, groups[index] ?? 1)]));
    return this.#choose(asked, from.rows, times, this.#limits.few);
  }

  #choose(asked: Need, all: number, times: ReadonlyMap<Fineness, number>, small: number): Estimate | null {
    for (const [fineness, fewer] of times) {
      const need = keptBy(asked, fineness);
      const rows = all / Math.max(1, fewer);
      const isFewer = fewer >= this.#limits.fewer && !this.#limits.never.includes(fineness);
      if (!isFewer || !this.#allows(rows * widthOf(need))) continue;
      if (fineness === asked.fineness || rows <= small) return { need, rows };
    }
    return null;
  }
}
