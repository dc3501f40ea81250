import { z } from 'zod';
import type { GitlabAccess } from './ask-gitlab.ts';
import type { GitlabSettings } from './settings.ts';

/** What an earlier version read lacks what this one asks for, so it is read anew. */
const EDITION = 1;

/** Where a list is read on: what changed after `before` is known, and so is what the edge names. */
const Next = z.object({ before: z.string(), page: z.int().min(1), edge: z.array(z.number()) });

/** How far a list is read, the latest change first. */
const Place = z.object({
  /** The latest change of all that is read; empty at first. */
  until: z.string(),
  /** Things that changed shortly before it, each with its change, since the next reading meets them again. */
  recent: z.array(z.string()),
  etag: z.string(),
  /** A reading on its way: the latest change that it met, what it met of late, and where it goes on. */
  open: z.object({ newest: z.string(), recent: z.array(z.string()), next: Next }).nullable(),
});

const Known = z.object({
  /** The address that stands in the keys of the project, and its address now. */
  key: z.string(),
  url: z.string(),
  path: z.string(),
});

const Cursor = z.object({
  edition: z.literal(EDITION),
  /** The projects that were read, by their numbers. */
  known: z.record(z.string(), Known),
  /** Projects that GitLab no longer lists. */
  gone: z.array(z.string()),
  places: z.record(z.string(), Place),
  /** Lists that are read whole, by digest or by the mark of their only page. */
  lists: z.record(z.string(), z.object({ etag: z.string(), digest: z.string() })),
  branches: z.record(z.string(), z.array(z.string())),
  notes: z.array(z.string()),
});
export type GitlabCursor = z.infer<typeof Cursor>;
export type GitlabPlace = z.infer<typeof Place>;

const NEW: GitlabCursor = {
  edition: EDITION,
  known: {},
  gone: [],
  places: {},
  lists: {},
  branches: {},
  notes: [],
};

/** The place from which a source is read on; its beginning where an earlier version left another one. */
export const gitlabCursor = (value: unknown): GitlabCursor => Cursor.safeParse(value).data ?? NEW;

/** A reading on its way. Its cursor moves on with each page. */
export interface GitlabReading {
  readonly access: GitlabAccess;
  readonly settings: GitlabSettings;
  /** What was refused in this reading, each part with where. */
  readonly refused: Map<string, Set<string>>;
  /** Accounts that were asked for by name; undefined for a name that nobody has. */
  readonly accounts: Map<string, object | undefined>;
  cursor: GitlabCursor;
}

/** Says that a part of a project or group is not to be had. */
export function noteRefused({ refused }: GitlabReading, part: string, where: string): void {
  refused.set(part, (refused.get(part) ?? new Set()).add(where));
}
