import {
  AppError,
  EntityUuid,
  FOLLOWED_LINKS,
  type Caller,
  type FollowedEntityKind,
  type FollowedKind,
  type FollowedLinkKind,
  type followingContract,
  type LinkType,
  type OrgId,
} from '@cairn/contracts';
import type { followedChangesContract } from '@cairn/contracts/feed';
import type { Handlers } from '@cairn/service-kit';
import type { Database } from '../database/tables.ts';
import { followedChanges } from './changes.ts';
import type { AskNames } from '../graph/ask-names.ts';
import type { FollowingStore } from './store.ts';

/** Whether the caller may see a saved thing of this type. */
type SeesLink = (orgId: OrgId, caller: Caller, type: LinkType, id: string) => Promise<boolean>;

const isLinkKind = (kind: FollowedKind): kind is FollowedLinkKind => kind in FOLLOWED_LINKS;

/** What is asked beside the store. */
interface FollowingDeps {
  readonly seesLink: SeesLink;
  readonly askNames: AskNames;
}

/** The kinds of the graph that each followed entity is of. */
const KINDS: Readonly<Record<FollowedEntityKind, string>> = {
  person: 'Person',
  repository: 'Repository',
  project: 'Project',
  team: 'Team',
};

/** Refuses an entity that the org's graph does not have as this kind; nothing is refused while the graph is away. */
async function refuseUnknown(askNames: AskNames, orgId: OrgId, kind: FollowedEntityKind, id: string) {
  const uuid = id.toLowerCase();
  const { names, gone, notice } = await askNames(orgId, [uuid]);
  const found = names.get(uuid);
  const isOther = found !== undefined && found.kind !== KINDS[kind];
  if (isOther || gone.has(uuid) || (notice === null && !EntityUuid.safeParse(id).success))
    throw new AppError('not_found', `There is no ${kind} with this id.`);
}

/** What the user follows. */
export function followingRoutes(
  following: FollowingStore,
  { seesLink, askNames }: FollowingDeps,
): Handlers<typeof followingContract> {
  return {
    listFollowed: async ({ params: { orgId }, caller: { userId }, query: { names } }) => {
      const followed = await following.list(orgId, userId);
      if (names !== 'true') return { data: followed, notice: null };
      const [links, known] = await Promise.all([
        following.linkNames(orgId, userId),
        askNames(
          orgId,
          followed.flatMap(({ kind, id }) => (isLinkKind(kind) ? [] : [id])),
        ),
      ]);
      const data = followed.map((each) => {
        const named = isLinkKind(each.kind) ? links.get(each.id) : known.names.get(each.id.toLowerCase());
        return { ...each, name: named?.name ?? null, hint: named?.hint ?? null };
      });
      return { data, notice: known.notice };
    },
    follow: async ({ params: { orgId }, caller, input: { kind, id, action } }) => {
      const { userId } = caller;
      if (action === 'remove') await following.remove(orgId, userId, kind, id);
      else {
        if (!isLinkKind(kind)) await refuseUnknown(askNames, orgId, kind, id);
        else if (!(await seesLink(orgId, caller, FOLLOWED_LINKS[kind], id)))
          throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
        await following.add(orgId, userId, kind, id);
      }
      return { data: await following.list(orgId, userId) };
    },
  };
}

/** What happened to the saved things that the user follows. */
export function followedChangesRoutes(db: Database): Handlers<typeof followedChangesContract> {
  return {
    listFollowedChanges: ({ params: { orgId }, caller: { userId }, input }) =>
      followedChanges(db, orgId, userId, input),
  };
}
