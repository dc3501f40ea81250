import {
  AppError,
  canSee,
  createDenial,
  editDenial,
  scopeDenial,
  SAVED_TYPES,
  type OrgActor,
  type SavedTypeTable,
  type workspaceContract,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { conflictWords } from './change-history.ts';
import { allow, linkAccess, present, type ActorIn, type LinkAccess, type OpenedLink } from './link-access.ts';
import { checkQuota, LINK_QUOTAS, type LinkQuotas } from './quotas.ts';
import { normaliseState } from './state.ts';
import type { Content, LinkStore, SavedLink } from './store.ts';

type Routes = Handlers<typeof workspaceContract>;
type ReadRoutes = Pick<Routes, 'listLinks' | 'readLink' | 'hitLink' | 'bookmarkLink'>;
type WriteRoutes = Pick<Routes, 'createLink' | 'updateLink' | 'deleteLink' | 'duplicateLink'>;
type Update = Parameters<Routes['updateLink']>[0]['input'];

/** The error of a save over a version that is not the newest; it says who changed what. */
async function conflict(links: LinkStore, id: string, known: number, version: number): Promise<AppError> {
  const changes = await links.changesSince(id, known);
  return new AppError('conflict', conflictWords(changes), { details: { version, changes } });
}

const kept = ({ state, brief }: SavedLink) => ({ state, brief: JSON.stringify(brief) });

/** The content after an update; throws when this member may not make the change. */
function changed({ actor, link }: OpenedLink, input: Update, types: SavedTypeTable): Content {
  allow(editDenial(actor, link), 'You may see this but not change it.');
  const scope = input.scope ?? link.scope;
  if (scope !== link.scope) allow(scopeDenial(actor, link, scope), 'You may not give it this visibility.');
  return {
    name: input.name ?? link.name,
    description: input.description ?? link.description,
    tags: input.group ?? link.tags,
    scope,
    ...(input.state === undefined ? kept(link) : normaliseState(types[link.type], input.state)),
  };
}

function readRoutes(links: LinkStore, access: LinkAccess): ReadRoutes {
  return {
    listLinks: async ({ caller, input: { org_id, type, offset, limit } }) => {
      const actor = await access.actorOf(caller, org_id);
      const page = await links.list(actor.orgId, actor.userId, { type, offset, limit: limit + 1 });
      const seen = page.slice(0, limit).filter((link) => canSee(actor, link));
      return { data: seen.map((link) => present(actor, link)), more: page.length > limit };
    },
    readLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      return { data: present(actor, link) };
    },
    hitLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      return { data: { hits: await links.hit(actor.orgId, actor.userId, link.id) } };
    },
    bookmarkLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      const isBookmarked = input.action === 'add';
      await links.setBookmark(actor.orgId, actor.userId, link.id, isBookmarked);
      return { data: { isBookmarked } };
    },
  };
}

function writeRoutes(
  links: LinkStore,
  access: LinkAccess,
  types: SavedTypeTable,
  quotas: LinkQuotas,
): WriteRoutes {
  const makeRoom = async ({ orgId, userId }: OrgActor, things: number, characters: number) =>
    checkQuota(await links.usage(orgId, userId), { things, characters }, quotas);
  return {
    createLink: async ({ caller, input }) => {
      const actor = await access.actorOf(caller, input.org_id);
      const { type, name, description, scope, group: tags } = input;
      allow(createDenial(actor, types[type]), types[type].denied);
      allow(scopeDenial(actor, null, scope), 'Only a superuser of Cairn may make this global.');
      const content = { name, description, scope, tags, ...normaliseState(types[type], input.state) };
      await makeRoom(actor, 1, content.state.length);
      return access.reread(actor, await links.create(actor.orgId, actor.userId, type, content));
    },
    updateLink: async ({ caller, input }) => {
      const opened = await access.open(caller, input);
      const { actor, link } = opened;
      const content = changed(opened, input, types);
      const known = input.version ?? link.version;
      if (known !== link.version) throw await conflict(links, link.id, known, link.version);
      await makeRoom(actor, 0, content.state.length - link.state.length);
      const written = await links.update(actor.orgId, actor.userId, link.id, link.version, content);
      if (!written) throw await conflict(links, link.id, known, link.version + 1);
      return access.reread(actor, link.id);
    },
    deleteLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      allow(editDenial(actor, link), 'You may see this but not delete it.');
      await links.remove(actor.orgId, actor.userId, link.id);
      return { data: { id: link.id } };
    },
    duplicateLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      allow(createDenial(actor, types[link.type]), types[link.type].denied);
      const { description, tags } = link;
      const name = `${link.name.slice(0, 193)} (copy)`;
      const content = { name, description, tags, ...kept(link), scope: 'private' as const };
      await makeRoom(actor, 1, content.state.length);
      return access.reread(actor, await links.create(actor.orgId, actor.userId, link.type, content));
    },
  };
}

/** The routes of saved things; `types` lists the types and who may create them. */
export function linkRoutes(
  links: LinkStore,
  actorIn: ActorIn,
  types: SavedTypeTable = SAVED_TYPES,
  quotas: LinkQuotas = LINK_QUOTAS,
): ReadRoutes & WriteRoutes {
  const access = linkAccess(links, actorIn);
  return { ...readRoutes(links, access), ...writeRoutes(links, access, types, quotas) };
}
