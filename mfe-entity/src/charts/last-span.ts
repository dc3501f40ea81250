const DAY = 86_400_000;

/** A window of time with an exclusive end. */
export interface Span {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The window of so many days that ends with what happened last, where nothing happened in those before now; null
 * where something did, or nothing ever.
 */
export function lastSpan(range: string | null, latest: string | undefined, now: number): Span | null {
  const [, days] = /^P(\d+)D$/.exec(range ?? '') ?? [];
  if (days === undefined || latest === undefined) return null;
  const [end, length] = [Date.parse(latest) + 1, Number(days) * DAY];
  if (Number.isNaN(end) || end > now - length) return null;
  return { startDate: new Date(end - length).toISOString(), endDate: new Date(end).toISOString() };
}
