import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

/** The most things of one message. */
export const MOST_PUSHED = 100;
/** The largest message, in bytes. */
const PUSH_BYTES = 1_048_576;
const DAY_MS = 86_400_000;
/** Before this there is nothing to tell of software. */
const EARLIEST = Date.UTC(1970, 0, 2);

const label = shownName(200);
const id = shownName(200);
/** What is known already, by its key or its address. */
const known = shownName(2_000);
const words = (longest: number) => z.string().trim().min(1, 'is empty').max(longest);
const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(2_000);
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be the whole sha of a commit');
const time = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-03-01T09:00:00Z' })
  .refine((text) => Date.parse(text) >= EARLIEST, 'is too long ago')
  .refine((text) => Date.parse(text) <= Date.now() + DAY_MS, 'lies in the future');

const isOrdered = (first: string | undefined, second: string | undefined) =>
  first === undefined || second === undefined || Date.parse(first) <= Date.parse(second);

const OVER: readonly string[] = ['success', 'failed', 'cancelled'];

/** A deployment of a repository to an environment. */
export const PushedDeployment = z
  .strictObject({
    id,
    repository: known,
    environment: label,
    status: z.enum(['queued', 'running', 'success', 'failed', 'cancelled']).default('success'),
    startedAt: time.optional(),
    finishedAt: time.optional(),
    commit: commit.optional(),
    name: label.optional(),
    url: url.optional(),
  })
  .refine(({ status, finishedAt }) => OVER.includes(status) === (finishedAt !== undefined), {
    path: ['finishedAt'],
    error: 'belongs to what is over, and only to that',
  })
  .refine(({ startedAt, finishedAt }) => (startedAt ?? finishedAt) !== undefined, {
    path: ['startedAt'],
    error: 'is required while it is not over',
  })
  .refine(({ startedAt, finishedAt }) => isOrdered(startedAt, finishedAt), {
    path: ['finishedAt'],
    error: 'must not be before startedAt',
  });
export type PushedDeployment = z.infer<typeof PushedDeployment>;

/** An incident, which concerns a repository where it names one. */
export const PushedIncident = z
  .strictObject({
    id,
    title: label,
    detectedAt: time,
    resolvedAt: time.optional(),
    repository: known.optional(),
    severity: label.optional(),
    service: label.optional(),
    environment: label.optional(),
    description: words(20_000).optional(),
    url: url.optional(),
  })
  .refine(({ detectedAt, resolvedAt }) => isOrdered(detectedAt, resolvedAt), {
    path: ['resolvedAt'],
    error: 'must not be before detectedAt',
  });
export type PushedIncident = z.infer<typeof PushedIncident>;

/** A release of a repository; its tag says which one it is. */
export const PushedRelease = z.strictObject({
  id,
  repository: known,
  tag: label,
  publishedAt: time,
  name: label.optional(),
  notes: words(60_000).optional(),
  preRelease: z.boolean().optional(),
  commit: commit.optional(),
  url: url.optional(),
});
export type PushedRelease = z.infer<typeof PushedRelease>;

/** A note that stands among the events of what it is about. */
export const PushedEvent = z.strictObject({ id, on: known, text: words(1_000), at: time });
export type PushedEvent = z.infer<typeof PushedEvent>;

/** The lists of a message. */
export const PUSHED_LISTS = ['deployments', 'incidents', 'releases', 'events'] as const;
export type PushedList = (typeof PUSHED_LISTS)[number];

const hasEachOnce = (things: readonly { readonly id: string }[]) =>
  new Set(things.map((thing) => thing.id)).size === things.length;
const listed = <Thing extends z.ZodType<{ readonly id: string }>>(thing: Thing) =>
  z
    .array(thing)
    .max(MOST_PUSHED, `has more than ${String(MOST_PUSHED)} things`)
    .refine(hasEachOnce, 'has one id twice')
    .default([]);

/** What is pushed in one message, all of it or none. */
export const PushInput = z
  .strictObject({
    deployments: listed(PushedDeployment),
    incidents: listed(PushedIncident),
    releases: listed(PushedRelease),
    events: listed(PushedEvent),
  })
  .refine(
    (input) => {
      const count = PUSHED_LISTS.reduce((sum, list) => sum + input[list].length, 0);
      return count > 0 && count <= MOST_PUSHED;
    },
    { error: `A message has between one and ${String(MOST_PUSHED)} things.` },
  );
export type PushInput = z.infer<typeof PushInput>;

/** What became of a thing that was pushed. */
export const PushedThing = z.object({
  list: z.enum(PUSHED_LISTS),
  id: z.string(),
  /** Of its page; that of a note leads to what the note is about. */
  uuid: z.string(),
  outcome: z.enum(['stored', 'updated', 'unchanged']),
});
export type PushedThing = z.infer<typeof PushedThing>;

/** What tools and scripts send by themselves. */
export const pushContract = defineContract({
  push: {
    method: 'POST',
    path: '/api/{orgId}/push',
    access: ORG_RIGHTS.manageSources,
    scope: 'push',
    summary:
      'Takes deployments, incidents, releases and notes from an API token that only pushes. The same id again changes what differs, and nothing twice. All of a message is stored, or none.',
    params: z.object({ orgId: OrgId }),
    input: PushInput,
    output: z.object({ data: z.array(PushedThing) }),
    errors: ['unknown_entity', 'conflict', 'read_only', 'rate_limited', 'too_large'],
    bodyLimit: PUSH_BYTES,
  },
});
