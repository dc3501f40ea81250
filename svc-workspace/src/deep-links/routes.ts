import {
  AppError,
  canSee,
  createDenial,
  editDenial,
  scopeDenial,
  type LinkType,
  type workspaceContract,
} from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { allow, openDesk, present, type Desk, type Opened, type RoleIn } from './desk.ts';
import { normaliseState } from './state.ts';
import type { Content, LinkStore, SavedLink } from './store.ts';

type Routes = Handlers<typeof workspaceContract>;
type Reading = Pick<Routes, 'listLinks' | 'readLink' | 'hitLink' | 'bookmarkLink'>;
type Writing = Pick<Routes, 'createLink' | 'updateLink' | 'deleteLink' | 'duplicateLink'>;
type Update = Parameters<Routes['updateLink']>[0]['input'];

const creating = (type: LinkType) =>
  type === 'dashboard-v1'
    ? 'Creating boards needs an admin of the org.'
    : 'Saving queries needs the role user.';

const conflict = ({ version }: SavedLink) =>
  new AppError('conflict', 'Somebody has changed this since you opened it. Reload to see the change.', {
    details: { version },
  });

/** What the thing becomes; rejects what this person may not make of it. */
function changed({ actor, link }: Opened, input: Update): Content {
  allow(editDenial(actor, link), 'You may see this but not change it.');
  const scope = input.scope ?? link.scope;
  if (scope !== link.scope) allow(scopeDenial(actor, link, scope), 'You may not give it this visibility.');
  if (input.version !== undefined && input.version !== link.version) throw conflict(link);
  return {
    name: input.name ?? link.name,
    description: input.description ?? link.description,
    tags: input.group ?? link.tags,
    state: input.state === undefined ? link.state : normaliseState(link.type, input.state),
    scope,
  };
}

function readingRoutes(links: LinkStore, desk: Desk): Reading {
  return {
    listLinks: async ({ caller, input }) => {
      const actor = await desk.actorOf(caller, input.org_id);
      const all = await links.list(actor.orgId, actor.userId, input.type);
      return { data: all.filter((link) => canSee(actor, link)).map((link) => present(actor, link)) };
    },
    readLink: async ({ caller, input }) => {
      const { actor, link } = await desk.open(caller, input);
      return { data: present(actor, link) };
    },
    hitLink: async ({ caller, input }) => {
      const { actor, link } = await desk.open(caller, input);
      return { data: { hits: await links.hit(actor.orgId, actor.userId, link.id) } };
    },
    bookmarkLink: async ({ caller, input }) => {
      const { actor, link } = await desk.open(caller, input);
      const isBookmarked = input.action === 'add';
      await links.setBookmark(actor.orgId, actor.userId, link.id, isBookmarked);
      return { data: { isBookmarked } };
    },
  };
}

function writingRoutes(links: LinkStore, desk: Desk): Writing {
  return {
    createLink: async ({ caller, input }) => {
      const actor = await desk.actorOf(caller, input.org_id);
      const { type, name, description, scope, group: tags } = input;
      allow(createDenial(actor.role, type), creating(type));
      allow(scopeDenial(actor, null, scope), 'Only a super admin may make this global.');
      const content = { name, description, scope, tags, state: normaliseState(type, input.state) };
      return desk.show(actor, await links.create(actor.orgId, actor.userId, type, content));
    },
    updateLink: async ({ caller, input }) => {
      const opened = await desk.open(caller, input);
      const { actor, link } = opened;
      const content = changed(opened, input);
      const owner = link.userId ?? actor.userId;
      const written = await links.update(actor.orgId, owner, link.id, link.version, content);
      if (!written) throw conflict(link);
      return desk.show(actor, link.id);
    },
    deleteLink: async ({ caller, input }) => {
      const { actor, link } = await desk.open(caller, input);
      allow(editDenial(actor, link), 'You may see this but not delete it.');
      await links.remove(actor.orgId, link.id);
      return { data: { id: link.id } };
    },
    duplicateLink: async ({ caller, input }) => {
      const { actor, link } = await desk.open(caller, input);
      allow(createDenial(actor.role, link.type), creating(link.type));
      const { description, tags, state } = link;
      const name = `${link.name.slice(0, 193)} (copy)`;
      const content = { name, description, tags, state, scope: 'private' as const };
      return desk.show(actor, await links.create(actor.orgId, actor.userId, link.type, content));
    },
  };
}

/** The saved things of an org, with the access rules of the contracts. */
export function linkRoutes(links: LinkStore, roleIn: RoleIn): Reading & Writing {
  const desk = openDesk(links, roleIn);
  return { ...readingRoutes(links, desk), ...writingRoutes(links, desk) };
}
