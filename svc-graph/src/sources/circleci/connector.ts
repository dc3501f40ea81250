import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import { askTool } from '../ask-tool.ts';
import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { listParts } from './circleci-projects.ts';
import { normaliseCircleci } from './normalise.ts';
import { readCircleci } from './read-circleci.ts';
import { scopeFor } from './scope.ts';
import { CircleciSettings, shortSlug } from './settings.ts';
import { circleciWebhook } from './webhook.ts';

const LONGEST_CHECK = 15_000;
const Organizations = z.array(z.object({ slug: z.string() }));

/** Asks which organizations the owner of the token is in, so that a wrong token or slug is told before anything is kept. */
async function create({ orgId, settings, fetch }: NewSourceRequest): Promise<NewSource> {
  const { token, ...kept } = CircleciSettings.parse(settings);
  const signal = AbortSignal.timeout(LONGEST_CHECK);
  const { access, host, organizations } = scopeFor({ token, ...kept }, { fetch, signal });
  const known = (await askTool(access, '/me/collaborations', Organizations)).map(({ slug }) =>
    shortSlug(slug),
  );
  const missing = organizations.find((slug) => !known.includes(slug));
  if (missing !== undefined)
    throw new AppError(
      'invalid_input',
      `${host} has no organization ${missing} that the owner of the token is in.`,
    );
  const id = `source:${organizations.toSorted().join(',')}`;
  const name = organizations.map((slug) => slug.slice(slug.indexOf('/') + 1)).join(', ');
  return {
    id: keyUuid(orgId, naturalKey.other({ integration: 'circleci', host, id })),
    name,
    longerNames: [organizations.join(', '), `${host} ${organizations.join(', ')}`],
    settings: kept,
  };
}

const FIELDS: Connector['fields'] = [
  {
    name: 'token',
    label: 'Token',
    description:
      'A personal API token, under User Settings, Personal API Tokens; CircleCI takes no other for this. It reads what its owner sees, and every member of this organization will see that.',
    placeholder: 'CCIPAT_…',
    secret: true,
    link: { label: 'Open the tokens of CircleCI', address: 'https://app.circleci.com/settings/user/tokens' },
  },
  {
    name: 'organizations',
    label: 'Organizations',
    description:
      'Their slugs, with commas between them: gh/ or bb/ and the name on GitHub or Bitbucket, else that under Organization Settings, Overview.',
    placeholder: 'gh/acme',
    secret: false,
  },
  {
    name: 'projects',
    label: 'Projects',
    description:
      'Their slugs, under Project Settings, Overview. Left empty: every one that its organization lately ran.',
    placeholder: 'gh/acme/api, gh/acme/web',
    secret: false,
    optional: true,
  },
  {
    name: 'since',
    label: 'Since',
    description: 'Pipelines from before this day are left out. Empty for all.',
    placeholder: '',
    secret: false,
    kind: 'date',
    optional: true,
  },
  {
    name: 'host',
    label: 'Host',
    description: 'Left empty for circleci.com; otherwise the name of your CircleCI Server.',
    placeholder: 'circleci.com',
    secret: false,
    optional: true,
  },
];

const words: Connector['words'] = {
  label: 'CircleCI',
  icon: 'workflow',
  description:
    'Add organizations on CircleCI: the workflows of their projects with their jobs and failed tests.',
  add: 'Connect CircleCI',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of CircleCI.',
  removal:
    'Its pipelines leave every page and chart, and so do people who have nothing else here. Nothing changes on CircleCI.',
  fixed: null,
};

/** Organizations on CircleCI, in its cloud or on a server of their own. */
export const circleciConnector: Connector = {
  type: 'circleci',
  words,
  settings: CircleciSettings,
  fields: FIELDS,
  scope: ['projects', 'since'],
  phases: [
    {
      id: 'pipelines',
      label: 'Reading pipelines',
      activity: 'Reading pipelines of',
      unit: 'pipelines',
      background: false,
      incomplete: null,
    },
  ],
  provides: ['circleci'],
  create,
  parts: {
    choice: { setting: 'projects', one: 'project', many: 'projects' },
    list: ({ settings, fetch }) =>
      listParts(
        scopeFor(CircleciSettings.parse(settings), { fetch, signal: AbortSignal.timeout(LONGEST_CHECK) }),
      ),
  },
  webhook: circleciWebhook,
  ...readInPages<CircleciSettings>({
    settings: CircleciSettings,
    read: ({ settings, cursor, signal, fetch }) =>
      readCircleci(scopeFor(settings, { fetch, signal }), cursor),
    version: 1,
    normalise: normaliseCircleci,
  }),
};
