export interface ShelfLimits {
  /** Bytes that the rollups of one org may take, and how many it may have. */
  readonly bytes: number;
  readonly most: number;
  /** Bytes of the rollups of all orgs together. */
  readonly allBytes: number;
}

const MIB = 2 ** 20;
const LIMITS: ShelfLimits = { bytes: 256 * MIB, most: 24, allBytes: 512 * MIB };

/** Room that a rollup takes, until it is asked to go. */
export interface Place {
  readonly owner: object;
  readonly bytes: number;
  /** Whether it must go; those that are being made find it out when they are. */
  readonly gone: boolean;
}

interface Held extends Place {
  bytes: number;
  gone: boolean;
  readonly go: () => void;
}

/**
 * The memory that rollups of all orgs may take together. The least used go first: of the org itself where that has
 * too much, else of whichever org. What goes still counts until it has left.
 */
export class Shelf {
  readonly #limits: ShelfLimits;
  /** In the order of their last use. */
  readonly #places = new Set<Held>();
  readonly #leaving = new Set<Held>();
  #waiting: (() => void)[] = [];

  constructor(limits: Partial<ShelfLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes that are taken, with those of what is about to leave. */
  get used(): number {
    return bytesOf([...this.#places, ...this.#leaving]);
  }

  /** Whether an org may have a rollup of this size at all. */
  allows(bytes: number): boolean {
    return bytes <= Math.min(this.#limits.bytes, this.#limits.allBytes);
  }

  /** Takes room, which `go` is asked to give back some day; resolves when there is that much. */
  async take(owner: object, bytes: number, go: () => void): Promise<Place> {
    const place: Held = { owner, bytes, gone: false, go };
    this.#places.add(place);
    this.#settle(place);
    while (!place.gone && this.used > this.#limits.allBytes && this.#leaving.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return place;
  }

  /** Says how much room it is in truth. */
  resize(place: Place, bytes: number): void {
    const held = this.#held(place);
    if (!held) return;
    held.bytes = bytes;
    this.#settle(held);
  }

  /** Puts off that it goes. */
  use(place: Place): void {
    const held = this.#held(place);
    if (!held) return;
    this.#places.delete(held);
    this.#places.add(held);
  }

  /** Tells it to go, for it is of no use any more. */
  leave(place: Place): void {
    const held = this.#held(place);
    if (held) this.#go(held);
  }

  /** Says that nothing of it is left. */
  left(place: Place): void {
    for (const held of this.#leaving) if (held === place) this.#leaving.delete(held);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #held(place: Place): Held | undefined {
    return [...this.#places].find((each) => each === place);
  }

  #go(held: Held): void {
    this.#places.delete(held);
    this.#leaving.add(held);
    held.gone = true;
    held.go();
    this.#wake();
  }

  /** Lets the least used go until there is room for this one. */
  #settle(place: Held): void {
    const { bytes, most, allBytes } = this.#limits;
    const others = (all: Iterable<Held>) => [...all].filter((each) => each !== place);
    const own = () => [...this.#places].filter(({ owner }) => owner === place.owner);
    for (const each of others(own())) if (own().length > most || bytesOf(own()) > bytes) this.#go(each);
    for (const each of others(this.#places)) if (bytesOf(this.#places) > allBytes) this.#go(each);
    if (bytesOf(own()) > bytes || bytesOf(this.#places) > allBytes) this.#go(place);
  }
}

function bytesOf(places: Iterable<Place>): number {
  return [...places].reduce((sum, { bytes }) => sum + bytes, 0);
}
