import type { KeptMessage, SlackPayload } from './shapes.ts';
import type { SlackAuthor, WorkspaceRows } from './workspace-rows.ts';

/** Kinds of messages that people or apps wrote; any other tells of the channel. */
const WRITTEN: ReadonlySet<string> = new Set([
  '',
  'bot_message',
  'file_comment',
  'file_share',
  'huddle_thread',
  'me_message',
  'reply_broadcast',
  'sh_room_created',
  'sh_room_shared',
  'thread_broadcast',
]);

/** Messages that say who came and who left. */
const MOVES: Readonly<Record<string, 'joined' | 'left'>> = {
  channel_join: 'joined',
  group_join: 'joined',
  channel_leave: 'left',
  group_leave: 'left',
};

/** Who came or left by a message; undefined for any other message. */
export const movedBy = ({ subtype }: Pick<KeptMessage, 'subtype'>): 'joined' | 'left' | undefined =>
  Object.hasOwn(MOVES, subtype ?? '') ? MOVES[subtype ?? ''] : undefined;

const LONGEST_NAME = 200;

function authorIn({ user, bot_id: bot, name }: KeptMessage): SlackAuthor | null {
  if (user) return { id: user, name: name ?? user, isBot: bot !== null && bot !== undefined };
  return bot ? { id: bot, name: name ?? bot, isBot: true } : null;
}

/** What a message is called without its text. */
function placeFor({ isHuddle }: KeptMessage, channel: string | null): string {
  const what = isHuddle ? 'Huddle' : 'Message';
  return channel === null ? what : `${what} in #${channel}`;
}

/** What a message is called: by its text where that is kept, else by its channel. */
const nameFor = (message: KeptMessage, channel: string | null): string =>
  message.text?.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME) || placeFor(message, channel);

function addMentions(rows: WorkspaceRows, message: KeptMessage, payload: SlackPayload, uuid: string): void {
  const at = Number(message.ts);
  const groups = message.groups.flatMap((id) => payload.groups[id] ?? []);
  const people = [...new Set([...message.mentions, ...groups])].map((user) => rows.uuid('user', user));
  for (const person of people) rows.mention(uuid, person, at);
  if (message.edited) rows.mentionsAlone(uuid, people, Number(message.edited));
}

function addMove(rows: WorkspaceRows, message: KeptMessage, channel: string, action: string): void {
  const author = authorIn(message);
  const uuid = rows.uuid('channel', channel);
  const at = Number(message.ts);
  rows.event({
    id: `${action}:${message.id}`,
    at,
    action,
    type: 'Channel',
    uuid,
    name: channel,
    actor: author && rows.author(author, at),
    channel: uuid,
    reference: null,
  });
}

/** Adds a message with whom it mentions, or that somebody joined or left by it. */
export function addMessage(rows: WorkspaceRows, message: KeptMessage, payload: SlackPayload): void {
  const { channel, isTold } = payload;
  if (!channel) return void rows.ignored.push('message');
  const { id, ts, thread_ts: thread, edited } = message;
  const moved = movedBy(message);
  if (moved) return addMove(rows, message, channel.id, moved);
  if (message.subtype === 'tombstone') return rows.gone([id]);
  if (!WRITTEN.has(message.subtype ?? ''))
    return void rows.ignored.push(`message.${String(message.subtype)}`);
  const at = Number(ts);
  const name = nameFor(message, channel.name ?? null);
  const author = authorIn(message);
  const path = `archives/${channel.id}/p${ts.replace('.', '')}`;
  const updatedAt = edited ? Number(edited) : at;
  const common = rows.common('message', id, { name, path, createdAt: at, updatedAt });
  const root = thread && thread !== ts ? `${channel.id}:${thread}` : null;
  const channelUuid = rows.uuid('channel', channel.id);
  const authorUuid = author && rows.author(author, at);
  rows.add(isTold ? 'told' : 'Message', {
    ...common,
    body: message.text ?? null,
    thread: root && rows.externalId('message', root),
    isHuddle: message.isHuddle,
    length: message.length,
    reactions: message.reactions.reduce((sum, { count }) => sum + count, 0),
    references: message.references,
    authorUuid,
    channelUuid,
    replyToUuid: root && rows.uuid('message', root),
  });
  addMentions(rows, message, payload, common.uuid);
  rows.event({
    id: `posted:${id}`,
    at,
    action: 'posted',
    type: 'Message',
    uuid: common.uuid,
    // Texts that are not kept any more are looked for in messages and payloads alone.
    name: placeFor(message, channel.name ?? null),
    actor: authorUuid,
    channel: channelUuid,
    reference: channel.name ?? null,
  });
}
