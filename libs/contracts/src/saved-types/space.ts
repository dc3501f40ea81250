import { z } from 'zod';
import type { SavedTypeDefinition } from './saved-type.ts';

/** A saved space. Pages read it by the `spaces/…` calls; `LINK_TYPES` has the schema of its state. */
export const space: SavedTypeDefinition = {
  state: z.unknown(),
  creator: 'user',
  denied: 'Creating spaces needs the role user.',
  sharer: 'admin',
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
