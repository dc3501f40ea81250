import { BoardState, queriesOfCard } from '../board-state.ts';
import { kindsOf, type SavedTypeDefinition } from './saved-type.ts';

/** A saved board. */
export const board: SavedTypeDefinition<BoardState> = {
  state: BoardState,
  creator: 'boardCreator',
  denied: 'Creating boards needs an admin of the org.',
  brief: ({ layout, data, extras }) => ({
    kinds: kindsOf(Object.values(data).flatMap(queriesOfCard)),
    tags: extras.tags,
    words: layout.length === 1 ? '1 card' : `${layout.length} cards`,
  }),
  tagsIn: 'extras',
  label: 'Board',
  plural: 'Boards',
  searchHeading: 'Boards',
  page: 'boards',
  libraryOrder: 0,
  howTo: 'gather questions on a board',
  create: {
    label: 'New board',
    tabTitle: 'New Board',
    path: 'boards/new',
    denied: 'Creating boards needs an org admin',
  },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/boards/${encodeURIComponent(id)}`,
};
