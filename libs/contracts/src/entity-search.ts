import { z } from 'zod';
import { OrgId } from './identity.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

/** The most characters of a search term. */
export const SEARCH_TERM_LENGTH = 200;

/** An entity that a term names. */
export const FoundEntity = z.object({
  uuid: z.string(),
  kind: z.string(),
  /** The badge kind whose look it has: `incident` for an issue of that type. */
  badge: z.string().optional(),
  name: z.string(),
  /** What tells it apart from others of that name: an address, a key, a number, a path. */
  hint: z.string().nullable(),
  /** Whether the term is its key, number, address or the start of its sha. */
  exact: z.boolean(),
});
export type FoundEntity = z.infer<typeof FoundEntity>;

/** The route of svc-graph that finds entities by what they are called. */
export const entitySearchContract = defineContract({
  searchEntities: {
    method: 'POST',
    path: '/api/{orgId}/entity-search',
    access: 'viewer',
    summary:
      'Entities by name, key, number, start of a sha, path, e-mail or login: exact keys first, then names that are, begin with or contain the words.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({
      term: z.string().trim().min(1).max(SEARCH_TERM_LENGTH),
      /** Finds only entities of this kind. */
      kind: z.string().max(100).optional(),
      page: z.int().min(1).max(1_000).default(1),
      pageSize: z.int().min(1).max(100).default(100),
      /** Answers at most so many of each kind. */
      perKind: z.int().min(1).max(100).optional(),
    }),
    output: z.object({
      data: z.array(FoundEntity),
      meta: z.object({
        page: z.int(),
        pageSize: z.int(),
        /** How many there are, of the kind that was asked for. */
        total: z.int(),
        /** How many there are of every kind. */
        counts: z.record(z.string(), z.int()),
      }),
    }),
    errors: READ_ERRORS,
  },
});
