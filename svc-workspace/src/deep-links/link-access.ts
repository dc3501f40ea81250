import {
  AppError,
  canSee,
  editDenial,
  READ_ONLY_MESSAGE,
  type OrgActor,
  type Caller,
  type DeepLink,
  type Denial,
  type OrgId,
} from '@cairn/contracts';
import type { LinkStore, ListedLink, SavedLink } from './store.ts';

/** The caller as a member of an org; null where they are not a member. */
export type ActorIn = (orgId: OrgId, caller: Caller) => Promise<OrgActor | null>;

/** A saved thing with the member who asks for it. */
export interface OpenedLink {
  readonly actor: OrgActor;
  readonly link: SavedLink;
}

/** Resolves the member who acts in an org and the saved thing they act on. Every route begins here. */
export interface LinkAccess {
  actorOf(caller: Caller, orgId: OrgId): Promise<OrgActor>;
  open(caller: Caller, input: { org_id: OrgId; id: string }): Promise<OpenedLink>;
  /** Reads a thing again, for the answer to a change. */
  reread(actor: OrgActor, id: string): Promise<{ data: DeepLink }>;
}

/** Throws the error of a denial; null passes. */
export function allow(denial: Denial, message: string): void {
  if (denial === 'read_only') throw new AppError('read_only', READ_ONLY_MESSAGE);
  if (denial) throw new AppError(denial, message);
}

/** A saved thing as this person sees it. */
export function present<Link extends ListedLink>(actor: OrgActor, { tags, ...link }: Link) {
  return { ...link, group: tags, canEdit: editDenial(actor, link) === null };
}

/** Reads the role from the database on every request, since the token may be of another org, or of none. */
export function linkAccess(links: LinkStore, actorIn: ActorIn): LinkAccess {
  const actorOf: LinkAccess['actorOf'] = async (caller, orgId) => {
    const actor = await actorIn(orgId, caller);
    if (actor) return actor;
    throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
  };
  const load = async (actor: OrgActor, id: string): Promise<SavedLink> => {
    const link = await links.find(actor.orgId, actor.userId, id);
    if (link && canSee(actor, link)) return link;
    throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
  };
  return {
    actorOf,
    open: async (caller, input) => {
      const actor = await actorOf(caller, input.org_id);
      return { actor, link: await load(actor, input.id) };
    },
    reread: async (actor, id) => ({ data: present(actor, await load(actor, id)) }),
  };
}
