import { emptyQuery, exploreAddress } from '@cairn/query';
import { ExploreState } from '../explore-state.ts';
import { BRIEF_LENGTH, kindsOf, type SavedTypeDefinition } from './saved-type.ts';

/** A saved query. One without a question in lists opens under its name, and Explore reads it by its id. */
export const query: SavedTypeDefinition<ExploreState> = {
  state: ExploreState,
  creator: 'user',
  denied: 'Saving queries needs the role user.',
  brief: (state) => ({
    kinds: kindsOf([state.params]),
    question: JSON.stringify(state).length > BRIEF_LENGTH ? null : state,
  }),
  label: 'Query',
  plural: 'Queries',
  searchHeading: 'Questions',
  page: 'explore',
  libraryOrder: 1,
  howTo: 'Ask a question in Explore and save it',
  create: { label: 'New query', tabTitle: 'Empty query', path: 'explore' },
  hasOwnPath: false,
  address: (orgId, { id, name, brief: { question } }) => {
    const view = question?.viz[0];
    const asked = question?.params ?? emptyQuery(orgId);
    return exploreAddress(orgId, { query: asked, title: name, saved: id, ...(view ? { view } : {}) });
  },
  question: (state) => state,
  summary: ({ params }, titleOf) => (params.select.length > 0 ? titleOf(params) : ''),
};
