import { z } from 'zod';
import type { GoneThing, MessageOwner, ToldMessage, Webhook, WebhookMessage } from '../connector.ts';
import type { Payload } from '../payload.ts';
import { hasHmac } from '../webhook.ts';
import { cutMessage } from './cut-message.ts';
import { KeptSettings, chosenChannels, keepsTexts, peopleLeftOut, readingEnd } from './settings.ts';
import { KeptMessage, Ts } from './shapes.ts';
import { WorkspaceRows } from './workspace-rows.ts';

const SIGNATURE = /^v0=([0-9a-f]{64})$/;
const SECONDS = /^\d{1,12}$/;
/** Seconds by which a message may be late, so that nobody sends a former one again. */
const LATEST = 300;

/** Events after which a reading finds something new, or that it may read nothing any more. */
const READ: ReadonlySet<string> = new Set([
  'app_uninstalled',
  'channel_archive',
  'channel_created',
  'channel_deleted',
  'channel_rename',
  'channel_unarchive',
  'group_archive',
  'group_rename',
  'group_unarchive',
  'member_joined_channel',
  'member_left_channel',
  'reaction_added',
  'reaction_removed',
  'team_join',
  'tokens_revoked',
  'user_change',
  'user_huddle_changed',
]);
const UNWRITTEN = /^message\.(?:channel|group)_/;

const Word = z.string().max(300).optional().catch(undefined);
const Event = z.looseObject({
  type: z.string().catch('unknown'),
  subtype: Word,
  channel: Word,
  channel_type: Word,
  user: Word,
  ts: Word,
  event_ts: Word,
  deleted_ts: Word,
  reaction: Word,
  message: z.unknown().optional(),
});
const Envelope = z.looseObject({
  type: z.string(),
  team_id: Word,
  event_id: Word,
  event_time: z.number().optional().catch(undefined),
  event: Event.optional().catch(undefined),
});
type Envelope = z.infer<typeof Envelope>;

function isSigned({ headers, body }: WebhookMessage, secret: string): boolean {
  const time = headers.get('x-slack-request-timestamp') ?? '';
  const isInTime = SECONDS.test(time) && Math.abs(Date.now() / 1_000 - Number(time)) <= LATEST;
  const signature = SIGNATURE.exec(headers.get('x-slack-signature') ?? '')?.[1] ?? '';
  const signed = Buffer.concat([Buffer.from(`v0:${time}:`), body]);
  return hasHmac(secret, signed, signature) && isInTime;
}

const kindOf = ({ type, event }: Envelope): string => {
  if (!event) return type === '' ? 'unknown' : type;
  return event.subtype ? `${event.type}.${event.subtype}` : event.type;
};

function read({ body }: WebhookMessage): ToldMessage {
  const payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  const envelope = Envelope.parse(payload);
  return { id: envelope.event_id ?? null, kind: kindOf(envelope), payload };
}

/** Whether messages of a channel are kept: public ones that are read. Only such an event is looked into. */
function isKept({ team_id: team, event }: Envelope, settings: KeptSettings): boolean {
  if (team !== settings.team || event?.channel_type !== 'channel' || event.channel === undefined)
    return false;
  const chosen = chosenChannels(settings);
  return chosen.length === 0 || chosen.includes(event.channel);
}

/** The message of an event: a new one, or what a changed one is now. */
function messageIn({ event }: Envelope, settings: KeptSettings): KeptMessage | null {
  if (event?.type !== 'message' || event.channel === undefined) return null;
  if (event.subtype === 'message_deleted' || event.subtype === 'message_replied') return null;
  const raw = event.subtype === 'message_changed' ? event.message : event;
  const message = cutMessage(raw, { channel: event.channel, keepsText: keepsTexts(settings) });
  return message && peopleLeftOut(settings).includes(message.user ?? message.bot_id ?? '') ? null : message;
}

/** What is stored of an event: nothing that somebody wrote, unless an admin said so, and of other channels its kind alone. */
function strip(payload: unknown, { source }: MessageOwner): unknown {
  const envelope = Envelope.parse(payload);
  const { type, team_id, event_id, event_time, event } = envelope;
  const told = { type, team_id, event_id, event_time };
  if (!event) return told;
  const { subtype, channel, channel_type, user, ts, event_ts, deleted_ts, reaction } = event;
  const settings = KeptSettings.safeParse(source.settings).data;
  const named = { type: event.type, subtype };
  if (!settings || (event.type === 'message' && !isKept(envelope, settings)))
    return { ...told, event: named };
  if (event.type !== 'message') return { ...told, event: { ...named, event_ts } };
  const kept = messageIn(envelope, settings);
  const facts = { ...named, channel, channel_type, user, ts, event_ts, deleted_ts, reaction };
  return { ...told, event: { ...facts, ...(kept ? { kept } : {}) } };
}

const Stripped = z.object({
  team_id: z.string(),
  event: z.object({
    channel: z.string(),
    deleted_ts: Ts.optional().catch(undefined),
    kept: KeptMessage.optional().catch(undefined),
  }),
});

function removed({ kind, payload }: Omit<ToldMessage, 'id'>, { orgId }: MessageOwner): readonly GoneThing[] {
  const told = Stripped.safeParse(payload).data;
  const ts = told?.event.deleted_ts;
  if (kind !== 'message.message_deleted' || !told || ts === undefined) return [];
  const id = `${told.event.channel}:${ts}`;
  const rows = new WorkspaceRows(orgId, { id: told.team_id, address: '' });
  return [{ kind: 'Message', uuid: rows.uuid('message', id), id }];
}

/** The message that an event carries, as a payload like those of a reading. */
function brings({ payload }: Omit<ToldMessage, 'id'>, { source }: MessageOwner): readonly Payload[] {
  const told = Stripped.safeParse(payload).data;
  const settings = KeptSettings.safeParse(source.settings).data;
  const kept = told?.event.kept;
  if (!kept || !settings || Number(kept.ts) < readingEnd(settings, Date.now())) return [];
  const team = { id: told.team_id, address: settings.address ?? '' };
  const channel = { id: told.event.channel };
  const texts = keepsTexts(settings);
  const body = { team, channel, oldest: Number(kept.ts), groups: {}, texts, isTold: true, items: [kept] };
  return [{ kind: 'messages', body }];
}

const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string().max(1_000) });

/** Events of Slack: signed in `X-Slack-Signature` with the moment of their sending. */
export const slackWebhook: Webhook = {
  isSigned,
  read,
  meaning: (kind) => {
    if (kind === 'url_verification') return 'greeting';
    if (kind === 'message' || (kind.startsWith('message.') && !UNWRITTEN.test(kind))) return 'news';
    return READ.has(kind) || UNWRITTEN.test(kind) ? 'reading' : 'nothing';
  },
  greet: (payload) => {
    const { success, data } = Challenge.safeParse(payload);
    return success ? { challenge: data.challenge } : null;
  },
  removed,
  brings,
  strip,
  steps: [
    'On api.slack.com, open your app, Basic Information, and copy its Signing Secret.',
    'Save that secret below before anything else: Slack asks the address at once, and signs its question.',
    'Under Event Subscriptions, turn events on, and paste the address as Request URL.',
    'Under Subscribe to bot events, add message.channels, reaction_added, reaction_removed, channel_created, channel_rename, member_joined_channel, member_left_channel, user_huddle_changed, app_uninstalled and tokens_revoked; for private channels message.groups as well.',
    'Save, and install the app again where Slack asks for it.',
  ],
};
