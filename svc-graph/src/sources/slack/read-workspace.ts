import { createHash } from 'node:crypto';
import type { SourcePage } from '../payload.ts';
import { SlackRefusal, askWhole } from './ask-slack.ts';
import { type ChannelCursor, type SlackCursor, beginFrom, endReading, newChannel } from './cursor.ts';
import { cutUser } from './people.ts';
import { type ChannelPage, readChannelPage } from './read-channel.ts';
import { chosenChannels, keepsTexts } from './settings.ts';
import type { SlackChannel } from './shapes.ts';
import { type SlackScope, isReadChannel, listChannels, readGroups } from './workspace.ts';

const SECOND = 1_000;

/** A page of a list that comes whole; nothing where it is as it was. */
function* listPage(
  { team }: SlackScope,
  cursor: SlackCursor,
  {
    kind,
    name = kind,
    phase = kind,
    items,
    more = {},
  }: {
    readonly kind: string;
    readonly name?: string;
    readonly phase?: string;
    readonly items: readonly unknown[];
    readonly more?: Readonly<Record<string, unknown>>;
  },
): Generator<SourcePage, SlackCursor> {
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 22);
  if (cursor.lists[name] === digest || (items.length === 0 && kind === 'lost')) return cursor;
  const changed = { ...cursor, lists: { ...cursor.lists, [name]: digest } };
  yield {
    phase,
    payloads: [{ kind, body: { team, ...more, items } }],
    count: items.length,
    cursor: changed,
  };
  return changed;
}

const GROUPS_NOTE = 'Mentions of user groups name nobody here: the app lacks the scope usergroups:read.';
const PRIVATE_NOTE =
  'Messages of private channels are not read: here they could not be kept to the members of the channel. Their names and members are shown.';

function notesFor(cursor: SlackCursor, notes: Readonly<Record<string, string | undefined>>): SlackCursor {
  const kept = Object.entries({ ...cursor.notes, ...notes }).filter(
    (each): each is [string, string] => !!each[1],
  );
  return { ...cursor, notes: Object.fromEntries(kept) };
}

/** The channels that are read, with how far each was read before. */
function follow(cursor: SlackCursor, channels: readonly SlackChannel[]): SlackCursor['channels'] {
  return Object.fromEntries(
    channels.map(({ id, name, is_private: isPrivate, num_members: size }) => {
      const known = cursor.channels[id] ?? newChannel(name, isPrivate === true);
      const begun = { isRead: isPrivate === true, head: null, at: null, joined: {}, left: {} };
      return [id, { ...known, ...begun, name, isPrivate: isPrivate === true, size: size ?? null }];
    }),
  );
}

/** Reads who is there and which channels there are. */
async function* readLists(scope: SlackScope, begin: SlackCursor): AsyncGenerator<SourcePage, SlackCursor> {
  const { access, settings } = scope;
  const users = await askWhole(access, { method: 'users.list', list: 'members', params: { limit: '200' } });
  let cursor = yield* listPage(scope, begin, { kind: 'people', items: users.flatMap(cutUser) });
  const chosen = chosenChannels(settings);
  const types = chosen.length === 0 ? 'public_channel' : undefined;
  const channels = (await listChannels(access, types)).filter((channel) => isReadChannel(channel, chosen));
  cursor = yield* listPage(scope, cursor, { kind: 'channels', items: channels });
  const lost = Object.keys(cursor.channels).filter((id) => !channels.some((each) => each.id === id));
  cursor = yield* listPage(scope, cursor, { kind: 'lost', phase: 'channels', items: lost });
  const groups = await readGroups(access);
  const isAnyPrivate = channels.some(({ is_private: isPrivate }) => isPrivate === true);
  cursor = notesFor(cursor, {
    groups: groups ? undefined : GROUPS_NOTE,
    private: isAnyPrivate ? PRIVATE_NOTE : undefined,
  });
  cursor = { ...cursor, isListed: true, groups: groups ?? {}, channels: follow(cursor, channels) };
  yield { phase: 'channels', payloads: [], count: 0, notes: Object.values(cursor.notes), cursor };
  return cursor;
}

const withChannel = (cursor: SlackCursor, id: string, channel: ChannelCursor): SlackCursor => ({
  ...cursor,
  channels: { ...cursor.channels, [id]: channel },
});

const namedGroups = ({ groups }: SlackCursor, { items }: ChannelPage) => {
  const named = new Set(items.flatMap(({ groups: each }) => each));
  return Object.fromEntries(Object.entries(groups).filter(([id]) => named.has(id)));
};

/** The page of a channel as payloads; the moments of its oldest message and whether it has texts stand beside. */
function messagePage(
  { team, settings }: SlackScope,
  cursor: SlackCursor,
  { id, page }: { readonly id: string; readonly page: ChannelPage },
): SourcePage {
  const { items, gone } = page;
  const channel = { id, name: page.cursor.name };
  const oldest = Math.min(...items.map(({ ts }) => Number(ts)));
  const body = {
    team,
    channel,
    oldest,
    groups: namedGroups(cursor, page),
    texts: keepsTexts(settings),
    items,
  };
  return {
    phase: 'messages',
    payloads: [
      ...(items.length > 0 ? [{ kind: 'messages', body }] : []),
      ...(gone.length > 0 ? [{ kind: 'gone', body: { team, channel, items: gone } }] : []),
    ],
    count: items.length,
    cursor: withChannel(cursor, id, page.cursor),
  };
}

/** Reads messages of all channels in turn, the newest of each first. */
async function* readMessages(scope: SlackScope, begin: SlackCursor): AsyncGenerator<SourcePage, SlackCursor> {
  let cursor = begin;
  const left = () => Object.entries(cursor.channels).filter(([, { isRead }]) => !isRead);
  for (let round = left(); round.length > 0; round = left())
    for (const [id, channel] of round) {
      const page = await readChannelPage(scope, id, { cursor: channel, begun: cursor.begun ?? 0 }).catch(
        (error: unknown) => leaveOut(error, channel),
      );
      const made = messagePage(scope, cursor, { id, page });
      // A channel without news is told of with the next one that has some.
      cursor = withChannel(cursor, id, page.cursor);
      if (made.payloads.length > 0 || !page.cursor.isRead) yield made;
    }
  return cursor;
}

/** Leaves out a channel that Slack does not show; its other faults end the reading. */
function leaveOut(error: unknown, channel: ChannelCursor): ChannelPage {
  if (!(error instanceof SlackRefusal) || error.reason === 'missing_scope') throw error;
  return { items: [], gone: [], cursor: { ...channel, isRead: true } };
}

/** Reads who belongs to channels, where somebody came or left since the last time. */
async function* readMembers(scope: SlackScope, begin: SlackCursor): AsyncGenerator<SourcePage, SlackCursor> {
  let cursor = begin;
  for (const [id, channel] of Object.entries(begin.channels)) {
    const { size, listed, joined, left, name } = channel;
    const hasMoved = Object.keys(joined).length + Object.keys(left).length > 0;
    if (listed !== null && listed === size && !hasMoved) continue;
    const members = await readMemberList(scope, id);
    if (members === undefined) continue;
    const told = { ...channel, joined: {}, left: {}, listed: size ?? members.length };
    const at = (cursor.begun ?? 0) / SECOND;
    cursor = withChannel(cursor, id, told);
    const more = { channel: { id, name }, at, joined, left };
    cursor = yield* listPage(scope, cursor, {
      kind: 'members',
      name: `members:${id}`,
      phase: 'channels',
      items: members,
      more,
    });
  }
  return cursor;
}

async function readMemberList({ access }: SlackScope, channel: string): Promise<unknown[] | undefined> {
  try {
    const params = { channel, limit: '1000' };
    const members = await askWhole(access, { method: 'conversations.members', list: 'members', params });
    return members.toSorted();
  } catch (error) {
    if (error instanceof SlackRefusal && error.reason !== 'missing_scope') return undefined;
    throw error;
  }
}

/** What another reading needs: other channels, another day, or texts that are kept or not. */
const scopeMark = ({ settings }: SlackScope): string =>
  JSON.stringify([
    chosenChannels(settings).toSorted(),
    settings.since,
    settings.keepDays,
    settings.texts,
    settings.without,
  ]);

/** Reads a workspace after a cursor: its people and channels, the messages of all channels from the newest on, and members. */
export async function* readWorkspace(scope: SlackScope, from: unknown): AsyncGenerator<SourcePage> {
  let cursor = beginFrom(from, scopeMark(scope), scope.access.now());
  if (!cursor.isListed) cursor = yield* readLists(scope, cursor);
  cursor = yield* readMessages(scope, cursor);
  cursor = yield* readMembers(scope, cursor);
  yield { phase: 'messages', payloads: [], count: 0, cursor: endReading(cursor) };
}
