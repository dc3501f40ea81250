import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { GoneThing, MessageOwner, ToldMessage, Webhook, WebhookMessage } from '../connector.ts';
import { GitlabRows } from './rows.ts';
import { siteName } from './settings.ts';

/** Seconds by which the clocks may differ, and a message may be late. */
const TOLERANCE = 300;
const PREFIX = 'whsec_';

const isSame = (given: Uint8Array, expected: Uint8Array) => {
  const fits = given.length === expected.length;
  return timingSafeEqual(fits ? given : new Uint8Array(expected.length), expected) && fits;
};

/** Whether a message has the signature of Standard Webhooks by a signing token, and is of now. */
function hasSignature({ headers, body }: WebhookMessage, secret: string): boolean {
  const [id, at] = [headers.get('webhook-id') ?? '', headers.get('webhook-timestamp') ?? ''];
  if (!/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1_000 - Number(at)) > TOLERANCE) return false;
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  // While a token is replaced, a message has a signature by each.
  const given = (headers.get('webhook-signature') ?? '').split(' ').filter((each) => each.startsWith('v1,'));
  return given.map((each) => isSame(Buffer.from(each.slice(3), 'base64'), expected)).includes(true);
}

/** Whether whoever has the secret sent a message: it is signed, or where it has no signature, brings the secret token. */
export function isSentBy(message: WebhookMessage, secret: string): boolean {
  if (message.headers.has('webhook-signature')) return hasSignature(message, secret);
  // A signing token is never sent, so it is no secret token.
  if (secret.startsWith(PREFIX)) return false;
  const digest = (text: string) => createHmac('sha256', 'cairn').update(text).digest();
  return isSame(digest(message.headers.get('x-gitlab-token') ?? ''), digest(secret));
}

/** Kinds of messages after which a reading finds something new. */
const READ: ReadonlySet<string> = new Set([
  'build',
  'deployment',
  'group_destroy',
  'group_rename',
  'issue',
  'job',
  'merge_request',
  'milestone',
  'note',
  'pipeline',
  'project_create',
  'project_destroy',
  'project_rename',
  'project_transfer',
  'project_update',
  'push',
  'release',
  'repository_update',
  'subgroup_create',
  'subgroup_destroy',
  'tag_push',
  'user_add_to_group',
  'user_add_to_team',
  'user_remove_from_group',
  'user_remove_from_team',
  'user_update_for_group',
  'user_update_for_team',
  'work_item',
]);

const Message = z.looseObject({
  object_kind: z.string().nullish(),
  event_name: z.string().nullish(),
  event_type: z.string().nullish(),
  action: z.string().nullish(),
  object_attributes: z.looseObject({ action: z.string().nullish() }).nullish(),
});

function read({ headers, body }: WebhookMessage): ToldMessage {
  const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  const told = Message.parse(payload);
  const kind = told.object_kind ?? told.event_name;
  if (!kind) throw new Error('a message has no kind');
  const action = told.object_attributes?.action ?? told.action;
  return {
    id: headers.get('webhook-id') ?? headers.get('idempotency-key') ?? headers.get('x-gitlab-event-uuid'),
    kind: action ? `${kind}.${action}` : kind,
    payload,
  };
}

const Release = z.object({
  tag: z.string(),
  project: z.object({ id: z.number(), web_url: z.string() }),
});
const Host = z.object({ host: z.string() });

/** Of all that it deletes, GitLab tells releases; readings find branches and projects that are gone. */
function removed(
  { kind, payload }: Omit<ToldMessage, 'id'>,
  { orgId, source }: MessageOwner,
): readonly GoneThing[] {
  const told = kind === 'release.delete' ? Release.safeParse(payload).data : undefined;
  const host = Host.safeParse(source.settings).data?.host;
  if (!told || host === undefined) return [];
  const project = { id: told.project.id, address: told.project.web_url };
  const rows = new GitlabRows({ orgId, sourceId: source.id }, siteName(host), project);
  const places = [{ payload: 'releases', list: 'items', key: 'tag_name' }];
  return [{ kind: 'Release', uuid: rows.release(told.tag), id: told.tag, places }];
}

const Internal = z.object({
  object_attributes: z
    .object({ internal: z.boolean().nullish(), confidential: z.boolean().nullish() })
    .optional(),
  issue: z.object({ confidential: z.boolean().nullish() }).nullish(),
});

/** Of what only some may see, a message keeps that something changed. */
function strip(payload: unknown): unknown {
  const { object_attributes: attributes, issue } = Internal.safeParse(payload).data ?? {};
  const isHidden =
    attributes?.internal === true || attributes?.confidential === true || issue?.confidential === true;
  if (!isHidden) return payload;
  const { object_kind, event_type } = Message.parse(payload);
  return { object_kind, event_type };
}

/** Messages of GitLab: signed by Standard Webhooks, or with a secret token of their own. */
export const gitlabWebhook: Webhook = {
  isSigned: isSentBy,
  read,
  meaning: (kind) => (READ.has(kind.split('.')[0] ?? '') ? 'reading' : 'nothing'),
  removed,
  strip,
  steps: [
    'On GitLab, open the group or the project, and there Settings, Webhooks, Add new webhook.',
    'Paste the address as URL.',
    'Let GitLab make a signing token, and save it below as secret; it begins with whsec_. On a GitLab without signing tokens, save a secret of your own below, and paste the same one as Secret token.',
    'Tick push, tag push, comments, issues, merge requests, jobs, pipelines, deployments, releases and milestones. Confidential ones may stay unticked: Cairn keeps nothing of them.',
  ],
};
