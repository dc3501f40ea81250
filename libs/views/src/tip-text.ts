export interface TipLine {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
  /** Marks the row that the tip is about, among its neighbours. */
  readonly isOwn?: boolean;
  /** Its part of the whole; the five largest are drawn as bars. */
  readonly share?: number;
}

/** Where a value lies among all values of its measure. */
export interface TipRange {
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly ends: readonly [least: string, most: string];
}

/** An entity behind a mark, as a small square. */
export interface TipEntity {
  readonly uuid: string;
  readonly state: 'open' | 'closed' | 'draft';
}

/** The entities behind a mark: those that are shown, and how many there are. */
export interface TipEntities {
  readonly shown: readonly TipEntity[];
  readonly total: number;
}

/** The tooltip of a mark, or of a whole category. */
export interface TipText {
  readonly title: string;
  /** The names of its groups, from the outer to the inner. */
  readonly path?: readonly string[];
  readonly range?: TipRange;
  /** How the figure is computed, where a formula does. */
  readonly formula?: string;
  readonly lines: readonly TipLine[];
  readonly note?: string;
}
