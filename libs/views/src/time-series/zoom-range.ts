/** The length of a period of which no neighbour tells it. */
const DAY = 86_400_000;

/**
 * From the start of the first chosen period to the end of the last, in milliseconds. The last period of all is as
 * long as the one before it. Null where a period has no moment.
 */
export function zoomRange(
  periods: readonly unknown[],
  { from, to }: { readonly from: number; readonly to: number },
): { readonly start: number; readonly end: number } | null {
  const [start, last, next, before] = [periods[from], periods[to], periods[to + 1], periods[to - 1]];
  if (typeof start !== 'number' || typeof last !== 'number') return null;
  if (typeof next === 'number') return { start, end: next };
  return { start, end: last + (typeof before === 'number' ? last - before : DAY) };
}
