import { BoardState } from '../board-state.ts';
import { board } from './board.ts';
import type { SavedTypeDefinition } from './saved-type.ts';

/** A saved topic, which keeps its queries as the cards of a board. */
export const topic: SavedTypeDefinition<BoardState> = {
  state: BoardState,
  creator: 'super',
  denied: 'Creating topics needs a super admin.',
  brief: (state) => ({
    ...board.brief?.(state),
    words: state.layout.length === 1 ? '1 query' : `${state.layout.length} queries`,
  }),
  tagsIn: 'extras',
  label: 'Topic',
  plural: 'Topics',
  searchHeading: 'Topics',
  page: 'topics',
  libraryOrder: 3,
  filterWords: 'tags too',
  howTo: 'write a topic',
  create: {
    label: 'New topic',
    tabTitle: 'New Topic',
    path: 'topics/new',
    denied: 'Creating topics needs a super admin',
  },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/topics/${encodeURIComponent(id)}`,
};
