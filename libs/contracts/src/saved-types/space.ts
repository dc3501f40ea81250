import { SpaceState } from '../space-state.ts';
import type { SavedTypeDefinition } from './saved-type.ts';

/** A saved space. The `spaces/…` calls read and change it, so that its items have their rights and addresses. */
export const space: SavedTypeDefinition<SpaceState> = {
  state: SpaceState,
  creator: 'user',
  denied: 'Creating spaces needs the role user.',
  sharer: 'admin',
  brief: ({ items }) => ({ words: items.length === 1 ? '1 item' : `${items.length} items` }),
  isRecord: true,
  label: 'Space',
  plural: 'Spaces',
  searchHeading: 'Spaces',
  page: 'space',
  libraryOrder: 2,
  howTo: 'gather what you use most in a space',
  create: { label: 'New space', tabTitle: 'New Space', path: 'space/new' },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/space/${encodeURIComponent(id)}`,
};
