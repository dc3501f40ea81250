import { z } from 'zod';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { type SlackAccess, SlackRefusal, askSlack, askWhole } from './ask-slack.ts';
import { type KeptSettings, chosenChannels } from './settings.ts';
import { Directness, SlackChannel, type SlackTeam } from './shapes.ts';

/** What is read of a workspace. */
export interface SlackScope {
  readonly access: SlackAccess;
  readonly settings: KeptSettings;
  readonly team: SlackTeam;
}

const AuthTest = z.object({
  team_id: z.string().regex(/^[TE][A-Z0-9]{1,20}$/),
  team: z.string().min(1).catch('Slack'),
  url: z.url({ protocol: /^https?$/ }),
});

/** Whose token it is: the workspace with its name and address. */
export async function findTeam(access: SlackAccess): Promise<SlackTeam & { readonly name: string }> {
  const {
    team_id: id,
    team: name,
    url: address,
  } = await askSlack(access, { method: 'auth.test', shape: AuthTest });
  return { id, name, address };
}

const TeamInfo = z.object({ team: z.object({ domain: z.string().regex(/^[\w-]{1,100}$/) }) });

/** The name of a workspace in its address; null where the app may not ask. */
export const findDomain = (access: SlackAccess): Promise<string | null> =>
  askSlack(access, { method: 'team.info', shape: TeamInfo }).then(
    ({ team }) => team.domain,
    (error: unknown) => {
      if (error instanceof SlackRefusal) return null;
      throw error;
    },
  );

const LIST = { limit: '1000', exclude_archived: 'false' };

/** The channels that the app sees, and never direct messages. */
export async function listChannels(
  access: SlackAccess,
  types = 'public_channel,private_channel',
): Promise<SlackChannel[]> {
  const items = await askWhole(access, {
    method: 'conversations.list',
    list: 'channels',
    params: { ...LIST, types },
  });
  return items.flatMap((item) => {
    const { success, data } = SlackChannel.safeParse(item);
    const { is_im: isDirect, is_mpim: isGroup } = Directness.catch({ is_im: true, is_mpim: null }).parse(
      item,
    );
    return success && isDirect !== true && isGroup !== true ? [data] : [];
  });
}

/** Whether a channel is read: where it is named, or where it is public, in use and none is named. */
export function isReadChannel(
  { id, is_private: isPrivate, is_archived: isArchived }: SlackChannel,
  chosen: readonly string[],
): boolean {
  return chosen.length === 0 ? isPrivate !== true && isArchived !== true : chosen.includes(id);
}

/** The channels of a workspace as parts to choose from. */
export async function listParts(access: SlackAccess, settings: KeptSettings): Promise<SourcePart[]> {
  const chosen = chosenChannels(settings);
  // An archived channel is offered where it is read already: nobody writes there any more.
  const listed = (await listChannels(access)).filter(
    ({ id, is_archived: isArchived }) => isArchived !== true || chosen.includes(id),
  );
  return listed.map((channel) => ({
    key: channel.id,
    name: `#${channel.name}`,
    isPrivate: channel.is_private === true,
    isArchived: channel.is_archived === true,
    isChosen: isReadChannel(channel, chosen),
    counts:
      channel.num_members === null || channel.num_members === undefined
        ? []
        : [{ unit: 'member', count: channel.num_members }],
  }));
}

const Group = z.object({
  id: z.string().regex(/^S[A-Z0-9]{1,20}$/),
  users: z.array(z.string()).catch([]),
});
const Groups = z.object({ usergroups: z.array(z.unknown()) });

/** Who belongs to the groups that can be mentioned; undefined where the app may not know. */
export async function readGroups(access: SlackAccess): Promise<Record<string, string[]> | undefined> {
  try {
    const { usergroups } = await askSlack(access, {
      method: 'usergroups.list',
      shape: Groups,
      params: { include_users: 'true' },
    });
    const groups = usergroups.flatMap((item) => Group.safeParse(item).data ?? []);
    return Object.fromEntries(groups.map(({ id, users }) => [id, users]));
  } catch (error) {
    if (error instanceof SlackRefusal) return undefined;
    throw error;
  }
}
