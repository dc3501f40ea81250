import { AppError } from '@cairn/contracts';
import {
  MOST_SPACE_ITEMS,
  SpaceItem,
  withItemAt,
  type SpaceState,
  type spaceContract,
} from '@cairn/contracts/spaces';
import type { Handlers } from '@cairn/service-kit';
import { randomUUID } from 'node:crypto';
import { presentItem, stateOf, type SeenSpace } from './present.ts';
import type { MemberCall, SpaceLinks } from './space-links.ts';
import type { SpaceStore } from './store.ts';

type ItemRoutes = Pick<
  Handlers<typeof spaceContract>,
  'createSpaceItem' | 'readSpaceItem' | 'updateSpaceItem' | 'deleteSpaceItem'
>;

const gone = (what: string) =>
  new AppError('not_found', `This ${what} was deleted, or it is not shared with you.`);

function itemIn({ items }: SpaceState, uuid: string): SpaceItem {
  const item = items.find((each) => each.uuid === uuid);
  if (item) return item;
  throw gone('item');
}

const LINK_OF = { board: 'dashboard-v1', query: 'explore-v1' } as const;

/** Refuses a board or a query that the caller cannot see, or that is none. */
async function checkItem(spaces: SpaceStore, { params, caller }: MemberCall, item: SpaceItem): Promise<void> {
  if (item.type === 'entity') return;
  const [link] = await spaces.named(params.orgId, caller.userId, [item.config.id]);
  if (link?.type !== LINK_OF[item.type]) throw gone(item.type);
}

function withNew(state: SpaceState, item: SpaceItem): SpaceState {
  if (state.items.length < MOST_SPACE_ITEMS) return { ...state, items: [...state.items, item] };
  throw new AppError('quota_exceeded', `A space has room for ${MOST_SPACE_ITEMS} items. Remove one first.`);
}

/** The items of spaces. Whoever may change a space may change its items (W§6). */
export function spaceItemRoutes(links: SpaceLinks, spaces: SpaceStore): ItemRoutes {
  const answer = async (call: MemberCall, space: SeenSpace, uuid: string) => {
    const item = itemIn(stateOf(space), uuid);
    return { data: presentItem(call.params.orgId, item, await links.named(call, [space])) };
  };
  return {
    createSpaceItem: async (call) => {
      const { space_id, ...given } = call.input;
      const item = SpaceItem.parse({ ...given, uuid: randomUUID() });
      await checkItem(spaces, call, item);
      const space = await links.edit(call, space_id, (state) => withNew(state, item));
      return answer(call, space, item.uuid);
    },
    readSpaceItem: async (call) => answer(call, await links.open(call, call.input.space_id), call.input.uuid),
    updateSpaceItem: async (call) => {
      const { space_id, uuid, place, ...texts } = call.input;
      const space = await links.edit(call, space_id, (state) => {
        const changed = { ...itemIn(state, uuid), ...texts };
        const items = state.items.map((item) => (item.uuid === uuid ? changed : item));
        return { ...state, items: place === undefined ? items : withItemAt(items, uuid, place) };
      });
      return answer(call, space, uuid);
    },
    deleteSpaceItem: async (call) => {
      const { space_id, uuid } = call.input;
      await links.edit(call, space_id, (state) => {
        itemIn(state, uuid);
        return { ...state, items: state.items.filter((item) => item.uuid !== uuid) };
      });
      return { data: { uuid } };
    },
  };
}
