import { floorLocal, stretchAt, zoneTable } from '@cairn/query';
import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';

/** The time grain of a rollup: hours of UTC, or a zone's days, weeks with a first day, or months. */
export type TimeGrain = 'hour' | 'day' | `week ${Weekday}` | 'month';

type Unit = 'hour' | 'day' | 'week' | 'month';

/** The unit and the first day of a grain's periods. */
export function periodOf(grain: TimeGrain): { readonly unit: Unit; readonly firstDay: Weekday } {
  const [unit = 'day', firstDay = '1'] = grain.split(' ');
  return { unit: unit as Unit, firstDay: Number(firstDay) as Weekday };
}

/** True when each period of `asked` consists of whole periods of `kept`. */
export const coversGrain = (kept: TimeGrain, asked: TimeGrain): boolean =>
  kept === asked || kept === 'hour' || (kept === 'day' && asked !== 'hour');

/** The coarsest grain that covers both. */
export function commonGrain(one: TimeGrain, other: TimeGrain): TimeGrain {
  if (coversGrain(one, other)) return one;
  return coversGrain(other, one) ? other : 'day';
}

/** All grains that cover this one, finest first. */
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

/** True when a zone changes only by whole hours, at whole hours of UTC. */
export const isOfHours = ({ stretches }: ZoneTable): boolean =>
  stretches.every(
    ({ from, offset }) => offset % MS.hour === 0 && (from % MS.hour === 0 || !Number.isFinite(from)),
  );

/** The coarsest grain of a zone whose periods no instant falls inside. */
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

/** How a rollup stores moments. */
export interface KeptTime {
  readonly timeGrain: TimeGrain;
  /** The zone of its days, weeks and months. A period in which the clock changes is stored as two. */
  readonly zone: string;
  /** True when hours of UTC would cover it too. */
  readonly hours: boolean;
}

/** Collects all uses of a moment, and finds the coarsest grain that covers them. */
export class MomentUses {
  /** The coarsest grain so far, in UTC and in the zone; null while any grain would do. */
  #plain: TimeGrain | null = null;
  #zoned: TimeGrain | null = null;
  readonly #zones = new Set<string>();
  readonly #instants: number[] = [];
  #hours = true;

  /** Records that the moment is read in periods of this grain. */
  read(grain: TimeGrain, table: ZoneTable): void {
    this.#zones.add(table.zone);
    this.#plain = commonGrain(grain, this.#plain ?? grain);
    this.#zoned = commonGrain(grain, this.#zoned ?? grain);
    if (!isOfHours(table)) this.#hours = false;
    this.#moved(table.stretches.map(({ offset }) => offset));
  }

  /** Records that the moment is compared with instants. */
  cut(...instants: number[]): void {
    this.#instants.push(...instants);
    if (instants.some((instant) => instant % MS.hour !== 0)) this.#hours = false;
  }

  /** Records that the wall clock shifts the moment by a number of ms, or by months. */
  shifted(ms: number, tables: readonly ZoneTable[]): void {
    for (const table of tables) this.read('month', table);
    // The wall clock may shift to a day that lacks the hour.
    this.#zoned = 'hour';
    if (ms % MS.hour !== 0) this.#hours = false;
    this.#moved([ms]);
  }

  #moved(lengths: readonly number[]): void {
    const plain = this.#plain ?? 'month';
    if (lengths.some((length) => length % MS.day !== 0)) this.#plain = 'hour';
    else if (lengths.some((length) => length !== 0)) this.#plain = commonGrain('day', plain);
  }

  /** How to store the moment; null when no grain covers its uses. */
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
