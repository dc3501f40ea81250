import { randomFrom } from '../fixture-cast.ts';

/** So many of the things, each as likely as any other, in the order in which they stood. */
export function drawLot<T>(things: readonly T[], count: number, seed: number): T[] {
  const { next } = randomFrom(seed);
  return things
    .map((thing, at) => ({ thing, at, drawn: next() }))
    .toSorted((one, other) => one.drawn - other.drawn)
    .slice(0, count)
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
