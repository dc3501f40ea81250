import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { Source, SourceSchedule } from './sources.ts';

/** Why a run began: by its schedule, by hand, at a start of Cairn, by a message of the source, after a pause, or after another change. */
export const RunReason = z.enum(['schedule', 'hand', 'start', 'message', 'resume', 'change']);
export type RunReason = z.infer<typeof RunReason>;

/** One reading of a source, or one time that its rows were built again. */
export const SourceRun = z.object({
  /** Grows with every run of the org. */
  number: z.int(),
  kind: z.enum(['ingest', 'renormalise']),
  reason: RunReason,
  /** The e-mail of whoever began it by hand; null for anything else. */
  startedBy: z.string().nullable(),
  startedAt: z.string(),
  /** Null while it runs, and where nobody knows, because Cairn ended before. */
  endedAt: z.string().nullable(),
  /** `limited`: the limit of the tool ended it, and another one goes on. */
  outcome: z.enum(['running', 'done', 'failed', 'limited', 'stopped', 'interrupted']),
  /** How many new things it brought of each kind, the most first. */
  brought: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** What it met and made nothing of, by its kind; it is kept in the payloads. */
  ignored: z.array(z.object({ kind: z.string(), count: z.int() })),
  error: z.string().nullable(),
});
export type SourceRun = z.infer<typeof SourceRun>;

/** The most runs in one answer. */
export const RUNS_PER_PAGE = 50;

const params = z.object({ orgId: OrgId });
const id = z.string().min(1).max(100);
const output = z.object({ data: Source });

/** When sources are read, and the log of their runs. */
export const sourceRunContract = defineContract({
  listSourceRuns: {
    method: 'POST',
    path: '/api/{orgId}/sources/list-runs',
    access: ORG_RIGHTS.manageSources,
    summary:
      'The runs of a source, newest first. `next` is the `before` of the next page; null on the last one. Runs are kept for 90 days, and at most 500 of each source.',
    params,
    input: z.strictObject({
      id,
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(RUNS_PER_PAGE).default(20),
    }),
    output: z.object({ data: z.array(SourceRun), next: z.int().nullable() }),
    errors: ['not_found'],
  },
  pauseSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/pause-source',
    access: ORG_RIGHTS.manageSources,
    summary: 'Pauses a source: nothing of it is read until it is resumed. A reading that runs is stopped.',
    params,
    input: z.strictObject({ id }),
    output,
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
  resumeSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/resume-source',
    access: ORG_RIGHTS.manageSources,
    summary: 'Resumes a paused source. It is read at once where it was stopped, or its time has come.',
    params,
    input: z.strictObject({ id }),
    output,
    errors: ['read_only', 'not_found'],
  },
  disconnectSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/disconnect-source',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Forgets the token and the webhook secrets of a source, and reads nothing more of it. What was read stays; update-source with a token connects it again.',
    params,
    input: z.strictObject({ id }),
    output,
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
  scheduleSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/schedule-source',
    access: ORG_RIGHTS.manageSources,
    summary: 'Decides when a source is read by itself.',
    params,
    input: z.strictObject({ id, schedule: SourceSchedule }),
    output,
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
});
