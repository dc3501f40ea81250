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
  type SavedTypeTable,
} from '@cairn/contracts';
import { statusOfKinds, type AskKinds, type KnownKinds } from './availability.ts';
import type { LinkStore } from './link-store.ts';
import type { ListedLink, SavedLink } from './stored-link.ts';

/** Somebody as a member of an org; null where they are not a member. */
export type ActorIn = (
  orgId: OrgId,
  who: Pick<Caller, 'userId' | 'orgId' | 'apiScope'>,
) => Promise<OrgActor | null>;

/** What a call says of the thing that it is about; one that names no org means the thing's own. */
export interface NamedLink {
  readonly org_id?: OrgId | undefined;
  readonly id: string;
}

/** A saved thing with the member who asks for it. */
export interface OpenedLink {
  readonly actor: OrgActor;
  readonly link: SavedLink;
}

/** Resolves the member who acts in an org and the saved thing they act on. Every route begins here. */
export interface LinkAccess {
  actorOf(caller: Caller, orgId: OrgId): Promise<OrgActor>;
  open(caller: Caller, input: NamedLink): Promise<OpenedLink>;
  /** A thing as this person sees it. */
  show(opened: OpenedLink): Promise<{ data: DeepLink }>;
  /** Reads a thing again, for the answer to a change. */
  reread(actor: OrgActor, id: string): Promise<{ data: DeepLink }>;
}

/** Throws the error of a denial; null passes. */
export function allow(denial: Denial, message: string): void {
  if (denial === 'read_only') throw new AppError('read_only', READ_ONLY_MESSAGE);
  if (denial) throw new AppError(denial, message);
}

/** A summary of a saved thing as this person sees it. */
export function present<Link extends ListedLink>(
  types: SavedTypeTable,
  actor: OrgActor,
  { tags, ...link }: Link,
  known: KnownKinds,
) {
  const status = statusOfKinds(link.brief.kinds, known);
  return { ...link, group: tags, status, canEdit: editDenial(actor, link, types[link.type]) === null };
}

/** The field `json` (W§3): the value of a record, and the tags of a thing with a document. */
const jsonOf = ({ state, brief }: SavedLink, isRecord: boolean): unknown =>
  isRecord ? JSON.parse(state) : { tags: brief.tags };

/** Reads the role from the database on every request, since the token may be of another org, or of none. */
export function linkAccess(
  links: LinkStore,
  actorIn: ActorIn,
  { types, askKinds }: { readonly types: SavedTypeTable; readonly askKinds: AskKinds },
): LinkAccess {
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
  const show: LinkAccess['show'] = async ({ actor, link }) => {
    const json = jsonOf(link, types[link.type]?.isRecord === true);
    return { data: { ...present(types, actor, link, await askKinds(actor.orgId)), json } };
  };
  const orgOf = async (caller: Caller, { org_id, id }: NamedLink): Promise<OrgId> => {
    const orgId = org_id ?? caller.orgId ?? (await links.orgOf(caller.userId, id));
    if (orgId !== null) return orgId;
    throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
  };
  return {
    actorOf,
    open: async (caller, input) => {
      const actor = await actorOf(caller, await orgOf(caller, input));
      return { actor, link: await load(actor, input.id) };
    },
    show,
    reread: async (actor, id) => show({ actor, link: await load(actor, id) }),
  };
}
