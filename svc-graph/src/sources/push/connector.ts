import { z } from 'zod';
import { stateStatement } from '../../store/source-row.ts';
import { deleteFrom } from '../../store/statement.ts';
import { entityUuid } from '../../store/uuid.ts';
import type { Connector, IngestContext } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { normalisePush } from './normalise.ts';

export const PUSH_TYPE = 'push';
export const RECEIVED = 'received';

const PushSettings = z.strictObject({ name: z.string().trim().min(1, 'is required').max(100) });

const words: Connector['words'] = {
  label: 'Push API',
  icon: 'send',
  description: 'Let scripts and pipelines send deployments, incidents, releases and notes.',
  add: 'Add Push API',
  upToDate: 'Ready',
  lastRead: 'Last message',
  neverRead: 'No message yet',
  rebuild: 'Nothing is sent again.',
  removal:
    'What was pushed leaves every page and chart, and messages are refused from then on. What other sources know too stays.',
  fixed: null,
};

/** There is nothing to read, so the source is ready at once. */
async function becomeReady({ writer, source: { id, state } }: IngestContext): Promise<void> {
  const progress = { ...state.progress, state: 'done' } as const;
  await writer.commit([stateStatement(id, { ...state, status: 'active', error: null, progress })]);
}

const pages = readInPages({
  settings: PushSettings,
  // eslint-disable-next-line @typescript-eslint/require-await
  read: async function* none() {},
  version: 1,
  normalise: normalisePush,
});

/** What tools and scripts send by themselves to `POST /api/{orgId}/push`; an org has one such source. */
export const pushConnector: Connector = {
  type: PUSH_TYPE,
  words,
  settings: PushSettings,
  fields: [
    {
      name: 'name',
      label: 'Name',
      description: 'What sends, for lists of sources.',
      placeholder: 'Our pipelines',
      secret: false,
    },
  ],
  receives: true,
  phases: [
    {
      id: RECEIVED,
      label: 'Receiving',
      activity: 'Receiving',
      unit: 'things',
      background: false,
      incomplete: null,
    },
  ],
  provides: ['push'],
  create: async ({ orgId, settings }) => ({
    id: entityUuid(orgId, 'push', 'source'),
    name: PushSettings.parse(settings).name,
    settings,
  }),
  ...pages,
  ingest: becomeReady,
  // What was pushed counted in the place of other deployments, so all is computed anew.
  remove: (of) => [...pages.remove(of), deleteFrom('Meta', `key = 'derivedBy'`)],
};
