import { AppError, type OrgId, type workspaceContract } from '@cairn/contracts';
import { type SpaceState } from '@cairn/contracts/spaces';
import type { Handlers, OrgCaller, RouteCall } from '@cairn/service-kit';
import type { Route } from '@cairn/contracts';
import { linkIdsOf, presentSpace, stateOf, type SpaceTargets, type SeenSpace } from './present.ts';
import type { SpaceStore } from './store.ts';

type LinkRoutes = Handlers<typeof workspaceContract>;

/** The routes of deep links that spaces are kept with: they decide rights, quotas, audit and conflicts. */
export type SpaceLinkRoutes = Pick<
  LinkRoutes,
  'createLink' | 'readLink' | 'updateLink' | 'deleteLink' | 'bookmarkLink'
>;

/** What every call of a member has. */
export type MemberCall = Omit<RouteCall<Route>, 'caller' | 'params' | 'query' | 'input'> & {
  readonly caller: OrgCaller;
  readonly params: { readonly orgId: OrgId };
};

type Content = Partial<{
  name: string;
  description: string;
  scope: SeenSpace['scope'];
  group: string;
  state: string;
}>;

/** The spaces of the org that a call names. */
export interface SpaceLinks {
  open(call: MemberCall, uuid: string): Promise<SeenSpace>;
  create(call: MemberCall, content: Content & { name: string; state: string }): Promise<SeenSpace>;
  update(call: MemberCall, uuid: string, content: Content, version?: number): Promise<SeenSpace>;
  /** Changes the state, again when somebody else changed it at the same moment. */
  edit(call: MemberCall, uuid: string, change: (state: SpaceState) => SpaceState): Promise<SeenSpace>;
  remove(call: MemberCall, uuid: string): Promise<void>;
  pin(call: MemberCall, uuid: string, action: 'add' | 'remove'): Promise<void>;
  /** The boards and queries in spaces that the caller may see. */
  named(call: MemberCall, spaces: readonly Pick<SeenSpace, 'state'>[]): Promise<SpaceTargets>;
  /** A space with its items, as answers say it. */
  answer(call: MemberCall, space: SeenSpace): Promise<{ data: ReturnType<typeof presentSpace> }>;
}

/** How often a change of items is tried again, before the conflict is told. */
const TRIES = 5;

const within = <Input extends object>({ params: { orgId }, ...call }: MemberCall, input: Input) => ({
  ...call,
  params: {},
  query: {},
  input: { org_id: orgId, ...input },
});

/** Reads and writes spaces through the routes of deep links, so that both ways have the same rights. */
export function spaceLinks(links: SpaceLinkRoutes, spaces: SpaceStore): SpaceLinks {
  const open: SpaceLinks['open'] = async (call, id) => {
    const { data } = await links.readLink(within(call, { id }));
    if (data.type === 'space-v1') return data;
    throw new AppError('not_found', 'This was deleted, or it is not shared with you.');
  };
  const update: SpaceLinks['update'] = async (call, uuid, content, version) => {
    const { id } = await open(call, uuid);
    const { data } = await links.updateLink(within(call, { id, version, ...content }));
    return data;
  };
  const edit: SpaceLinks['edit'] = async (call, uuid, change) => {
    for (let attempt = 1; ; attempt++) {
      const space = await open(call, uuid);
      const state = JSON.stringify(change(stateOf(space)));
      try {
        return await update(call, uuid, { state }, space.version);
      } catch (error) {
        const isLate = error instanceof AppError && error.code === 'conflict';
        if (!isLate || attempt === TRIES) throw error;
      }
    }
  };
  const named: SpaceLinks['named'] = async ({ params: { orgId }, caller: { userId } }, seen) => {
    const ids = new Set(seen.flatMap((space) => linkIdsOf(stateOf(space).items)));
    const found = await spaces.named(orgId, userId, [...ids]);
    return new Map(found.map((link) => [link.id, link]));
  };
  return {
    open,
    update,
    edit,
    named,
    create: async (call, content) => {
      const input = { type: 'space-v1' as const, description: '', scope: 'private' as const, group: '' };
      const { data } = await links.createLink(within(call, { ...input, ...content }));
      return data;
    },
    remove: async (call, uuid) => {
      const { id } = await open(call, uuid);
      await links.deleteLink(within(call, { id }));
    },
    pin: async (call, uuid, action) => {
      const { id } = await open(call, uuid);
      await links.bookmarkLink(within(call, { id, action }));
    },
    answer: async (call, space) => ({
      data: presentSpace(call.params.orgId, space, await named(call, [space])),
    }),
  };
}
