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

/** Payloads that arrive together, such as one page of an API. */
export interface SourcePage {
  /** The id of its phase. */
  readonly phase: string;
  readonly payloads: readonly Payload[];
  /** How many items the page has, and how many the phase has if known. */
  readonly count: number;
  readonly total?: number;
  /** What is said of the source from this page on; left out where that stays. */
  readonly notes?: readonly string[];
  /** Where to continue after this page. */
  readonly cursor: unknown;
}

/** What pages are read with. The cursor is null at first. */
export interface PagesFrom<Settings> {
  readonly settings: Settings;
  readonly cursor: unknown;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}
