import { Query } from '@cairn/query';
import { z } from 'zod';
import { Configuration } from './configuration.ts';
import { EmptyExplanation, Narrowing } from './empty-reasons.ts';
import { Explanation } from './explanation.ts';
import { FacetQuestion } from './facet-options.ts';
import { Highlights, HighlightsQuestion } from './highlights.ts';
import { OrgId } from './identity.ts';
import { QUERY_ERRORS } from './read-errors.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { AnswerMeta, Rows } from './rows.ts';

const params = z.object({ orgId: OrgId });

/** The routes of svc-graph that answer queries and describe what can be asked. */
export const queryContract = defineContract({
  groupBys: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/group-bys',
    access: 'viewer',
    batched: true,
    answer: 'rows',
    summary: 'Measures per group; without a group one row, without a measure the count of what is selected.',
    params,
    input: Query,
    output: Rows,
    errors: QUERY_ERRORS,
  },
  entities: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/entities',
    access: 'viewer',
    batched: true,
    answer: 'rows',
    summary:
      'The selected entities themselves with their `uuid`, a page at a time, or at once up to a `limit` without a page; groups, measures and what is computed from them do not apply.',
    params,
    input: Query,
    output: Rows,
    errors: QUERY_ERRORS,
  },
  timeSeries: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/time-series',
    access: 'viewer',
    batched: true,
    answer: 'rows',
    summary:
      'Buckets of time (`timestamp`, in order) with the measures, and with the first group as `series` when there is one: the 12 largest, or as many as `limit` says up to 24; `truncated` says that there are more. Empty buckets are present; order, having and formulas do not apply.',
    params,
    input: Query,
    output: Rows,
    errors: QUERY_ERRORS,
  },
  facetOptions: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/facet-options',
    access: 'viewer',
    batched: true,
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
      meta: AnswerMeta.pick({ limit: true, total: true, truncated: true, withheld: true }).extend({
        page: z.int(),
        pageSize: z.int(),
      }),
    }),
    errors: QUERY_ERRORS,
  },
  configuration: {
    method: 'GET',
    path: '/api/{orgId}/graph-search/configuration',
    access: 'viewer',
    answer: 'kept',
    summary: 'The catalogue of this org: kinds, attributes, relations, and what provides them.',
    params,
    output: Configuration,
    errors: QUERY_ERRORS,
  },
  overviewHighlights: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/overview-highlights',
    access: 'viewer',
    batched: true,
    answer: 'kept',
    summary:
      'What a period is told by: each number beside that of the period before, where most of it is, and its question.',
    params,
    input: HighlightsQuestion,
    output: Highlights,
    errors: QUERY_ERRORS,
  },
  emptyReasons: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/empty-reasons',
    access: 'viewer',
    batched: true,
    summary:
      'Why a question finds nothing: the entities it touches that hold no data, from the state of the sources, and the single clauses without which there would be rows.',
    params,
    input: Query,
    output: z.object({
      data: z.array(EmptyExplanation),
      narrowing: z.array(Narrowing),
      meta: z.object({ dataVersion: z.int() }),
    }),
    errors: QUERY_ERRORS,
  },
  explain: {
    method: 'POST',
    path: '/api/{orgId}/graph-search/explain',
    access: ORG_RIGHTS.explainQueries,
    summary:
      'How a question is answered: what it touches as a diagram, the plan, the SQL and its values, and an analysis of running it. Runs the question.',
    params,
    input: Query,
    output: z.object({ data: Explanation, meta: z.object({ dataVersion: z.int() }) }),
    errors: QUERY_ERRORS,
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
});
