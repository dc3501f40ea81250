import { AppError, editDenial, SAVED_TYPES, type Caller, type OrgActor, type OrgId } from '@cairn/contracts';
import { type SpaceState, type spaceContract } from '@cairn/contracts/spaces';
import type { Handlers } from '@cairn/service-kit';
import { spaceItemRoutes } from './item-routes.ts';
import type { AskNames } from '../graph/ask-names.ts';
import { presentSpace, stateOf, withPreviews } from './present.ts';
import { spaceLinks, type SpaceLinkRoutes, type SpaceLinks } from './space-links.ts';
import type { SpaceStore } from './store.ts';

type Routes = Handlers<typeof spaceContract>;
type ActorOf = (orgId: OrgId, caller: Caller) => Promise<OrgActor | null>;
/** What spaces ask beside their store. */
interface SpaceDeps {
  readonly actorOf: ActorOf;
  readonly askNames: AskNames;
}

type Look = Partial<Pick<SpaceState, 'pattern' | 'color'>>;

function withLook(state: SpaceState, { pattern, color }: Look): SpaceState {
  return {
    ...state,
    ...(pattern !== undefined && { pattern }),
    ...(color !== undefined && { color }),
  };
}

function readRoutes(
  links: SpaceLinks,
  spaces: SpaceStore,
  { actorOf, askNames }: SpaceDeps,
): Pick<Routes, 'listSpaces' | 'readSpace' | 'pinSpace'> {
  return {
    listSpaces: async (call) => {
      const { params, caller, query } = call;
      const actor = await actorOf(params.orgId, caller);
      if (!actor) throw new AppError('not_found', 'There is no such org, or you are not a member of it.');
      const all = await spaces.list(params.orgId, caller.userId);
      const named = await links.named(call, all);
      return {
        data: all.map((space) => {
          const canEdit = editDenial(actor, space, SAVED_TYPES['space-v1']) === null;
          return presentSpace(params.orgId, { ...space, canEdit }, named, query.items === 'true');
        }),
      };
    },
    readSpace: async (call) => {
      const space = await links.open(call, call.input.uuid);
      const state = stateOf(space);
      const uuids = state.items.flatMap((item) => (item.type === 'entity' ? [item.config.uuid] : []));
      const [named, known] = await Promise.all([
        links.named(call, [space]),
        askNames(call.params.orgId, uuids),
      ]);
      const shown = presentSpace(call.params.orgId, space, named);
      return { data: withPreviews(shown, state, named, known), notice: known.notice };
    },
    pinSpace: async (call) => {
      const { space_id, action } = call.input;
      await links.pin(call, space_id, action);
      return links.answer(call, await links.open(call, space_id));
    },
  };
}

function writeRoutes(links: SpaceLinks): Pick<Routes, 'createSpace' | 'updateSpace' | 'deleteSpace'> {
  return {
    createSpace: async (call) => {
      const { tags, pattern = null, color = null, ...texts } = call.input;
      const state = JSON.stringify({ pattern, color });
      return links.answer(call, await links.create(call, { ...texts, group: tags.join(','), state }));
    },
    updateSpace: async (call) => {
      const { uuid, version, tags, pattern, color, ...texts } = call.input;
      const before = await links.open(call, uuid);
      const content = {
        ...texts,
        ...(tags && { group: tags.join(',') }),
        state: JSON.stringify(withLook(stateOf(before), { pattern, color })),
      };
      return links.answer(call, await links.update(call, uuid, content, version ?? before.version));
    },
    deleteSpace: async (call) => {
      const { uuid } = call.input;
      await links.remove(call, uuid);
      return { data: { uuid } };
    },
  };
}

/** The calls of spaces, which are the face of deep links of their type (ruling 21). */
export function spaceRoutes(linkRoutes: SpaceLinkRoutes, spaces: SpaceStore, deps: SpaceDeps): Routes {
  const links = spaceLinks(linkRoutes, spaces);
  return {
    ...readRoutes(links, spaces, deps),
    ...writeRoutes(links),
    ...spaceItemRoutes(links, spaces),
  };
}
