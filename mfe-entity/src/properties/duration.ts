const SECONDS: Readonly<Record<string, number>> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3_600,
};

/** From this value on, a number without a unit is in milliseconds (E§5). */
const MILLISECONDS_FROM = 1e10;

/** A number in seconds, when its unit or name says that it is a duration; else null. */
export function secondsOf(name: string, unit: string | undefined, value: number): number | null {
  const factor = SECONDS[unit ?? ''];
  if (factor !== undefined) return value * factor;
  if (unit !== undefined || !name.endsWith('Time')) return null;
  return value >= MILLISECONDS_FROM ? value / 1_000 : value;
}
