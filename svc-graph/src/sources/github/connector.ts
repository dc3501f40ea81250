import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { entityUuid } from '../../store/uuid.ts';
import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { fetchFor } from './app.ts';
import { githubInstall } from './app-install.ts';
import { askGithub } from './ask.ts';
import { filesIn } from './files-in.ts';
import { normaliseGithub } from './normalise.ts';
import { listParts } from './repositories.ts';
import { readGithub } from './read.ts';
import { GithubSettings, hostName, offerOwner } from './settings.ts';
import { githubWebhook } from './webhook.ts';

const words: Connector['words'] = {
  label: 'GitHub',
  icon: 'git-pull-request',
  description:
    'Add an owner on GitHub: pull requests with their reviews, commits, issues, milestones, releases, deployments and teams.',
  add: 'Connect GitHub',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of GitHub.',
  removal:
    'Its pull requests, reviews, issues and comments leave every page and chart, and so do people who have nothing else here. Nothing changes on GitHub.',
  fixed: null,
};

const fields: Connector['fields'] = [
  {
    name: 'owner',
    label: 'Owner',
    description:
      'The organization or user whose repositories are read: the first part of github.com/owner/name.',
    placeholder: 'acme',
    secret: false,
  },
  {
    name: 'token',
    label: 'Token',
    description:
      'Under Settings, Developer settings, Personal access tokens. A classic one needs the scopes repo and read:org; a fine-grained one may read metadata, contents, issues, pull requests, discussions, actions, deployments and members. Every member of this organization will see what it reads.',
    placeholder: 'ghp_…',
    secret: true,
    link: {
      label: 'Make one with these scopes',
      address: 'https://{host}/settings/tokens/new?scopes=repo,read:org,read:packages&description=Cairn',
    },
  },
  {
    name: 'repositories',
    label: 'Repositories',
    description:
      'Their names, separated by commas. Left empty, all public ones are read; private ones only where they are named.',
    placeholder: 'api, web',
    secret: false,
    optional: true,
  },
  {
    name: 'since',
    label: 'Changed since',
    description: 'Pull requests and issues that changed last before this day are left out. Empty for all.',
    placeholder: '',
    secret: false,
    kind: 'date',
    optional: true,
  },
  {
    name: 'host',
    label: 'Host',
    description: 'Left empty for github.com; otherwise the name of your GitHub Enterprise Server.',
    placeholder: 'github.com',
    secret: false,
    optional: true,
  },
];

const phase = (id: string, unit: string, background: boolean) => ({
  id,
  label: `Reading ${unit}`,
  activity: `Reading ${unit} of`,
  unit,
  background,
  incomplete: background ? unit : null,
});

const OWNER = 'query owner($owner: String!) { repositoryOwner(login: $owner) { id login } }';
const Owner = z.object({ repositoryOwner: z.object({ id: z.string(), login: z.string() }).nullable() });

/** Asks GitHub for the owner, so that a wrong token or name is told before anything is kept. */
async function create({ orgId, settings, fetch }: NewSourceRequest): Promise<NewSource> {
  const { token: _secret, ...kept } = GithubSettings.parse(settings);
  const { owner, host } = kept;
  const asking = { settings: { host, token: _secret }, fetch: fetchFor(fetch, kept) };
  const { repositoryOwner } = await askGithub(asking, {
    query: OWNER,
    variables: { owner },
    answer: Owner,
  }).catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.retryAfter !== undefined) throw cause;
    throw new AppError('invalid_input', cause.message, { cause });
  });
  if (!repositoryOwner)
    throw new AppError('invalid_input', `${hostName(host)} has no owner ${owner} that the token may see.`);
  return {
    id: entityUuid(orgId, 'github', `source:${hostName(host)}/${repositoryOwner.id}`),
    name: repositoryOwner.login,
    longerNames: [`${hostName(host)}/${repositoryOwner.login}`],
    settings: kept,
  };
}

/** Owners on GitHub, read by its GraphQL interface, runs of workflows by REST. */
export const githubConnector: Connector = {
  type: 'github',
  words,
  settings: GithubSettings,
  fields,
  scope: ['repositories', 'since'],
  phases: [
    phase('repositories', 'repositories', false),
    phase('teams', 'teams', false),
    phase('pullRequests', 'pull requests', false),
    phase('issues', 'issues', true),
    phase('milestones', 'milestones', true),
    phase('releases', 'releases', true),
    phase('discussions', 'discussions', true),
    phase('branches', 'branches', true),
    phase('commits', 'commits', true),
    phase('deployments', 'deployments', true),
    phase('runs', 'runs of workflows', true),
  ],
  provides: ['github'],
  create,
  offer: offerOwner,
  parts: {
    choice: { setting: 'repositories', one: 'repository', many: 'repositories' },
    list: listParts,
  },
  webhook: githubWebhook,
  install: githubInstall,
  filesIn,
  ...readInPages({
    settings: GithubSettings,
    read: (from) => readGithub({ ...from, fetch: fetchFor(from.fetch, from.settings) }),
    version: 2,
    normalise: normaliseGithub,
  }),
};
