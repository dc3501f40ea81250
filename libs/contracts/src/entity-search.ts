import { z } from 'zod';
import { EntityUuid, OrgId } from './identity.ts';
import { ZoneName } from './entity.ts';
import { READ_ERRORS } from './read-errors.ts';
import { defineContract } from './route.ts';

/** The most characters of a search term. */
export const SEARCH_TERM_LENGTH = 200;

/** The times that a search may be narrowed to, the shortest first. */
export const FOUND_TIMES = ['P1D', 'T1W', 'P30D', 'P90D', 'P1Y'] as const;

/** An entity that a term names; what is not known of it is absent. */
export const FoundEntity = z.object({
  uuid: z.string(),
  kind: z.string(),
  /** The badge kind whose look it has: `incident` for an issue of that type. */
  badge: z.string().optional(),
  /** The type of an issue, as its source calls it. */
  type: z.string().optional(),
  name: z.string(),
  /** What tells it apart from others of that name: an address, a key, a number, a path. */
  hint: z.string().nullable(),
  /** Whether the term is its key, number, address or the start of its sha. */
  exact: z.boolean(),
  status: z.string().optional(),
  statusCategory: z.string().optional(),
  /** When it last changed, or happened. */
  at: z.string().optional(),
  /** Who made it, or has to do with it now; a person is their own. */
  by: z.object({ uuid: z.string(), name: z.string() }).optional(),
  /** The repository or project that it belongs to, by name. */
  place: z.string().optional(),
});
export type FoundEntity = z.infer<typeof FoundEntity>;

/** A value of a filter, and how many entities it would find beside the other filters. */
const FoundChoice = z.object({ value: z.string(), label: z.string(), count: z.int() });
export type FoundChoice = z.infer<typeof FoundChoice>;

/** What the filters of a search may name, those with most finds first. */
const FoundChoices = z.object({
  kinds: z.array(FoundChoice),
  /** Repositories and projects. */
  projects: z.array(FoundChoice),
  teams: z.array(FoundChoice),
  times: z.array(FoundChoice),
});
export type FoundChoices = z.infer<typeof FoundChoices>;

const params = z.object({ orgId: OrgId });
const narrowed = {
  term: z.string().trim().min(1).max(SEARCH_TERM_LENGTH),
  /** Finds only entities of this kind. */
  kind: z.string().max(100).optional(),
  /** Finds only what is of this project or repository. */
  project: EntityUuid.optional(),
  /** Finds only what is by people who are in this team now, and what the team owns. */
  team: EntityUuid.optional(),
  /** Finds only what changed or happened in this time. */
  when: z.enum(FOUND_TIMES).optional(),
  timezone: ZoneName,
};

/** The routes of svc-graph that find entities by what they are called. */
export const entitySearchContract = defineContract({
  searchEntities: {
    method: 'POST',
    path: '/api/{orgId}/entity-search',
    batched: true,
    access: 'viewer',
    summary:
      'Entities by name, key, number, start of a sha, path, e-mail or login: exact keys first, then names that are, begin with or contain the words.',
    params,
    input: z.strictObject({
      ...narrowed,
      page: z.int().min(1).max(1_000).default(1),
      pageSize: z.int().min(1).max(100).default(100),
      /** Answers at most so many of each kind. */
      perKind: z.int().min(1).max(100).optional(),
      /** The best finds first, or the latest ones. */
      order: z.enum(['match', 'newest']).default('match'),
    }),
    output: z.object({
      data: z.array(FoundEntity),
      /** Those with a name written almost like the term, where nothing has it. */
      similar: z.array(FoundEntity).optional(),
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
  countFound: {
    method: 'POST',
    path: '/api/{orgId}/entity-search/choices',
    access: 'viewer',
    summary: 'The kinds, projects, teams and times of the entities that a term names, with numbers.',
    params,
    input: z.strictObject(narrowed),
    output: z.object({ data: FoundChoices }),
    errors: READ_ERRORS,
  },
});
