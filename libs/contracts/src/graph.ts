import { Condition, Query } from '@cairn/query';
import { z } from 'zod';
import { Configuration } from './configuration.ts';
import { Explanation } from './explanation.ts';
import { Highlights, HighlightsQuestion } from './highlights.ts';
import { EntityUuid, OrgId } from './identity.ts';
import { defineContract } from './route.ts';
import { AnswerMeta, Rows } from './rows.ts';

const params = z.object({ orgId: OrgId });

export const FacetQuestion = z.strictObject({
  select: z.array(z.string().max(200)).max(1).default([]),
  filters: z.array(Condition).max(100).default([]),
  search: z.string().max(1_000).default(''),
  startDate: Query.shape.startDate,
  endDate: Query.shape.endDate,
  duration: Query.shape.duration,
  timezone: Query.shape.timezone,
  firstDay: Query.shape.firstDay,
  target: z.string().min(1).max(200),
  attribute: z.string().min(1).max(200),
  /** Narrows the values to those that contain this text. */
  contains: z.string().max(200).default(''),
  page: z.int().min(1).max(10_000).default(1),
  /** JSON unless told otherwise; csv has 1,000 values to a page. */
  format: Query.shape.format,
});

const EntityLink = z.object({ uuid: z.string(), kind: z.string(), name: z.string() });
export const EntityDetail = z.object({
  uuid: z.string(),
  labels: z.array(z.string()),
  name: z.string().nullable(),
  properties: z.record(z.string(), z.unknown()),
  /** What the fields mean that only this org has, such as custom fields of its tracker; empty for most kinds. */
  own: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      unit: z.string().optional(),
      priority: z.int(),
      definition: z.string().optional(),
    }),
  ),
  relations: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      target: z.string(),
      total: z.int(),
      items: z.array(EntityLink),
    }),
  ),
});
export type EntityDetail = z.infer<typeof EntityDetail>;

export const ChangedFile = z.object({
  path: z.string(),
  previousPath: z.string().nullable(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed']),
  /** Null for a binary file. */
  additions: z.int().nullable(),
  deletions: z.int().nullable(),
  /** Unified diff; null when it is left out, and `reason` says why. */
  patch: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** Why an entity that a question touches may hold nothing (X§3, X§8). */
export const EmptyCode = z.enum([
  'IngestingButEntityNotInUse',
  'IngestionEarly',
  'ConfigurationError',
  'IngestionNotStarted',
  'NothingIngested',
]);
export type EmptyCode = z.infer<typeof EmptyCode>;

export const EmptyExplanation = z.object({
  entity: z.string(),
  /** Whether a source is configured that could fill it. */
  providable: z.boolean(),
  /** What to show: that the entity is not populated, or that nothing is configured to provide it. */
  text: z.string(),
  reasons: z.array(
    z.object({
      code: EmptyCode,
      integration: z.string(),
      /** What one must use the integration as for this to matter, where it serves as several things. */
      role: z.string().optional(),
      text: z.string(),
    }),
  ),
});
export type EmptyExplanation = z.infer<typeof EmptyExplanation>;

/** How many rows there would be without one clause; only clauses that alone keep everything out are listed. */
export const Narrowing = z.object({
  clause: z.discriminatedUnion('type', [
    z.object({ type: z.literal('filter-condition'), index: z.int() }),
    z.object({ type: z.literal('search-term') }),
    z.object({ type: z.literal('date-range') }),
  ]),
  total: z.int(),
});
export type Narrowing = z.infer<typeof Narrowing>;

/** What any reading of the graph may meet: it is too much, or it has to wait. */
const READING_ERRORS = ['query_timeout', 'query_memory', 'query_temp', 'rate_limited', 'cancelled'] as const;

/** What any question to the graph may meet beside: it is wrong. */
const QUESTION_ERRORS = ['unknown_attribute', 'invalid_query', ...READING_ERRORS] as const;

export const graphContract = defineContract({
  groupBys: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/group-bys',
    access: 'viewer',
    answer: 'rows',
    summary: 'Measures per group; without a group one row, without a measure the count of what is selected.',
    params,
    input: Query,
    output: Rows,
    errors: QUESTION_ERRORS,
  },
  entities: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/entities',
    access: 'viewer',
    answer: 'rows',
    summary:
      'The selected entities themselves with their `uuid`, a page at a time, or at once up to a `limit` without a page; groups, measures and what is computed from them do not apply.',
    params,
    input: Query,
    output: Rows,
    errors: QUESTION_ERRORS,
  },
  timeSeries: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/time-series',
    access: 'viewer',
    answer: 'rows',
    summary:
      'Buckets of time (`timestamp`, in order) with the measures, and with the first group as `series` when there is one: the 12 largest, `truncated` says that there are more. Empty buckets are present; order, limit, having and formulas do not apply.',
    params,
    input: Query,
    output: Rows,
    errors: QUESTION_ERRORS,
  },
  facetOptions: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/facet-options',
    access: 'viewer',
    answer: 'rows',
    summary: 'Values of an attribute with labels and counts, 200 at a time.',
    params,
    input: FacetQuestion,
    output: z.object({
      data: z.array(
        z.object({
          value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
          label: z.string(),
          count: z.int(),
        }),
      ),
      meta: AnswerMeta.pick({ limit: true, total: true, truncated: true }).extend({
        page: z.int(),
        pageSize: z.int(),
      }),
    }),
    errors: QUESTION_ERRORS,
  },
  configuration: {
    method: 'GET',
    path: '/api/{orgId}/graph-search/configuration',
    access: 'viewer',
    answer: 'kept',
    summary: 'The catalogue of this org: kinds, attributes, relations, and what provides them.',
    params,
    output: Configuration,
    errors: QUESTION_ERRORS,
  },
  overviewHighlights: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/overview-highlights',
    access: 'viewer',
    answer: 'kept',
    summary:
      'What a period is told by: each number beside that of the period before, where most of it is, and its question.',
    params,
    input: HighlightsQuestion,
    output: Highlights,
    errors: QUESTION_ERRORS,
  },
  emptyReasons: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/empty-reasons',
    access: 'viewer',
    summary:
      'Why a question finds nothing: the entities it touches that hold no data, from the state of the sources, and the single clauses without which there would be rows.',
    params,
    input: Query,
    output: z.object({
      data: z.array(EmptyExplanation),
      narrowing: z.array(Narrowing),
      meta: z.object({ dataVersion: z.int() }),
    }),
    errors: QUESTION_ERRORS,
  },
  explain: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/explain',
    access: 'super',
    summary:
      'How a question is answered: what it touches as a diagram, the plan, the SQL and its values, and an analysis of running it. Runs the question.',
    params,
    input: Query,
    output: z.object({ data: Explanation, meta: z.object({ dataVersion: z.int() }) }),
    errors: QUESTION_ERRORS,
  },
  versions: {
    method: 'GET',
    path: '/api/{orgId}/graph-search/versions',
    access: 'viewer',
    answer: 'stream',
    summary:
      'Server-sent events named `version`: the data version at once (unless `Last-Event-ID` names it), then each new one. Ends every few minutes, so that access is checked again when the client comes back. How many an org and each user in it may have open is bounded.',
    params,
    output: z.object({ dataVersion: z.int() }),
    errors: ['rate_limited'],
  },
  entityDetail: {
    method: 'POST',
    path: '/api/{orgId}/entity-detail',
    access: 'viewer',
    summary: 'One entity with its properties and what it is related to.',
    params,
    input: z.strictObject({ entityUuid: EntityUuid, timezone: z.string().max(60).optional() }),
    output: z.object({ data: EntityDetail }),
    errors: READING_ERRORS,
  },
  entityDiff: {
    method: 'POST',
    path: '/api/{orgId}/entity-diff',
    access: 'viewer',
    summary: 'The files a commit changed, with their diff as far as it fits the limits.',
    params,
    input: z.strictObject({ entityUuid: EntityUuid }),
    output: z.object({
      data: z.array(ChangedFile),
      meta: z.object({ total: z.int(), truncated: z.boolean() }),
    }),
    errors: ['source_unavailable', ...READING_ERRORS],
  },
  entityHistory: {
    method: 'POST',
    path: '/api/{orgId}/entity-history',
    access: 'viewer',
    summary: 'Events that concern an entity, newest first.',
    params,
    input: z.strictObject({
      entityUuid: EntityUuid,
      pagination: z
        .strictObject({ page: z.int().min(1).default(1), pageSize: z.int().min(1).max(100).default(5) })
        .prefault({}),
    }),
    output: z.object({
      data: z.array(
        z.object({
          uuid: z.string(),
          occurredAt: z.string(),
          action: z.string(),
          integration: z.string(),
          entityType: z.string(),
          entityUuid: z.string(),
          name: z.string().nullable(),
          actor: z.object({ uuid: z.string(), name: z.string() }).nullable(),
        }),
      ),
      meta: z.object({ page: z.int(), pageSize: z.int(), total: z.int() }),
    }),
    errors: READING_ERRORS,
  },
});
