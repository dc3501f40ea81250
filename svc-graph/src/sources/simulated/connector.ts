import { entityUuid } from '../../store/uuid.ts';
import type { Connector } from '../connector.ts';
import { PHASE, ingestSimulated } from './ingest.ts';
import { rebuildSimulated } from './rebuild.ts';
import { IMITATED, RequestedRecipe } from './recipe.ts';

const words: Connector['words'] = {
  label: 'Simulated company',
  icon: 'flask-conical',
  description: 'An invented company with all the data that Cairn can hold.',
  add: 'Add simulated company',
  upToDate: 'Made',
  lastRead: 'Made',
  neverRead: 'Not made yet',
  rebuild: 'The same recipe makes the same rows.',
  removal: '',
  fixed: 'once and for all: there is nothing to sync or to build again',
};

/** A simulated company, which only Cairn itself adds, to an org without other sources. */
export const simulatedConnector: Connector = {
  type: 'simulated',
  words,
  settings: RequestedRecipe,
  fields: [],
  phases: [
    {
      id: PHASE,
      label: 'Making it up',
      activity: 'Making up',
      unit: 'events',
      background: false,
      incomplete: null,
    },
  ],
  provides: [...IMITATED, 'settings'],
  simulated: true,
  create: async ({ orgId, settings }) => ({
    id: entityUuid(orgId, 'derived', 'source:simulated'),
    name: 'Simulated company',
    settings,
  }),
  ingest: ingestSimulated,
  renormalise: rebuildSimulated,
};
