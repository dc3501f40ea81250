import { z } from 'zod';
import { entityContract } from './entity.ts';
import { OrgId } from './identity.ts';
import { queryContract } from './queries.ts';
import { defineContract } from './route.ts';

const params = z.object({ orgId: OrgId });

export const SourceProgress = z.object({
  phase: z.enum(['waiting', 'log', 'diff', 'done', 'failed']),
  done: z.int(),
  total: z.int().nullable(),
  perSecond: z.number().nullable(),
});

export const Source = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.enum(['new', 'ingesting', 'active', 'error']),
  progress: SourceProgress,
  /** Sentences a person should know, e.g. that the clone is shallow. */
  notes: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  erroredAt: z.string().nullable(),
  lastIngestedAt: z.string().nullable(),
});
export type Source = z.infer<typeof Source>;

/** The routes of svc-graph. */
export const graphContract = defineContract({
  ...queryContract,
  ...entityContract,
  listSources: {
    method: 'GET',
    path: '/api/{orgId}/sources/list-sources',
    access: 'viewer',
    summary: 'The sources of the org with their state and progress.',
    params,
    output: z.object({ data: z.array(Source) }),
  },
  createSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/create-source',
    access: 'admin',
    summary:
      'Adds a source and starts to ingest it; a git path must lie under an allowed root. The same path twice is the same source.',
    params,
    input: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('git'), path: z.string().min(1).max(4_000) }),
      /** An invented company; only Cairn itself adds one, to an org that has no other source. Seconds since 1970. */
      z.strictObject({
        type: z.literal('simulated'),
        seed: z.int().min(0).max(0xffff_ffff),
        events: z.int().min(1_000).max(1_000_000),
        from: z.int().min(0),
        to: z.int().min(0),
      }),
    ]),
    output: z.object({ data: Source }),
    errors: ['invalid_input', 'conflict'],
  },
  syncSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/sync-source',
    access: 'admin',
    summary: 'Reads what is new in a source.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: Source }),
  },
  removeSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/remove-source',
    access: 'admin',
    summary:
      'Takes a source out with all that was read from it, and with people who have nothing else in the org; what is being read of it stops. Simulated data is not removed.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: z.object({ id: z.string() }) }),
    errors: ['invalid_input'],
  },
  renormaliseSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/renormalise',
    access: 'admin',
    summary: 'Builds the entities of a source again from the raw payloads that were kept.',
    params,
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ data: Source }),
  },
});
