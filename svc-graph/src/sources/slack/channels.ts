import type { SlackChannel, SlackPayload } from './shapes.ts';
import { UserId } from './shapes.ts';
import type { WorkspaceRows } from './workspace-rows.ts';

const MILLISECONDS = 1_000;

/** Adds a channel, and that somebody made it. */
export function addChannel(rows: WorkspaceRows, channel: SlackChannel): void {
  const { id, name, created, updated, purpose } = channel;
  const createdAt = created ?? null;
  const updatedAt = updated ? updated / MILLISECONDS : createdAt;
  const common = rows.common('channel', id, { name, path: `archives/${id}`, createdAt, updatedAt });
  const isPrivate = channel.is_private === true;
  rows.add('Channel', { ...common, purpose: purpose?.value || null, private: isPrivate });
  if (createdAt === null) return;
  const creator = UserId.safeParse(channel.creator).data;
  rows.event({
    id: `created:${id}`,
    at: createdAt,
    action: 'created',
    type: 'Channel',
    uuid: common.uuid,
    name,
    actor:
      creator === undefined ? null : rows.author({ id: creator, name: creator, isBot: false }, createdAt),
    channel: common.uuid,
    reference: name,
  });
}

/** Adds who belongs to a channel, since when, and who left. */
export function addMembers(rows: WorkspaceRows, { channel, items, at, joined, left }: SlackPayload): void {
  if (!channel || at === null || at === undefined) {
    rows.ignored.push('members of a channel');
    return;
  }
  const users = items.flatMap((item) => UserId.safeParse(item).data ?? []);
  rows.members({
    relation: 'hasMember',
    owner: rows.uuid('channel', channel.id),
    at,
    members: users.map((user) => ({ uuid: rows.uuid('user', user), since: joined[user] ?? null })),
    left: Object.entries(left).map(([user, until]) => ({ uuid: rows.uuid('user', user), until })),
  });
}
