import { AppError } from '@cairn/contracts';
import { naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { normaliseSnyk } from './normalise.ts';
import { scopeFor } from './read-list.ts';
import { listOrganizations, listParts, readSnyk } from './read-snyk.ts';
import { SnykSettings } from './settings.ts';
import { snykWebhook } from './webhook.ts';

const LONGEST_CHECK = 15_000;

const scopeOf = ({ settings, fetch }: NewSourceRequest) =>
  scopeFor(SnykSettings.parse(settings), { fetch, signal: AbortSignal.timeout(LONGEST_CHECK) });

/** Asks which organizations the token sees, so that a wrong token or id is told before anything is kept. */
async function create(request: NewSourceRequest): Promise<NewSource> {
  const { token: _secret, ...kept } = SnykSettings.parse(request.settings);
  const scope = scopeOf(request);
  const all = await listOrganizations(scope);
  const missing = scope.organizations.find((id) => !all.some((each) => each.id === id));
  if (missing !== undefined)
    throw new AppError(
      'invalid_input',
      `The token sees no organization ${missing}. Check its id, and the host of its region.`,
    );
  const read = all.filter(({ id }) => scope.organizations.includes(id));
  const { host } = new URL(scope.address);
  const id = `source:${scope.organizations.toSorted().join(',')}`;
  const name = read.length === 0 ? host : read.map(({ attributes }) => attributes.name).join(', ');
  return {
    id: keyUuid(request.orgId, naturalKey.other({ integration: 'snyk', host, id })),
    name,
    longerNames: [`${host} ${name}`],
    settings: kept,
  };
}

const FIELDS: Connector['fields'] = [
  {
    name: 'token',
    label: 'Token',
    description:
      'That of a service account that may view organizations, projects and issues: Settings, Service accounts. Or your own: Account settings, General. Every member of this organization will see what it reads.',
    placeholder: '',
    secret: true,
  },
  {
    name: 'organizations',
    label: 'Organizations',
    description: 'Their ids, under Settings, General. Left empty: every one that the token sees.',
    placeholder: '',
    secret: false,
    optional: true,
  },
  {
    name: 'host',
    label: 'Host',
    description:
      'Left empty for api.snyk.io; api.us.snyk.io, api.eu.snyk.io or api.au.snyk.io for other regions, or that of your own.',
    placeholder: 'api.snyk.io',
    secret: false,
    optional: true,
  },
];

const words: Connector['words'] = {
  label: 'Snyk',
  icon: 'shield-check',
  description: 'Add Snyk: the vulnerabilities that it found in packages and code, and when they were fixed.',
  add: 'Connect Snyk',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of Snyk.',
  removal: 'Its vulnerabilities leave every page and chart. Nothing changes in Snyk.',
  fixed: null,
};

/** Organizations of Snyk, in any region. */
export const snykConnector: Connector = {
  type: 'snyk',
  words,
  settings: SnykSettings,
  fields: FIELDS,
  scope: ['organizations'],
  phases: [
    {
      id: 'issues',
      label: 'Reading issues',
      activity: 'Reading issues of',
      unit: 'issues',
      background: false,
      incomplete: null,
    },
  ],
  provides: ['snyk'],
  create,
  parts: {
    choice: { setting: 'organizations', one: 'organization', many: 'organizations' },
    list: (request) => listParts(scopeOf(request)),
  },
  webhook: snykWebhook,
  ...readInPages<SnykSettings>({
    settings: SnykSettings,
    read: ({ settings, cursor, signal, fetch }) => readSnyk(scopeFor(settings, { fetch, signal }), cursor),
    version: 1,
    normalise: normaliseSnyk,
  }),
};
