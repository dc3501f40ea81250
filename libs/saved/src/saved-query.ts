import { SAVED_TYPES, type ExploreState } from '@cairn/contracts';
import { emptyQuery, exploreAddress } from '@cairn/query';
import { ChartColumn } from 'lucide-react';
import { defineSavedType } from './saved-type.ts';

/** A saved query. One that lists do not tell opens under its name, and Explore reads it by its id. */
export const savedQuery = /* #__PURE__ */ defineSavedType<ExploreState>({
  type: 'explore-v1',
  rules: SAVED_TYPES['explore-v1'],
  label: 'Query',
  plural: 'Queries',
  searchHeading: 'Questions',
  icon: ChartColumn,
  libraryOrder: 1,
  howTo: 'Ask a question in Explore and save it',
  create: { label: 'New query', tabTitle: 'Empty query', path: 'explore' },
  hasOwnPath: false,
  address: (orgId, { id, name, brief: { question } }) => {
    const view = question?.viz[0];
    const query = question?.params ?? emptyQuery(orgId);
    return exploreAddress(orgId, { query, title: name, saved: id, ...(view ? { view } : {}) });
  },
  question: (state) => state,
  summary: ({ params }, titleOf) => (params.select.length > 0 ? titleOf(params) : ''),
});
