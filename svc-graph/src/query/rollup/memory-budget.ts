export interface BudgetLimits {
  /** The bytes and the number of rollups that one org may have. */
  readonly bytes: number;
  readonly most: number;
  /** The bytes of all orgs' rollups together. */
  readonly allBytes: number;
}

const MIB = 2 ** 20;
const LIMITS: BudgetLimits = { bytes: 256 * MIB, most: 24, allBytes: 512 * MIB };

/** The memory reserved for one rollup. */
export interface Reservation {
  readonly owner: object;
  readonly bytes: number;
  /** True once evicted; a rollup under construction checks it when it is done. */
  readonly evicted: boolean;
}

interface OpenReservation extends Reservation {
  bytes: number;
  evicted: boolean;
  readonly onEvict: () => void;
}

/**
 * The memory budget of all orgs' rollups. It evicts the least recently used first: the org's own when that
 * org exceeds its share, else any org's. Evicted memory counts until it is freed.
 */
export class MemoryBudget {
  readonly #limits: BudgetLimits;
  /** Ordered by last use. */
  readonly #reservations = new Set<OpenReservation>();
  readonly #evicted = new Set<OpenReservation>();
  #waiting: (() => void)[] = [];

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes in use, including those evicted but not yet freed. */
  get used(): number {
    return bytesOf([...this.#reservations, ...this.#evicted]);
  }

  /** True when a rollup of this size fits the budget at all. */
  allows(bytes: number): boolean {
    return bytes <= Math.min(this.#limits.bytes, this.#limits.allBytes);
  }

  /** Reserves memory. Resolves when there is room, or when the reservation was evicted meanwhile. */
  async reserve(owner: object, bytes: number, onEvict: () => void): Promise<Reservation> {
    const reservation: OpenReservation = { owner, bytes, evicted: false, onEvict };
    this.#reservations.add(reservation);
    this.#makeRoomFor(reservation);
    while (!reservation.evicted && this.used > this.#limits.allBytes && this.#evicted.size > 0)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return reservation;
  }

  /** Sets the measured size of a reservation. */
  resize(reservation: Reservation, bytes: number): void {
    const open = this.#open(reservation);
    if (!open) return;
    open.bytes = bytes;
    this.#makeRoomFor(open);
  }

  /** Marks a reservation as the most recently used. */
  touch(reservation: Reservation): void {
    const open = this.#open(reservation);
    if (!open) return;
    this.#reservations.delete(open);
    this.#reservations.add(open);
  }

  /** Evicts a reservation that is no longer useful. */
  evict(reservation: Reservation): void {
    const open = this.#open(reservation);
    if (open) this.#evict(open);
  }

  /** Frees the memory of an evicted reservation. */
  free(reservation: Reservation): void {
    for (const evicted of this.#evicted) if (evicted === reservation) this.#evicted.delete(evicted);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #open(reservation: Reservation): OpenReservation | undefined {
    return [...this.#reservations].find((each) => each === reservation);
  }

  #evict(reservation: OpenReservation): void {
    this.#reservations.delete(reservation);
    this.#evicted.add(reservation);
    reservation.evicted = true;
    reservation.onEvict();
    this.#wake();
  }

  #makeRoomFor(reservation: OpenReservation): void {
    const { bytes, most, allBytes } = this.#limits;
    const all = this.#reservations;
    const others = (of: Iterable<OpenReservation>) => [...of].filter((each) => each !== reservation);
    const own = () => [...all].filter(({ owner }) => owner === reservation.owner);
    for (const each of others(own())) if (own().length > most || bytesOf(own()) > bytes) this.#evict(each);
    for (const each of others(all)) if (bytesOf(all) > allBytes) this.#evict(each);
    if (bytesOf(own()) > bytes || bytesOf(all) > allBytes) this.#evict(reservation);
  }
}

function bytesOf(reservations: Iterable<Reservation>): number {
  return [...reservations].reduce((sum, { bytes }) => sum + bytes, 0);
}
