import { floorLocal, stretchAt, zoneTable } from '@cairn/query';
import type { BucketUnit, Weekday, ZoneTable } from '@cairn/query';

/** How finely moments are kept: by hours of UTC, or by days, months, or weeks of a first day, of a zone. */
export type Fineness = 'hour' | 'day' | `week ${Weekday}` | 'month';

type Unit = 'hour' | 'day' | 'week' | 'month';

/** The period that is kept. */
export function periodOf(fineness: Fineness): { readonly unit: Unit; readonly firstDay: Weekday } {
  const [unit = 'day', firstDay = '1'] = fineness.split(' ');
  return { unit: unit as Unit, firstDay: Number(firstDay) as Weekday };
}

/** Whether what is kept so finely tells what another one would. */
export const tells = (kept: Fineness, asked: Fineness): boolean =>
  kept === asked || kept === 'hour' || (kept === 'day' && asked !== 'hour');

/** The coarsest that tells both. */
export function finer(one: Fineness, other: Fineness): Fineness {
  if (tells(one, other)) return one;
  return tells(other, one) ? other : 'day';
}

/** All that tell what this one does, the finest first. */
export const tellingOf = (asked: Fineness): Fineness[] =>
  [...new Set<Fineness>(['hour', 'day', asked])].filter((each) => tells(each, asked));

/** What tells buckets of a unit that is not shorter than an hour. */
export function finenessOf(unit: BucketUnit, firstDay: Weekday): Fineness {
  if (unit === 'week') return `week ${firstDay}`;
  if (unit === 'day') return unit;
  return unit === 'hour' || unit === 'minute' ? 'hour' : 'month';
}

const UTC = 'UTC';
const MS = { hour: 3_600_000, day: 86_400_000 };

/** Whether a clock is only ever moved by whole hours, at whole hours of UTC. */
export const isOfHours = ({ stretches }: ZoneTable): boolean =>
  stretches.every(
    ({ from, offset }) => offset % MS.hour === 0 && (from % MS.hour === 0 || !Number.isFinite(from)),
  );

/** How finely a calendar must be kept for nothing to be cut within one of its periods. */
function cutBy(zone: string, fineness: Fineness, instants: readonly number[]): Fineness {
  const table = zoneTable(zone);
  const isCut = (instant: number, { unit, firstDay }: ReturnType<typeof periodOf>) => {
    const { from, offset } = stretchAt(table, instant);
    return instant === from || floorLocal(instant + offset, unit, firstDay) === instant + offset;
  };
  const all = (of: Fineness) => instants.every((instant) => isCut(instant, periodOf(of)));
  if (all(fineness)) return fineness;
  return fineness !== 'hour' && all('day') ? 'day' : 'hour';
}

/** How moments are kept. */
export interface Calendar {
  readonly fineness: Fineness;
  /** Whose days, weeks and months; those in which a clock changes are two. */
  readonly zone: string;
  /** Whether hours of UTC would tell it as well. */
  readonly hours: boolean;
}

/** All that is said of the moments of rows. */
export class Moments {
  /** The coarsest that all of it allows, by the calendar of UTC and by that of the zone; null as long as any does. */
  #plain: Fineness | null = null;
  #zoned: Fineness | null = null;
  readonly #zones = new Set<string>();
  readonly #instants: number[] = [];
  #hours = true;

  /** They are read from a calendar whose periods are at least so long. */
  read(fineness: Fineness, table: ZoneTable): void {
    this.#zones.add(table.zone);
    this.#plain = finer(fineness, this.#plain ?? fineness);
    this.#zoned = finer(fineness, this.#zoned ?? fineness);
    if (!isOfHours(table)) this.#hours = false;
    this.#moved(table.stretches.map(({ offset }) => offset));
  }

  /** They are cut at instants. */
  cut(...instants: number[]): void {
    this.#instants.push(...instants);
    if (instants.some((instant) => instant % MS.hour !== 0)) this.#hours = false;
  }

  /** They are moved by the wall clock, by so many ms or by months. */
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
    else if (lengths.some((length) => length !== 0)) this.#plain = finer('day', plain);
  }

  /** How they are to be kept; null when nothing that is kept tells all that is said of them. */
  calendar(): Calendar | null {
    const hours = this.#hours;
    const plain = hours ? cutBy(UTC, this.#plain ?? 'month', this.#instants) : 'hour';
    if (plain !== 'hour') return { fineness: plain, zone: UTC, hours };
    const [zone = UTC] = this.#zones;
    const isOne = this.#zones.size === 1 && zone !== UTC;
    const own = isOne ? cutBy(zone, this.#zoned ?? 'month', this.#instants) : 'hour';
    if (own !== 'hour') return { fineness: own, zone, hours };
    return hours ? { fineness: 'hour', zone: UTC, hours } : null;
  }
}
