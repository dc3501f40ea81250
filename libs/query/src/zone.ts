/** A stretch of time with one offset: from `from` (epoch ms) on, local time is UTC + `offset` ms. */
export interface Stretch {
  readonly from: number;
  readonly offset: number;
}

/** The offsets of an IANA zone as data, from minus infinity on; SQL and app both compute with it. */
export interface ZoneTable {
  readonly zone: string;
  readonly stretches: readonly Stretch[];
}

const UTC: Stretch = { from: Number.NEGATIVE_INFINITY, offset: 0 };
const HOUR = 3_600_000;
const STEP = 72 * HOUR;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2051, 0, 1);
/** Keyed by lower-case names, because names ignore case. So there are at most as many as zones. */
const known = new Map<string, readonly Stretch[]>();

/** True when the runtime knows this zone, such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  if (known.has(zone.toLowerCase())) return true;
  try {
    return formatterOf(zone) !== null;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function offsetReader(zone: string): (at: number) => number {
  const formatter = formatterOf(zone);
  return (at) => {
    const found = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/.exec(formatter.format(at));
    if (!found) throw new Error(`cannot read the local time of ${zone}`);
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
}

function changeBetween(read: (at: number) => number, before: number, after: number): number {
  const old = read(before);
  let low = before;
  let high = after;
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (read(middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

function readStretches(zone: string): Stretch[] {
  const read = offsetReader(zone);
  let offset = read(FIRST);
  const stretches: Stretch[] = [{ from: Number.NEGATIVE_INFINITY, offset }];
  for (let at = FIRST + STEP; at < LAST; at += STEP) {
    const next = read(at);
    if (next === offset) continue;
    offset = next;
    stretches.push({ from: changeBetween(read, at - STEP, at), offset });
  }
  return stretches;
}

/** The offsets of a zone from 1970 to 2050; throws a RangeError for an unknown zone. */
export function zoneTable(zone: string): ZoneTable {
  const name = zone.toLowerCase();
  const stretches = known.get(name) ?? readStretches(zone);
  known.set(name, stretches);
  return { zone, stretches };
}

/** The table for instants from `from` until `to` only, which keeps computations per row short. */
export function narrowZone(table: ZoneTable, from: number | null, to: number | null): ZoneTable {
  const { stretches } = table;
  // One stretch more at the front, so that the start of the first needed stretch is known.
  const first = from === null ? 0 : stretches.findLastIndex((stretch) => stretch.from <= from) - 1;
  const behind = to === null ? -1 : stretches.findIndex((stretch) => stretch.from >= to);
  const kept = stretches.slice(Math.max(first, 0), behind <= first ? undefined : behind);
  return {
    zone: table.zone,
    stretches: kept.map((stretch, index) =>
      index === 0 ? { from: Number.NEGATIVE_INFINITY, offset: stretch.offset } : stretch,
    ),
  };
}

/** The stretch that contains an instant. */
export function stretchAt(table: ZoneTable, at: number): Stretch {
  return table.stretches.findLast((stretch) => stretch.from <= at) ?? UTC;
}

/** How far local time is ahead of UTC at an instant, in ms. */
export function offsetAt(table: ZoneTable, at: number): number {
  return stretchAt(table, at).offset;
}

/** The zone's wall clock at an instant, as the ms that this reading has in UTC. */
export function toLocal(table: ZoneTable, at: number): number {
  return at + offsetAt(table, at);
}

/**
 * The first instant at which the wall clock reads `local`; for a skipped reading, the instant of the skip.
 */
export function fromLocal(table: ZoneTable, local: number): number {
  const { stretches } = table;
  const index = stretches.findIndex((stretch, place) => {
    const next = stretches[place + 1];
    return next === undefined || local < next.from + stretch.offset;
  });
  const stretch = stretches[index] ?? UTC;
  return Math.max(local - stretch.offset, stretch.from);
}
