/** A random generator with equal output for equal seeds, on every machine. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A generator of one thing's own, so that no other random value changes with what it draws. */
  static of(uuid: string, purpose: number): SeededRandom {
    return new SeededRandom(Number.parseInt(uuid.slice(24, 32), 16) ^ (purpose * 0x9e3779b1));
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    return at(from, Math.floor(this.next() * from.length));
  }

  /** Prefers the first elements strongly. */
  skewed<T>(from: readonly T[]): T {
    return at(from, Math.floor(this.next() ** 2.4 * from.length));
  }

  /** A normally distributed number: mean 0, deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** A number with this median and a long tail. */
  around(median: number, spread = 0.8): number {
    return median * Math.exp(this.normal() * spread);
  }

  /** A whole number with this mean. */
  count(mean: number): number {
    const whole = Math.floor(mean * (0.5 + this.next()));
    return whole + (this.chance(mean - Math.floor(mean)) && mean < 1 ? 1 : 0);
  }
}

function at<T>(from: readonly T[], index: number): T {
  const found = from[index];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}
