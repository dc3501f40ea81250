import type { z } from 'zod';
import type { WorkspaceArchive } from './slack-archive.ts';
import { SlackServer } from './slack-server.ts';

type Archive = z.input<typeof WorkspaceArchive>;

const BEGIN = Date.UTC(2026, 9, 5, 8) / 1_000;
const at = (minute: number) => `${String(BEGIN + minute * 60)}.000100`;

const user = (id: string, name: string, more: object = {}) => ({
  id,
  name: name.toLowerCase(),
  deleted: false,
  real_name: `${name} of Acme`,
  tz: 'Europe/Berlin',
  is_bot: false,
  is_email_confirmed: true,
  updated: BEGIN,
  profile: {
    real_name: `${name} of Acme`,
    display_name: name,
    title: 'Engineer',
    phone: '',
    email: `${name.toLowerCase()}@acme.example`,
    image_192: 'https://avatars.example/192.png',
    status_text: 'having lunch',
  },
  ...more,
});

const channel = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  is_channel: true,
  is_private: false,
  is_archived: false,
  created: BEGIN - 86_400,
  updated: BEGIN * 1_000,
  creator: 'U0ADA',
  purpose: { value: `What ${name} is about`, creator: 'U0ADA', last_set: BEGIN },
  members: ['U0ADA', 'U0GRACE'],
  ...more,
});

const said = (minute: number, author: string, text: string, more: object = {}) => ({
  type: 'message',
  ts: at(minute),
  user: author,
  text,
  ...more,
});

/** A small workspace with a little of everything; all of it is made up. */
export const SAMPLE_WORKSPACE: Archive = {
  team: { id: 'T0ACME', name: 'Acme', domain: 'acme' },
  users: [
    user('U0ADA', 'Ada'),
    user('U0GRACE', 'Grace'),
    user('U0ALAN', 'Alan', { deleted: true, is_email_confirmed: false }),
    user('U0BOT', 'Deployer', { is_bot: true }),
  ],
  usergroups: [{ id: 'S0OPS', handle: 'ops', users: ['U0ADA', 'U0ALAN'] }],
  channels: [
    channel('C0GENERAL', 'general', { members: ['U0ADA', 'U0GRACE', 'U0ALAN'] }),
    channel('C0ENGINE', 'engine'),
    channel('C0OLD', 'old', { is_archived: true, members: [] }),
    channel('G0BOARD', 'board', { is_private: true, members: ['U0ADA'] }),
  ],
  messages: {
    C0GENERAL: [
      said(0, 'U0ADA', '<@U0ADA> has joined the channel', { subtype: 'channel_join' }),
      said(
        1,
        'U0GRACE',
        'Good morning <@U0ADA>, could you look at <https://github.com/acme/engine/pull/7|this>?',
      ),
      said(2, 'U0ADA', 'I will, it belongs to ENG-12.', { thread_ts: at(1) }),
      said(3, 'U0GRACE', 'Thank you!', {
        thread_ts: at(1),
        reactions: [{ name: 'heart', users: ['U0ADA', 'U0ALAN'], count: 2 }],
      }),
      said(5, 'U0ALAN', '<!subteam^S0OPS|@ops> the build is red', { edited: { user: 'U0ALAN', ts: at(6) } }),
      said(9, 'U0ADA', 'A huddle started', {
        subtype: 'huddle_thread',
        room: { id: 'R1', participant_history: ['U0ADA', 'U0GRACE'], date_start: BEGIN + 540 },
      }),
    ],
    C0ENGINE: [
      said(4, '', 'Deployed 1.2', {
        subtype: 'bot_message',
        user: undefined,
        bot_id: 'B0CI',
        username: 'Deploys',
      }),
      said(7, 'U0BOT', 'The engine is out again', { bot_id: 'B0BOT' }),
      said(8, 'U0GRACE', 'changed the topic', { subtype: 'channel_topic', topic: 'Engines' }),
    ],
    G0BOARD: [said(6, 'U0ADA', 'Nobody else reads this')],
  },
};

/** The server of a workspace whose channels are several pages. */
export function serveLongWorkspace(): SlackServer {
  const people = Array.from({ length: 7 }, (_, index) => user(`U0P${String(index)}`, `P${String(index)}`));
  const members = people.map(({ id }) => id);
  const channels = ['alpha', 'beta', 'gamma'].map((name, index) =>
    channel(`C0L${String(index)}`, name, { members: members.slice(index) }),
  );
  const messages = channels.map(({ id }, nth) => [
    id,
    Array.from({ length: 14 }, (_, index) =>
      said(
        100 * nth + index,
        members[index % members.length] ?? '',
        `Said ${String(index)} in ENG-${String(nth + 1)}`,
        {
          ...(index % 5 === 2 ? { thread_ts: at(100 * nth + index - 2) } : {}),
          ...(index % 6 === 1 ? { reactions: [{ name: 'eyes', users: [members[0]], count: 1 }] } : {}),
        },
      ),
    ),
  ]);
  return new SlackServer({
    team: { id: 'T0LONG', name: 'Long', domain: 'long' },
    users: people,
    channels,
    messages: Object.fromEntries(messages),
  });
}
