import type { OwnAttribute } from '@cairn/entities';
import type { Load } from '../store/load.ts';

/** A payload: a JSON value and its kind. */
export interface Payload {
  readonly kind: string;
  readonly body: unknown;
}

/** A normalised payload: rows to load, and the org's own fields. */
export interface NormalisedPayload {
  readonly loads: readonly Load[];
  readonly own?: readonly OwnAttribute[];
  /** The kinds of what it held that became no row, one entry for each time; they stay in the payload. */
  readonly ignored?: readonly string[];
}

/** The owner of the rows: org and source. */
export interface RowsOf {
  readonly orgId: string;
  readonly sourceId: string;
}
