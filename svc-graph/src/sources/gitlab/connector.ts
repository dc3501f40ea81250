import { AppError } from '@cairn/contracts';
import { entityUuid } from '../../store/uuid.ts';
import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { listParts } from './find-parts.ts';
import { listProjects, readAccount } from './list-projects.ts';
import { normaliseGitlab } from './normalise.ts';
import { readGitlab } from './read-gitlab.ts';
import { GitlabSettings, offerGroup, siteName } from './settings.ts';
import { gitlabWebhook } from './webhook.ts';

const words: Connector['words'] = {
  label: 'GitLab',
  icon: 'git-merge',
  description:
    'Add groups of GitLab: merge requests with their reviews, issues, epics, milestones, releases, deployments and pipelines.',
  add: 'Connect GitLab',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of GitLab.',
  removal:
    'Its merge requests, reviews, issues and comments leave every page and chart, and so do people who have nothing else here. Nothing changes on GitLab.',
  fixed: null,
};

const fields: Connector['fields'] = [
  {
    name: 'token',
    label: 'Token',
    description:
      'Under Edit profile, Access tokens; one of a group or a project does too, under its Settings. It needs the scopes read_api, read_user, read_repository and read_registry, and the role Reporter. Every member of this organization will see what it reads.',
    placeholder: 'glpat-…',
    secret: true,
    link: {
      label: 'Make one with these scopes',
      address:
        'https://{host}/-/user_settings/personal_access_tokens?name=Cairn&scopes=read_api,read_user,read_repository,read_registry',
    },
  },
  {
    name: 'namespaces',
    label: 'Groups or users',
    description:
      'Their paths, separated by commas: what stands in the address of a project before its name. Subgroups belong to a group. Left empty, all projects that the account is a member of.',
    placeholder: 'acme, acme-labs/tools',
    secret: false,
    optional: true,
  },
  {
    name: 'projects',
    label: 'Projects',
    description:
      'Their paths, as they stand in their addresses, separated by commas. Left empty, all public ones are read; private and internal ones only where they are named.',
    placeholder: 'acme/api, acme/web',
    secret: false,
    optional: true,
  },
  {
    name: 'excluded',
    label: 'Left out',
    description:
      'Paths of projects or subgroups that are never read, separated by commas. Nothing of them is kept.',
    placeholder: 'acme/archive',
    secret: false,
    optional: true,
  },
  {
    name: 'since',
    label: 'Changed since',
    description:
      'Merge requests, issues, pipelines and deployments that changed last before this day are left out. Empty for all.',
    placeholder: '',
    secret: false,
    kind: 'date',
    optional: true,
  },
  {
    name: 'host',
    label: 'Host',
    description:
      'Left empty for gitlab.com; otherwise the name in the address of your own GitLab, with the path below which it lies if there is one.',
    placeholder: 'gitlab.com',
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

const LONGEST_CHECK = 15_000;

/** Asks GitLab for the account and the projects, so that a wrong token or group is told before anything is kept. */
async function create({ orgId, settings: given, fetch }: NewSourceRequest): Promise<NewSource> {
  const settings = GitlabSettings.parse(given);
  const { token: _secret, ...kept } = settings;
  const access = { settings, fetch, signal: AbortSignal.timeout(LONGEST_CHECK) };
  const check = async () => {
    const account = await readAccount(access);
    await listProjects(access, settings);
    return account;
  };
  const account = await check().catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.retryAfter !== undefined) throw cause;
    throw new AppError('invalid_input', cause.message, { cause });
  });
  const host = siteName(settings.host);
  const { namespaces } = settings;
  const name = namespaces.length === 0 ? account.username : namespaces.join(', ');
  const whose =
    namespaces.length === 0
      ? `user/${String(account.id)}`
      : namespaces
          .map((each) => each.toLowerCase())
          .toSorted()
          .join(',');
  return {
    id: entityUuid(orgId, 'gitlab', `source:${host}/${whose}`),
    name,
    longerNames: [`${host}/${name}`],
    settings: kept,
  };
}

/** Groups and users on GitLab, read by its REST interface, epics and sums of lines by GraphQL. */
export const gitlabConnector: Connector = {
  type: 'gitlab',
  words,
  settings: GitlabSettings,
  fields,
  scope: ['projects', 'excluded', 'since'],
  phases: [
    phase('projects', 'projects', false),
    phase('mergeRequests', 'merge requests', false),
    phase('issues', 'issues', true),
    phase('epics', 'epics', true),
    phase('milestones', 'milestones and iterations', true),
    phase('releases', 'releases and tags', true),
    phase('branches', 'branches', true),
    phase('deployments', 'deployments', true),
    phase('pipelines', 'pipelines', true),
  ],
  provides: ['gitlab'],
  create,
  offer: offerGroup,
  parts: {
    choice: { setting: 'projects', one: 'project', many: 'projects' },
    list: listParts,
  },
  webhook: gitlabWebhook,
  ...readInPages({ settings: GitlabSettings, read: readGitlab, version: 1, normalise: normaliseGitlab }),
};
