import type { OwnAttribute } from '@cairn/entities';
import type { Load } from '../store/load.ts';
import type { WholeOfThings } from './whole-lists.ts';

/** A payload: a JSON value and its kind. */
export interface Payload {
  readonly kind: string;
  readonly body: unknown;
}

/** A normalised payload: rows to load, and the org's own fields. */
export interface NormalisedPayload {
  readonly loads: readonly Load[];
  readonly own?: readonly OwnAttribute[];
  /** Whole lists that it held, for what the tool no longer tells. */
  readonly whole?: readonly WholeOfThings[];
  /** The kinds of what it held that became no row, one entry for each time; they stay in the payload. */
  readonly ignored?: readonly string[];
}

/** The owner of the rows: org and source. */
export interface RowsOf {
  readonly orgId: string;
  readonly sourceId: string;
}
