import {
  AppError,
  canSee,
  createDenial,
  editDenial,
  scopeDenial,
  type Caller,
  type OrgActor,
  type SavedTypeTable,
  type Scope,
  type workspaceContract,
} from '@cairn/contracts';
import { LINK_TYPES } from '@cairn/contracts/link-types';
import type { Handlers } from '@cairn/service-kit';
import { everythingThere, type AskKinds } from './availability.ts';
import { conflictWords } from './change-history.ts';
import { forgottenAt } from './deleted-links.ts';
import { allow, linkAccess, type ActorIn, type LinkAccess, type OpenedLink } from './link-access.ts';
import { ownerRoutes } from './link-owner.ts';
import { listRoutes, type SearchHandlers } from './list-routes.ts';
import { checkQuota, LINK_QUOTAS, type LinkQuotas } from './quotas.ts';
import { normaliseState, saidOf, type KeptState } from './state.ts';
import type { LinkStore } from './link-store.ts';
import type { Content, SavedLink, ListedLink } from './stored-link.ts';
import { checkedThumbnail } from './thumbnails.ts';

type Routes = Handlers<typeof workspaceContract>;
type ReadRoutes = Pick<Routes, 'readLink' | 'hitLink' | 'bookmarkLink'>;
type CreateRoutes = Pick<Routes, 'createLink' | 'duplicateLink'>;
type ChangeRoutes = Pick<Routes, 'updateLink'> & Pick<SearchHandlers, 'annotateLink' | 'regroupLinks'>;
type RemovalRoutes = Pick<Routes, 'deleteLink'> & Pick<SearchHandlers, 'restoreLink' | 'listDeleted'>;
type Update = Parameters<Routes['updateLink']>[0]['input'];
type Rules = SavedTypeTable[keyof SavedTypeTable];

/** What the routes of saved things need. */
export interface LinkRouteOptions {
  /** The types and who may create them. */
  readonly types?: SavedTypeTable | undefined;
  readonly quotas?: LinkQuotas | undefined;
  /** Asks svc-graph which data is missing. */
  readonly askKinds?: AskKinds | undefined;
}

interface LinkDeps {
  readonly types: SavedTypeTable;
  readonly links: LinkStore;
  readonly access: LinkAccess;
  readonly quotas: LinkQuotas;
}

/** The error of a save over a version that is not the newest; it says who changed what. */
async function conflict(links: LinkStore, id: string, known: number, version: number): Promise<AppError> {
  const changes = await links.changesSince(id, known);
  return new AppError('conflict', conflictWords(changes), { details: { version, changes } });
}

const kept = ({ state, brief }: SavedLink) => ({ state, brief: JSON.stringify(brief) });

/** Refuses a call that names another user than its caller: nobody saves for somebody else. */
function actAsOneself({ userId }: Caller, named: string | null | undefined): void {
  if (named !== undefined && named !== null && named !== userId)
    throw new AppError('forbidden', 'You may act for yourself only.');
}

/** The state of a call, sent as text or as the value `json`; null where it sends none. */
function stateIn(
  rules: Rules,
  { state, json }: { state?: string | undefined; json?: unknown },
): KeptState | null {
  if (state === undefined && json === undefined) return null;
  if (state !== undefined && json !== undefined)
    throw new AppError('invalid_input', 'json: stands beside state; send one of them');
  const text = state ?? JSON.stringify(json);
  if (text.length > 1_000_000) throw new AppError('invalid_input', 'json: is longer than 1000000 characters');
  return normaliseState(rules, text);
}

const pictureIn = ({ thumbnail }: { thumbnail?: string | null | undefined }) =>
  typeof thumbnail === 'string' ? checkedThumbnail(thumbnail) : thumbnail;

/** The picture after a change. What others drew does not stay on what becomes private. */
const pictureAfter = (input: { thumbnail?: string | null | undefined }, becomesPrivate: boolean) =>
  input.thumbnail === undefined && becomesPrivate ? null : pictureIn(input);

/** Why somebody may not give a new thing its visibility. */
const sharingWords = (scope: Scope) =>
  scope === 'global'
    ? 'Only a superuser of Cairn may make this global.'
    : 'Sharing this with the org needs an admin.';

function allowScope(actor: OrgActor, link: SavedLink | null, scope: Scope, rules: Rules): void {
  if (rules.isPersonal && scope !== 'private')
    throw new AppError('forbidden', 'This belongs to one person alone.');
  if (scope !== link?.scope)
    allow(
      scopeDenial(actor, link, scope, rules),
      link ? 'You may not give it this visibility.' : sharingWords(scope),
    );
}

/** The content after an update; throws when this member may not make the change. */
function changed({ actor, link }: OpenedLink, input: Update, types: SavedTypeTable): Content {
  allow(editDenial(actor, link, types[link.type]), 'You may see this but not change it.');
  const scope = input.scope ?? link.scope;
  allowScope(actor, link, scope, types[link.type]);
  return {
    name: input.name ?? link.name,
    description: input.description ?? link.description,
    tags: input.group ?? link.tags,
    scope,
    thumbnail: pictureAfter(input, scope === 'private' && link.scope !== scope),
    ...(stateIn(types[link.type], input) ?? kept(link)),
  };
}

function readRoutes({ links, access }: LinkDeps): ReadRoutes {
  return {
    readLink: async ({ caller, input }) => access.show(await access.open(caller, input)),
    hitLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      return { data: { hits: await links.hit(actor.orgId, actor.userId, link.id) } };
    },
    bookmarkLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      const isBookmarked = input.action === 'add';
      await links.setBookmark(actor.orgId, actor.userId, link.id, isBookmarked);
      return { data: { isBookmarked, type: link.type } };
    },
  };
}

/** Refuses a thing that is larger than what its owner and the org may keep. */
async function makeRoom(
  { links, quotas }: LinkDeps,
  { orgId, userId }: OrgActor,
  things: number,
  characters: number,
): Promise<void> {
  checkQuota(await links.usage(orgId, userId), { things, characters }, quotas);
}

function createRoutes(deps: LinkDeps): CreateRoutes {
  const { links, access, types } = deps;
  return {
    createLink: async ({ caller, input }) => {
      const actor = await access.actorOf(caller, input.org_id);
      actAsOneself(caller, input.user_id);
      const { type, name, description, scope, group: tags } = input;
      const rules = types[type];
      allow(createDenial(actor, rules), rules.denied);
      allowScope(actor, null, scope, rules);
      const state = stateIn(rules, input);
      if (!state) throw new AppError('invalid_input', 'state: is required');
      const content = { name, description, scope, tags, ...state, thumbnail: pictureIn(input) };
      await makeRoom(deps, actor, 1, content.state.length);
      return access.reread(actor, await links.create(actor.orgId, actor.userId, type, content));
    },
    duplicateLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      const rules = types[link.type];
      allow(createDenial(actor, rules), rules.denied);
      const { description, tags, targetRole, useCase } = link;
      const pictures = await links.thumbnails(actor, [link.id]);
      const content = {
        name: `${link.name.slice(0, 193)} (copy)`,
        description,
        tags,
        targetRole,
        useCase,
        ...kept(link),
        text: saidOf(rules, link.state).text,
        scope: 'private' as const,
        thumbnail: pictures[link.id],
      };
      await makeRoom(deps, actor, 1, content.state.length);
      return access.reread(actor, await links.create(actor.orgId, actor.userId, link.type, content));
    },
  };
}

const CHANGES = ['name', 'scope', 'description', 'group', 'thumbnail', 'state', 'json'] as const;

/** Writes over the version that a call has read; a conflict where that is not the newest. */
async function overwrite(deps: LinkDeps, opened: OpenedLink, content: Content, known: number) {
  const { links, access } = deps;
  const { actor, link } = opened;
  if (known !== link.version) throw await conflict(links, link.id, known, link.version);
  await makeRoom(deps, actor, 0, content.state.length - link.state.length);
  const written = await links.update(actor.orgId, actor.userId, link.id, link.version, content);
  if (!written) throw await conflict(links, link.id, known, link.version + 1);
  return access.reread(actor, link.id);
}

async function updateLink(deps: LinkDeps, caller: Caller, { org, user, ...input }: Update) {
  const { links, access, types } = deps;
  const opened = await access.open(caller, { ...input, org_id: input.org_id ?? org });
  actAsOneself(caller, user);
  const named = CHANGES.filter((field) => input[field] !== undefined);
  if (named.length === 0) throw new AppError('invalid_input', 'expected at least 1 property');
  const content = changed(opened, input, types);
  const { actor, link } = opened;
  if (content.thumbnail !== undefined && named.every((field) => field === 'thumbnail')) {
    // A picture is drawn of what is saved, so it makes no new version.
    await links.setThumbnail(link.id, content.thumbnail);
    return access.reread(actor, link.id);
  }
  return overwrite(deps, opened, content, input.version ?? link.version);
}

function changeRoutes(deps: LinkDeps): ChangeRoutes {
  const { links, access, types } = deps;
  return {
    updateLink: ({ caller, input }) => updateLink(deps, caller, input),
    annotateLink: async ({ caller, input: { targetRole, useCase, ...input } }) => {
      const opened = await access.open(caller, input);
      const { actor, link } = opened;
      allow(editDenial(actor, link, types[link.type]), 'You may see this but not change it.');
      if (targetRole === undefined && useCase === undefined)
        throw new AppError('invalid_input', 'expected at least 1 property');
      const { name, description, tags, scope } = link;
      const content = { name, description, tags, scope, ...kept(link), targetRole, useCase };
      return overwrite(deps, opened, content, link.version);
    },
    regroupLinks: async ({ caller, input: { org_id, fromGroup: from, toGroup: to } }) => {
      const orgId = org_id ?? caller.orgId;
      if (orgId === undefined) throw new AppError('invalid_input', 'expected org id');
      const actor = await access.actorOf(caller, orgId);
      if (actor.role === 'viewer') allow('read_only', '');
      const may = (link: ListedLink) => editDenial(actor, link, types[link.type]) === null;
      return { data: { changed: await links.regroup(actor, { from, to }, may) } };
    },
  };
}

const beyondRestoring = () =>
  new AppError('not_found', 'This cannot be restored: it was deleted too long ago, or is not yours.');

/** Whoever may change a thing deletes it, and brings it back. */
function removalRoutes(deps: LinkDeps): RemovalRoutes {
  const { links, access, types } = deps;
  return {
    deleteLink: async ({ caller, input }) => {
      const { actor, link } = await access.open(caller, input);
      actAsOneself(caller, input.user_id);
      allow(editDenial(actor, link, types[link.type]), 'You may see this but not delete it.');
      await links.remove(actor.orgId, actor.userId, link.id);
      return { data: { id: link.id } };
    },
    listDeleted: async ({ caller, input: { org_id, ...page } }) => {
      const actor = await access.actorOf(caller, org_id);
      const { deletions, total } = await links.deletions({ actor, types }, page);
      const data = deletions.map((deletion) => ({
        ...deletion,
        restorableUntil: forgottenAt(deletion.deletedAt),
      }));
      return { data, total };
    },
    restoreLink: async ({ caller, input: { org_id, id } }) => {
      const actor = await access.actorOf(caller, org_id);
      const link = await links.deleted(actor.orgId, id);
      if (!link || !canSee(actor, link)) throw beyondRestoring();
      const rules = types[link.type];
      allow(editDenial(actor, link, rules), 'You may not change this, so you cannot restore it.');
      await makeRoom(deps, actor, 1, link.state.length);
      const isBack = await links.restore(actor.orgId, actor.userId, id, saidOf(rules, link.state));
      if (!isBack) throw beyondRestoring();
      return access.reread(actor, id);
    },
  };
}

/** The routes of saved things. */
export function linkRoutes(
  links: LinkStore,
  actorIn: ActorIn,
  { types = LINK_TYPES, quotas = LINK_QUOTAS, askKinds = everythingThere }: LinkRouteOptions = {},
) {
  const access = linkAccess(links, actorIn, { types, askKinds });
  const deps = { links, access, types, quotas, askKinds };
  return {
    ...listRoutes(deps),
    ...readRoutes(deps),
    ...createRoutes(deps),
    ...changeRoutes(deps),
    ...removalRoutes(deps),
    ...ownerRoutes({ ...deps, actorIn }),
  };
}
