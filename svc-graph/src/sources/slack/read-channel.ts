import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SlackRefusal, askSlack, askWhole } from './ask-slack.ts';
import type { ChannelCursor } from './cursor.ts';
import { cutMessage } from './cut-message.ts';
import { movedBy } from './messages.ts';
import { keepsTexts, peopleLeftOut, readingEnd } from './settings.ts';
import type { KeptMessage } from './shapes.ts';
import type { SlackScope } from './workspace.ts';

/** How many messages are asked for at once; Slack gives some apps no more than 15. */
const PAGE = '200';
/** Seconds before the newest known message from which on messages are looked at again. */
const LOOKED_AT_AGAIN = 7 * 86_400;

const History = z.object({ messages: z.array(z.unknown()), has_more: z.boolean().catch(false) });

/** What a step of a pass brought. */
export interface ChannelPage {
  /** Messages that are new or have changed. */
  readonly items: readonly KeptMessage[];
  /** The moments of messages that are there no more. */
  readonly gone: readonly string[];
  readonly cursor: ChannelCursor;
}

const digest = (message: KeptMessage) =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 11);
const threadIn = (mark: string | undefined) => mark?.split(' ')[1];

/** Where a pass ends, in seconds since 1970: a first one at the oldest message, a later one where messages seldom change. */
function floorFor({ settings }: SlackScope, { top }: ChannelCursor, begun: number): number {
  const end = readingEnd(settings, begun);
  return top === null ? end : Math.max(end, Number(top) - LOOKED_AT_AGAIN);
}

/** Asks about a channel, which the app joins first where it has to. */
async function joined<Answer>(scope: SlackScope, id: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SlackRefusal) || error.reason !== 'not_in_channel') throw error;
    await askSlack(scope.access, {
      method: 'conversations.join',
      shape: z.object({}),
      params: { channel: id },
    });
    return ask();
  }
}

const cut = (scope: SlackScope, channel: string, raws: readonly unknown[]): KeptMessage[] => {
  const without = new Set(peopleLeftOut(scope.settings));
  return raws.flatMap((raw) => {
    const message = cutMessage(raw, { channel, keepsText: keepsTexts(scope.settings) });
    return message && !without.has(message.user ?? message.bot_id ?? '') ? [message] : [];
  });
};

/** The replies of a thread, without the message that began it. */
async function readReplies(scope: SlackScope, id: string, { ts }: KeptMessage): Promise<KeptMessage[]> {
  const raws = await askWhole(scope.access, {
    method: 'conversations.replies',
    list: 'messages',
    params: { channel: id, ts, limit: PAGE },
  });
  return cut(scope, id, raws).filter((reply) => reply.ts !== ts);
}

const isThread = ({ reply_count: replies, thread_ts: thread, ts }: KeptMessage) =>
  (replies ?? 0) > 0 && (thread === null || thread === undefined || thread === ts);

const momentsBetween = (seen: ChannelCursor['seen'], from: number, to: number) =>
  Object.keys(seen).filter((ts) => Number(ts) >= from && Number(ts) < to);

interface Looked {
  readonly seen: Record<string, string>;
  readonly items: KeptMessage[];
  readonly gone: string[];
}

/** Looks at a thread that has changed: its replies, and those that it has no more. */
async function lookAtThread(
  scope: SlackScope,
  id: string,
  parent: KeptMessage,
  looked: Looked,
): Promise<void> {
  const replies = await readReplies(scope, id, parent);
  const there = new Set(replies.map(({ ts }) => ts));
  for (const [ts, mark] of Object.entries(looked.seen))
    if (threadIn(mark) === parent.ts && !there.has(ts)) {
      looked.gone.push(ts);
      delete looked.seen[ts];
    }
  for (const reply of replies) {
    const mark = `${digest(reply)} ${parent.ts}`;
    if (looked.seen[reply.ts] === mark) continue;
    looked.items.push(reply);
    looked.seen[reply.ts] = mark;
  }
}

/** What came or went in a page, and with it who came to the channel and who left. */
async function lookAt(
  scope: SlackScope,
  { id, cursor }: { readonly id: string; readonly cursor: ChannelCursor },
  page: { readonly messages: readonly KeptMessage[]; readonly from: number; readonly to: number },
): Promise<Looked> {
  const looked: Looked = { seen: { ...cursor.seen }, items: [], gone: [] };
  const there = new Set(page.messages.map(({ ts }) => ts));
  for (const ts of momentsBetween(cursor.seen, page.from, page.to))
    if (!there.has(ts) && threadIn(cursor.seen[ts]) === undefined) {
      looked.gone.push(ts);
      delete looked.seen[ts];
    }
  for (const message of page.messages) {
    const mark = digest(message);
    if (looked.seen[message.ts]?.split(' ')[0] === mark) continue;
    looked.items.push(message);
    looked.seen[message.ts] = mark;
    if (isThread(message)) await lookAtThread(scope, id, message, looked);
  }
  return looked;
}

/** Who came and who left by messages; the later one of a person counts. */
function moves(items: readonly KeptMessage[], { joined: came, left: went }: ChannelCursor) {
  const [joinedAt, leftAt] = [{ ...came }, { ...went }];
  for (const message of items) {
    const moved = movedBy(message);
    if (!moved || !message.user) continue;
    const at = moved === 'joined' ? joinedAt : leftAt;
    at[message.user] = Math.max(at[message.user] ?? 0, Number(message.ts));
  }
  return { joined: joinedAt, left: leftAt };
}

/** What is looked at again by the next pass. */
function recent(seen: ChannelCursor['seen'], top: string | null): ChannelCursor['seen'] {
  const from = Number(top ?? 0) - LOOKED_AT_AGAIN;
  return Object.fromEntries(
    Object.entries(seen).filter(([ts, mark]) => Number(ts) >= from || Number(threadIn(mark) ?? 0) >= from),
  );
}

const later = (one: string | null, other: string | null) =>
  one !== null && (other === null || Number(one) >= Number(other)) ? one : other;

/** Reads the next page of a channel, from the newest message on. */
export async function readChannelPage(
  scope: SlackScope,
  id: string,
  { cursor, begun }: { readonly cursor: ChannelCursor; readonly begun: number },
): Promise<ChannelPage> {
  const floor = floorFor(scope, cursor, begun);
  const params = {
    channel: id,
    limit: PAGE,
    oldest: floor.toFixed(6),
    inclusive: 'false',
    ...(cursor.at === null ? {} : { latest: cursor.at }),
  };
  const ask = () => askSlack(scope.access, { method: 'conversations.history', shape: History, params });
  const { messages: raws, has_more: hasMore } = await joined(scope, id, ask);
  const messages = cut(scope, id, raws);
  const moments = messages.map(({ ts }) => ts).toSorted((a, b) => Number(a) - Number(b));
  const oldest = moments[0] ?? null;
  const isOver = !hasMore || raws.length === 0 || oldest === null;
  const from = isOver ? floor : Number(oldest);
  const to = cursor.at === null ? Infinity : Number(cursor.at);
  const { seen, items, gone } = await lookAt(scope, { id, cursor }, { messages, from, to });
  const head = later(cursor.head, moments.at(-1) ?? null);
  const next = { ...cursor, ...moves(items, cursor), head, at: oldest, seen };
  if (!isOver) return { items, gone, cursor: next };
  const top = later(head, cursor.top);
  return {
    items,
    gone,
    cursor: { ...next, top, head: null, at: null, isRead: true, seen: recent(seen, top) },
  };
}
