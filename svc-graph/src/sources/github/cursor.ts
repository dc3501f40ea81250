import { z } from 'zod';
import type { Asking } from './ask.ts';
import type { GithubSettings } from './settings.ts';

/** What an earlier version read lacks what this one asks for, so it is read anew. */
const EDITION = 5;

/** How far a list is read: all until a change, and below it while a reading is on its way. */
const Place = z.object({
  until: z.string(),
  after: z.string().nullable(),
  newest: z.string(),
  /** More may have changed in the second of the latest change, so that it is read once more. */
  isOpen: z.boolean().optional(),
});

/** Which runs of workflows are read: those that were created since and changed until a moment are to be read again. */
const RunMark = z.object({
  etag: z.string(),
  since: z.string(),
  until: z.string(),
  newest: z.string(),
  /** The runs that changed last in that second, each as it was then. */
  seen: z.array(z.string()).default([]),
});
const RunPlace = RunMark.extend({
  /** The page at which a reading was cut, and what is known once it ends. */
  next: RunMark.extend({ page: z.int() }).nullable(),
});

/** How far the history of a default branch is read: all that a commit reaches, and a first reading up to a page. */
const HistoryPlace = z.object({
  head: z.string(),
  next: z.object({ head: z.string(), after: z.string().nullable() }).nullable(),
});

const Cursor = z.object({
  edition: z.literal(EDITION),
  repositories: z.string(),
  lists: z.record(z.string(), Place),
  branches: z.record(
    z.string(),
    z.object({ mark: z.string(), names: z.array(z.string()), isOpen: z.boolean().optional() }),
  ),
  histories: z.record(z.string(), HistoryPlace),
  runs: z.record(z.string(), RunPlace),
  /** Of each repository that was read: the address that stands in its keys, its address now, and whether it was renamed. */
  addresses: z
    .record(z.string(), z.object({ key: z.string(), url: z.string(), isRenamed: z.literal(true).optional() }))
    .default({}),
  /** Repositories that GitHub no longer lists. */
  gone: z.array(z.string()).default([]),
  /** The members of each team, with the moment since which they are known to be. */
  teams: z.record(z.string(), z.record(z.string(), z.string())),
  teamsMark: z.string(),
  /** Parts that the token may not read, with when that was found. */
  refused: z.record(z.string(), z.string()),
  notes: z.array(z.string()),
});
export type GithubCursor = z.infer<typeof Cursor>;
export type HistoryPlace = z.infer<typeof HistoryPlace>;
export type RunPlace = z.infer<typeof RunPlace>;

/** Longer than clocks differ, and than a reading takes from a list of changes to its head. */
const SETTLES = 120_000;

/** Whether more may come that GitHub dates to the same second as this moment. */
export const isOpenSecond = (moment: string): boolean => Date.now() - Date.parse(moment) < SETTLES;

const NEW: GithubCursor = {
  edition: EDITION,
  repositories: '',
  lists: {},
  branches: {},
  histories: {},
  runs: {},
  addresses: {},
  gone: [],
  teams: {},
  teamsMark: '',
  refused: {},
  notes: [],
};

/** The place from which a source is read on; its beginning where an earlier version left another one. */
export const cursorFrom = (value: unknown): GithubCursor => Cursor.safeParse(value).data ?? NEW;

/** What reading an owner needs. */
export interface From extends Asking {
  readonly settings: GithubSettings;
  readonly cursor: unknown;
  readonly signal: AbortSignal;
}

/** A reading on its way. Its cursor moves on with each page. */
export interface GithubReading {
  readonly from: From;
  cursor: GithubCursor;
}
