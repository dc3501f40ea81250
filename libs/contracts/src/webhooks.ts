import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { Source } from './sources.ts';

/** The largest message of a tool, in bytes. */
export const MESSAGE_BYTES = 25 * 1_048_576;
/** How many secrets of one source are valid at once: the one in use, and the one that replaces it. */
export const MOST_SECRETS = 2;
/** The deliveries of one answer. */
export const DELIVERIES_SHOWN = 50;

/** One message that a tool sent, and what came of it. */
export const WebhookDelivery = z.object({
  /** As the tool numbers it. */
  id: z.string(),
  kind: z.string(),
  receivedAt: z.string(),
  bytes: z.int(),
  /** `reading`: a reading was asked for. `kept`: what it brings is there. `removed`: what it names left the graph. `ignored`: the kind means nothing here. */
  outcome: z.enum(['waiting', 'reading', 'kept', 'removed', 'ignored', 'greeting', 'failed']),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What a tool sent to a source lately. */
export const WebhookLog = z.object({
  deliveries: z.array(WebhookDelivery),
  /** Kinds that mean nothing here, with how often each came among the deliveries that are kept. */
  ignored: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** Messages that were refused since Cairn started, because no secret fits. */
  refused: z.object({ count: z.int(), lastAt: z.string() }).nullable(),
});
export type WebhookLog = z.infer<typeof WebhookLog>;

/** A webhook secret, which is never told again. */
export const WebhookSecret = z.object({ id: z.string(), since: z.string() });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

const params = z.object({ orgId: OrgId });
const id = z.string().min(1).max(100);
const secret = z.string().min(1, 'is empty').max(1_000);
const type = z.string().min(1).max(100);

/** How a tool tells a source of what is new, and how a source is changed. */
export const webhookContract = defineContract({
  receiveWebhook: {
    method: 'POST',
    path: '/api/v1/{type}/webhook/{sourceId}',
    access: 'public',
    summary:
      'Takes a message that a tool signs with a secret of its source: what is new is read, and what the tool deleted leaves the graph. The body is what the tool sends.',
    params: z.object({ type, sourceId: z.uuid() }),
    output: z.union([
      z.strictObject({ data: z.object({ accepted: z.literal(true) }) }),
      /** For a tool that asks whether the address listens: it hears its own word again. */
      z.strictObject({ challenge: z.string() }),
    ]),
    errors: ['unauthenticated', 'invalid_input', 'too_large'],
    bodyLimit: MESSAGE_BYTES,
    passesOwnHeaders: true,
  },
  listDeliveries: {
    method: 'POST',
    path: '/api/{orgId}/sources/list-deliveries',
    access: ORG_RIGHTS.manageSources,
    summary: 'The last messages that the tool of a source sent, newest first, and what came of each.',
    params,
    input: z.strictObject({ id }),
    output: z.object({ data: WebhookLog }),
    errors: ['not_found'],
  },
  listSecrets: {
    method: 'POST',
    path: '/api/{orgId}/sources/list-secrets',
    access: ORG_RIGHTS.manageSources,
    summary: 'Which webhook secrets a source has, oldest first; their values are never told.',
    params,
    input: z.strictObject({ sourceId: id }),
    output: z.object({ data: z.array(WebhookSecret) }),
    errors: ['not_found'],
  },
  createSecret: {
    method: 'POST',
    path: '/api/{orgId}/sources/create-secret',
    access: ORG_RIGHTS.manageSources,
    summary: 'Adds a webhook secret to a source. Two are valid at once, so that one can replace the other.',
    params,
    input: z.strictObject({ type, sourceId: id, secret }),
    output: z.object({ data: WebhookSecret }),
    errors: ['invalid_input', 'conflict', 'read_only', 'not_found'],
  },
  updateSecret: {
    method: 'POST',
    path: '/api/{orgId}/sources/update-secret',
    access: ORG_RIGHTS.manageSources,
    summary: 'Gives a webhook secret another value. `exists` says whether the source has such a secret.',
    params,
    input: z.strictObject({ type, sourceId: id, id, secret }),
    output: z.object({ data: z.object({ exists: z.boolean() }) }),
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
  removeSecret: {
    method: 'POST',
    path: '/api/{orgId}/sources/remove-secret',
    access: ORG_RIGHTS.manageSources,
    summary: 'Removes a webhook secret. Messages that are signed with it are refused from then on.',
    params,
    input: z.strictObject({ type, sourceId: id, id }),
    output: z.object({ data: z.object({ exists: z.boolean() }) }),
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
  updateSource: {
    method: 'POST',
    path: '/api/{orgId}/sources/update-source',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Changes settings of a source, such as its token or what of it is read, and reads it. Settings that are left out stay. Settings that mean another source are refused.',
    params,
    input: z.strictObject({ id, settings: z.record(z.string().max(100), z.unknown()) }),
    output: z.object({ data: Source }),
    errors: ['invalid_input', 'read_only', 'not_found'],
  },
});
