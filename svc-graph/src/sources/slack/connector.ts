import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import { readInPages } from '../read-in-pages.ts';
import type { SlackAccess } from './ask-slack.ts';
import { expireMessages } from './expire.ts';
import { MANIFEST } from './manifest.ts';
import { normaliseSlack } from './normalise.ts';
import { readWorkspace } from './read-workspace.ts';
import { KeptSettings, SlackSettings } from './settings.ts';
import { slackWebhook } from './webhook.ts';
import { findDomain, findTeam, listParts } from './workspace.ts';

const LONGEST_CHECK = 15_000;

const accessFor = (
  { token, host }: Pick<SlackSettings, 'token' | 'host'>,
  outside: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
): SlackAccess => ({ ...outside, now: Date.now, host, token });

/** Asks Slack whose token it is, so that a wrong one is told before anything is kept. */
async function create({ orgId, settings: given, fetch }: NewSourceRequest): Promise<NewSource> {
  const settings = SlackSettings.parse(given);
  const access = accessFor(settings, { fetch, signal: AbortSignal.timeout(LONGEST_CHECK) });
  const { id, name, address } = await findTeam(access);
  const domain = await findDomain(access);
  const key = naturalKey.other({ integration: 'slack', host: id, id: 'source' });
  return {
    id: keyUuid(orgId, key),
    name,
    longerNames: [domain ?? new URL(address).hostname, `${name} (${id})`],
    settings: { ...KeptSettings.parse(settings), team: id, address },
  };
}

async function* read(
  settings: SlackSettings,
  { cursor, ...outside }: { cursor: unknown; fetch: typeof fetch; signal: AbortSignal },
) {
  const access = accessFor(settings, outside);
  const known = settings.team !== undefined && settings.address !== undefined;
  const team = known ? { id: settings.team ?? '', address: settings.address ?? '' } : await findTeam(access);
  yield* readWorkspace({ access, settings, team: { id: team.id, address: team.address } }, cursor);
}

const phase = (id: string, unit: string, background: boolean) => ({
  id,
  label: `Reading ${unit}`,
  activity: `Reading ${unit} of`,
  unit,
  background,
  incomplete: background ? unit : null,
});

const words: Connector['words'] = {
  label: 'Slack',
  icon: 'hash',
  description:
    'Add a workspace of Slack: public channels with their members, and who wrote when, to whom and about what. What was written is kept only where you say so; direct messages are never read.',
  add: 'Connect Slack',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of Slack.',
  removal:
    'Its channels and messages leave every page and chart with all that Slack sent, and so do people who have nothing else here. Backups that were made before still hold it. Nothing changes in Slack.',
  fixed: null,
};

const FIELDS: Connector['fields'] = [
  {
    name: 'token',
    label: 'Bot token',
    description:
      'Of an app that your organization makes for itself: on api.slack.com, Create New App, From a manifest, and paste the manifest below. Install it to the workspace, and copy the Bot User OAuth Token under OAuth & Permissions. An app of your own may ask 50 times a minute. One that is given to others outside the Marketplace gets 15 messages a minute, so that 10,000 messages take eleven hours, and every thread another minute.',
    placeholder: 'xoxb-…',
    secret: true,
    copy: { label: 'Copy the manifest', text: MANIFEST },
    link: { label: 'Open your apps', address: 'https://api.slack.com/apps' },
  },
  {
    name: 'channels',
    label: 'Channels',
    description:
      'IDs of channels, separated by commas: the last part of the address of a channel. Left empty, all public ones are read.',
    placeholder: 'C0123ABCD',
    secret: false,
    optional: true,
  },
  {
    name: 'since',
    label: 'Written since',
    description: 'Messages from before this day are not read. Empty for all that may be kept.',
    placeholder: '',
    secret: false,
    kind: 'date',
    optional: true,
  },
  {
    name: 'without',
    label: 'People left out',
    description:
      'IDs of people who do not want their messages here, separated by commas: under their profile, Copy member ID. What is there of their messages is deleted within the hour, and nothing is read again. Backups hold what they held when they were made.',
    placeholder: 'U0123ABCD',
    secret: false,
    optional: true,
  },
  {
    name: 'keepDays',
    label: 'Days that messages are kept',
    description:
      'Older ones leave Cairn by themselves, with what Slack sent of them. Left empty, a message is kept for 365 days. Backups hold what they held when they were made.',
    placeholder: '365',
    secret: false,
    optional: true,
  },
  {
    name: 'texts',
    label: 'Keep texts',
    description:
      'yes or no. Left empty, no text is kept anywhere: author, mentions, times, channel, thread, length and reactions are, and keys and addresses of issues and pull requests. With yes, every member of this organization can read what was written in the channels.',
    placeholder: 'no',
    secret: false,
    optional: true,
  },
  {
    name: 'host',
    label: 'Address',
    description: 'Left empty for slack.com. Another one only to try Cairn with a server of your own.',
    placeholder: 'https://slack.com',
    secret: false,
    optional: true,
  },
];

/** Workspaces of Slack, read with the token of an app that the org owns. */
export const slackConnector: Connector = {
  type: 'slack',
  words,
  settings: SlackSettings,
  fields: FIELDS,
  scope: ['channels', 'since', 'without', 'keepDays', 'texts'],
  phases: [
    phase('people', 'people', false),
    phase('channels', 'channels', false),
    phase('messages', 'messages', true),
  ],
  provides: ['slack'],
  create,
  parts: {
    choice: {
      setting: 'channels',
      one: 'channel',
      many: 'channels',
      private:
        'Every member of this organization will see the name of a private channel and who belongs to it. Its messages are not read, since they could not be kept to its members.',
    },
    list: ({ settings: given, fetch }) => {
      const settings = SlackSettings.parse(given);
      const signal = AbortSignal.timeout(LONGEST_CHECK);
      return listParts(accessFor(settings, { fetch, signal }), settings);
    },
  },
  webhook: slackWebhook,
  expire: expireMessages,
  ...readInPages<SlackSettings>({
    settings: SlackSettings,
    read: ({ settings, ...from }) => read(settings, from),
    version: 1,
    normalise: normaliseSlack,
  }),
};
