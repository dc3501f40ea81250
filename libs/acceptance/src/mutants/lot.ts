/** A row of numbers from 0 to 1 that a seed decides (mulberry32). */
export function drawNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** So many of the things, each as likely as any other, in the order in which they stood. */
export function drawLot<T>(things: readonly T[], count: number, seed: number): T[] {
  const next = drawNumbers(seed);
  return things
    .map((thing, at) => ({ thing, at, drawn: next() }))
    .toSorted((one, other) => one.drawn - other.drawn)
    .slice(0, count)
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
