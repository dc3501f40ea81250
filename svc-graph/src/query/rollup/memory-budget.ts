export interface BudgetLimits {
  /** Bytes that the rollups of one org may take, and how many it may have. */
  readonly bytes: number;
  readonly most: number;
  /** Bytes of the rollups of all orgs together. */
  readonly allBytes: number;
}

const MIB = 2 ** 20;
const LIMITS: BudgetLimits = { bytes: 256 * MIB, most: 24, allBytes: 512 * MIB };

/** The memory of one rollup. */
export interface Reservation {
  readonly owner: object;
  readonly bytes: number;
  /** Whether it was evicted; a rollup that is still being made finds out once it is made. */
  readonly evicted: boolean;
}

interface OpenReservation extends Reservation {
  bytes: number;
  evicted: boolean;
  readonly onEvict: () => void;
}

/**
 * The memory budget of the rollups of all orgs. The least recently used are evicted first: of the org itself where it
 * has too much, else of any org. What is evicted counts until it is freed.
 */
export class MemoryBudget {
  readonly #limits: BudgetLimits;
  /** In the order of their last use. */
  readonly #reservations = new Set<OpenReservation>();
  readonly #evicted = new Set<OpenReservation>();
  #waiting: (() => void)[] = [];

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes in use, with those that are evicted but not yet freed. */
  get used(): number {
    return bytesOf([...this.#reservations, ...this.#evicted]);
  }

  /** Whether an org may have a rollup of this size at all. */
  allows(bytes: number): boolean {
    return bytes <= Math.min(this.#limits.bytes, this.#limits.allBytes);
  }

  /** Reserves memory; resolves when there is that much, or when the reservation was evicted meanwhile. */
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

  /** Makes a reservation the most recently used. */
  touch(reservation: Reservation): void {
    const open = this.#open(reservation);
    if (!open) return;
    this.#reservations.delete(open);
    this.#reservations.add(open);
  }

  /** Evicts a reservation that is of no use any more. */
  evict(reservation: Reservation): void {
    const open = this.#open(reservation);
    if (open) this.#evict(open);
  }

  /** Gives back the memory of what was evicted. */
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
