import { floorLocal, stretchAt, zoneTable } from '@cairn/query';
import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';

/** The time grain of a rollup: hours of UTC, or days, months, or weeks with a first day, of a zone. */
export type TimeGrain = 'hour' | 'day' | `week ${Weekday}` | 'month';

type Unit = 'hour' | 'day' | 'week' | 'month';

/** The period of a grain. */
export function periodOf(grain: TimeGrain): { readonly unit: Unit; readonly firstDay: Weekday } {
  const [unit = 'day', firstDay = '1'] = grain.split(' ');
  return { unit: unit as Unit, firstDay: Number(firstDay) as Weekday };
}

/** Whether each period of the second grain is made of whole periods of the first. */
export const coversGrain = (kept: TimeGrain, asked: TimeGrain): boolean =>
  kept === asked || kept === 'hour' || (kept === 'day' && asked !== 'hour');

/** The coarsest grain that covers both. */
export function commonGrain(one: TimeGrain, other: TimeGrain): TimeGrain {
  if (coversGrain(one, other)) return one;
  return coversGrain(other, one) ? other : 'day';
}

/** All grains that cover this one, the finest first. */
export const grainsCovering = (asked: TimeGrain): TimeGrain[] =>
  [...new Set<TimeGrain>(['hour', 'day', asked])].filter((each) => coversGrain(each, asked));

/** The coarsest grain that covers buckets of a unit. */
export function grainOf(unit: BucketUnit, firstDay: Weekday): TimeGrain {
  if (unit === 'week') return `week ${firstDay}`;
  if (unit === 'day') return unit;
  return unit === 'hour' || unit === 'minute' ? 'hour' : 'month';
}

const UTC = 'UTC';
const MS = { hour: 3_600_000, day: 86_400_000 };

/** Whether a zone changes only by whole hours, at whole hours of UTC. */
export const isOfHours = ({ stretches }: ZoneTable): boolean =>
  stretches.every(
    ({ from, offset }) => offset % MS.hour === 0 && (from % MS.hour === 0 || !Number.isFinite(from)),
  );

/** The coarsest grain of a zone of which no period contains one of the instants. */
function cutBy(zone: string, grain: TimeGrain, instants: readonly number[]): TimeGrain {
  const table = zoneTable(zone);
  const isCut = (instant: number, { unit, firstDay }: ReturnType<typeof periodOf>) => {
    const { from, offset } = stretchAt(table, instant);
    return instant === from || floorLocal(instant + offset, unit, firstDay) === instant + offset;
  };
  const all = (of: TimeGrain) => instants.every((instant) => isCut(instant, periodOf(of)));
  if (all(grain)) return grain;
  return grain !== 'hour' && all('day') ? 'day' : 'hour';
}

/** How a rollup keeps moments. */
export interface KeptTime {
  readonly timeGrain: TimeGrain;
  /** The zone of its days, weeks and months; one in which the clock changes is kept as two. */
  readonly zone: string;
  /** Whether hours of UTC would cover it as well. */
  readonly hours: boolean;
}

/** Collects all uses of a moment and finds the coarsest grain that covers them. */
export class MomentUses {
  /** The coarsest grain so far, in UTC and in the zone; null as long as any would do. */
  #plain: TimeGrain | null = null;
  #zoned: TimeGrain | null = null;
  readonly #zones = new Set<string>();
  readonly #instants: number[] = [];
  #hours = true;

  /** The moment is read in periods of this grain. */
  read(grain: TimeGrain, table: ZoneTable): void {
    this.#zones.add(table.zone);
    this.#plain = commonGrain(grain, this.#plain ?? grain);
    this.#zoned = commonGrain(grain, this.#zoned ?? grain);
    if (!isOfHours(table)) this.#hours = false;
    this.#moved(table.stretches.map(({ offset }) => offset));
  }

  /** The moment is compared with instants. */
  cut(...instants: number[]): void {
    this.#instants.push(...instants);
    if (instants.some((instant) => instant % MS.hour !== 0)) this.#hours = false;
  }

  /** The moment is shifted by the wall clock, by so many ms or by months. */
  shifted(ms: number, tables: readonly ZoneTable[]): void {
    for (const table of tables) this.read('month', table);
    // By the wall clock a day may become one that has no such hour.
    this.#zoned = 'hour';
    if (ms % MS.hour !== 0) this.#hours = false;
    this.#moved([ms]);
  }

  #moved(lengths: readonly number[]): void {
    const plain = this.#plain ?? 'month';
    if (lengths.some((length) => length % MS.day !== 0)) this.#plain = 'hour';
    else if (lengths.some((length) => length !== 0)) this.#plain = commonGrain('day', plain);
  }

  /** How the moment is to be kept; null when no grain covers its uses. */
  kept(): KeptTime | null {
    const hours = this.#hours;
    const plain = hours ? cutBy(UTC, this.#plain ?? 'month', this.#instants) : 'hour';
    if (plain !== 'hour') return { timeGrain: plain, zone: UTC, hours };
    const [zone = UTC] = this.#zones;
    const isOne = this.#zones.size === 1 && zone !== UTC;
    const own = isOne ? cutBy(zone, this.#zoned ?? 'month', this.#instants) : 'hour';
    if (own !== 'hour') return { timeGrain: own, zone, hours };
    return hours ? { timeGrain: 'hour', zone: UTC, hours } : null;
  }
}
