import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { addChannel, addMembers } from './channels.ts';
import { addMessage } from './messages.ts';
import { addPerson } from './people.ts';
import { KeptMessage, SlackChannel, SlackPayload, SlackUser, Ts } from './shapes.ts';
import { WorkspaceRows } from './workspace-rows.ts';

type AddItems = (rows: WorkspaceRows, payload: SlackPayload) => void;

/** Adds each item that parses; the others are ignored by name. */
const each =
  <Item>(
    name: string,
    parse: (value: unknown) => { data?: Item | undefined },
    add: (rows: WorkspaceRows, item: Item, payload: SlackPayload) => void,
  ): AddItems =>
  (rows, payload) => {
    for (const item of payload.items) {
      const { data } = parse(item);
      if (data === undefined) rows.ignored.push(name);
      else add(rows, data, payload);
    }
  };

const gone: AddItems = (rows, { items, channel }) => {
  const ids = items.flatMap((item) => Ts.safeParse(item).data ?? []);
  if (channel) rows.gone(ids.map((ts) => `${channel.id}:${ts}`));
};

/** Every kind of payload that is read. */
const KINDS: Readonly<Record<string, AddItems>> = {
  people: each('user', (value) => SlackUser.safeParse(value), addPerson),
  channels: each('channel', (value) => SlackChannel.safeParse(value), addChannel),
  members: addMembers,
  messages: each('message', (value) => KeptMessage.safeParse(value), addMessage),
  gone,
  lost: (rows, { items }) => rows.lost(items.filter((id) => typeof id === 'string')),
};

/** Turns what a workspace sent into rows. What is unknown is named in `ignored`, and stays in the payload. */
export function normaliseSlack(
  { kind, body }: Payload,
  { orgId }: Pick<RowsOf, 'orgId'>,
): NormalisedPayload & { readonly ignored: readonly string[] } {
  const { success, data: payload } = SlackPayload.safeParse(body);
  const add = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!success || !add) return { loads: [], ignored: [kind] };
  const rows = new WorkspaceRows(orgId, payload.team);
  add(rows, payload);
  return { loads: rows.loads(), whole: rows.whole, ignored: rows.ignored };
}
