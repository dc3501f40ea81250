import { z } from 'zod';
import { keyUuid } from '../../store/uuid.ts';
import { naturalKey } from '../../store/natural-key.ts';
import type { Connector, NewSource, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { type JiraAccess, askJira } from './ask-jira.ts';
import { normaliseJira } from './normalise.ts';
import { readSite } from './read-site.ts';
import { listParts } from './site-projects.ts';
import { jiraWebhook } from './webhook.ts';

const KEY = /^[A-Z][A-Z0-9_]{0,99}$/;
const projectKeys = (text: string) => text.split(/[\s,]+/).filter((key) => key !== '');

const Settings = z.strictObject({
  site: z.url({ protocol: /^https?$/ }).transform((site) => site.replace(/\/+$/, '')),
  email: z.union([z.literal(''), z.email()]).default(''),
  token: z.string().trim().min(8),
  projects: z
    .string()
    .refine(
      (text) => projectKeys(text).every((key) => KEY.test(key)),
      'are keys such as ABC, with commas between them',
    )
    .default(''),
  since: z.union([z.literal(''), z.iso.date()]).default(''),
  organization: z
    .string()
    .trim()
    .regex(/^[\w-]{0,100}$/, 'is letters, digits and hyphens')
    .default(''),
});
type Settings = z.infer<typeof Settings>;

const scopeFor = (
  { site, email, token, projects, since, organization }: Settings,
  outside: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
) => {
  const access: JiraAccess = { ...outside, now: Date.now, site, email, token };
  return { access, isCloud: email !== '', projects: projectKeys(projects), since, organization };
};

const LONGEST_CHECK = 15_000;

async function create({ orgId, settings, fetch }: NewSourceRequest): Promise<NewSource> {
  const { token, ...kept } = Settings.parse(settings);
  const { access, isCloud } = scopeFor(
    { token, ...kept },
    { fetch, signal: AbortSignal.timeout(LONGEST_CHECK) },
  );
  await askJira(access, `rest/api/${isCloud ? '3' : '2'}/myself`, z.looseObject({}));
  const { host, pathname } = new URL(kept.site);
  const key = naturalKey.other({ integration: 'jira', host: host + pathname, id: 'source' });
  return {
    id: keyUuid(orgId, key),
    name: host,
    longerNames: [host + pathname],
    settings: kept,
  };
}

const PHASES = ['projects', 'issues', 'sprints', 'versions', 'teams'].map((unit) => ({
  id: unit,
  label: `Reading ${unit}`,
  activity: `Reading ${unit} of`,
  unit,
  background: false,
  incomplete: null,
}));

const FIELDS = [
  {
    name: 'site',
    label: 'Site',
    description:
      'The address at which you open Jira, up to the first single slash; with its path on a server of your own.',
    placeholder: 'https://example.atlassian.net',
    secret: false,
  },
  {
    name: 'email',
    label: 'E-mail',
    description:
      'Of Jira Cloud: that of the account which made the token. Leave it empty for Jira Data Center.',
    placeholder: 'name@example.org',
    secret: false,
    optional: true,
  },
  {
    name: 'token',
    label: 'Token',
    description:
      'Cloud: Account settings, Security, API tokens. Data Center: your profile, Personal Access Tokens. It reads what its account may browse.',
    placeholder: '',
    secret: true,
  },
  {
    name: 'projects',
    label: 'Projects',
    description:
      'Keys of projects, the letters before the number of an issue. Left empty: every one that is not private.',
    placeholder: 'ABC, DEF',
    secret: false,
    optional: true,
  },
  {
    name: 'since',
    label: 'Changed since',
    description: 'Issues that changed last before this day are left out. Empty for all.',
    placeholder: '',
    secret: false,
    kind: 'date',
    optional: true,
  },
  {
    name: 'organization',
    label: 'Organization ID',
    description:
      'Of Jira Cloud, for the members of teams: in the address of admin.atlassian.com, after /o/. Left empty, teams have no members here.',
    placeholder: '',
    secret: false,
    optional: true,
  },
] as const;

const words: Connector['words'] = {
  label: 'Jira',
  icon: 'ticket',
  description: 'Add a Jira site: issues with their history, comments, logged work, sprints and versions.',
  add: 'Connect Jira',
  upToDate: 'Up to date',
  lastRead: 'Last read',
  neverRead: 'Not read yet',
  rebuild: 'Nothing is asked of Jira.',
  removal:
    'Its issues, sprints and projects leave every page and chart, and so do people who have nothing else here. Nothing changes in Jira.',
  fixed: null,
};

/** Sites of Jira Cloud and of Jira Data Center. */
export const jiraConnector: Connector = {
  type: 'jira',
  words,
  settings: Settings,
  fields: FIELDS,
  scope: ['projects', 'since', 'organization'],
  phases: PHASES,
  provides: ['jira'],
  create,
  parts: {
    choice: { setting: 'projects', one: 'project', many: 'projects' },
    list: ({ settings, fetch }) =>
      listParts(scopeFor(Settings.parse(settings), { fetch, signal: AbortSignal.timeout(LONGEST_CHECK) })),
  },
  webhook: jiraWebhook,
  ...readInPages<Settings>({
    settings: Settings,
    read: ({ settings, cursor, signal, fetch }) => readSite(scopeFor(settings, { fetch, signal }), cursor),
    version: 4,
    normalise: normaliseJira,
  }),
};
