import { createHash } from 'node:crypto';
import { z } from 'zod';
import { keyUuid } from '../../store/uuid.ts';
import { naturalKey } from '../../store/natural-key.ts';
import type { Connector, NewSourceRequest } from '../connector.ts';
import { readInPages } from '../read-in-pages.ts';
import { type JiraAccess, askJira } from './ask-jira.ts';
import { normaliseJira } from './normalise.ts';
import { readSite } from './read-site.ts';

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
});
type Settings = z.infer<typeof Settings>;

/** What the connector does not do itself. */
export interface JiraOutside {
  readonly fetch: typeof fetch;
  readonly now?: () => number;
}

const scopeFor = ({ site, email, token, projects }: Settings, outside: JiraOutside, signal: AbortSignal) => {
  const access: JiraAccess = {
    fetch: outside.fetch,
    now: outside.now ?? Date.now,
    site,
    email,
    token,
    signal,
  };
  return { access, isCloud: email !== '', projects: projectKeys(projects) };
};

const LONGEST_CHECK = 15_000;

async function createSource({ orgId, settings }: NewSourceRequest, outside: JiraOutside) {
  const { token, ...kept } = Settings.parse(settings);
  const { access, isCloud } = scopeFor({ token, ...kept }, outside, AbortSignal.timeout(LONGEST_CHECK));
  await askJira(access, `rest/api/${isCloud ? '3' : '2'}/myself`, z.looseObject({}));
  const { host, pathname } = new URL(kept.site);
  const scope = createHash('sha256').update(projectKeys(kept.projects).toSorted().join(' ')).digest('hex');
  const key = naturalKey.other({ integration: 'jira', host: host + pathname, id: `source:${scope}` });
  return {
    id: keyUuid(orgId, key),
    name: host,
    longerNames: [`${host} ${kept.projects}`.trim()],
    settings: kept,
  };
}

const PHASES = [
  {
    id: 'projects',
    label: 'Reading projects',
    activity: 'Reading projects of',
    unit: 'projects',
    background: false,
    incomplete: null,
  },
  {
    id: 'issues',
    label: 'Reading issues',
    activity: 'Reading issues of',
    unit: 'issues',
    background: false,
    incomplete: null,
  },
  {
    id: 'sprints',
    label: 'Reading sprints',
    activity: 'Reading sprints of',
    unit: 'sprints',
    background: false,
    incomplete: null,
  },
] as const;

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
      'Keys of projects, the letters before the number of an issue. Left empty: every project that the account sees.',
    placeholder: 'ABC, DEF',
    secret: false,
  },
] as const;

/** Reads Jira Cloud and Jira Data Center. */
export function createJiraConnector(outside: JiraOutside): Connector {
  return {
    type: 'jira',
    words: {
      label: 'Jira',
      icon: 'ticket',
      description: 'Issues with their history, comments, logged work, sprints and versions of a Jira site.',
      add: 'Connect Jira',
      upToDate: 'Up to date',
      lastRead: 'Last read',
      neverRead: 'Not read yet',
      rebuild: 'Nothing is asked of Jira.',
      removal: 'Its issues, sprints and projects leave every page.',
      fixed: null,
    },
    settings: Settings,
    fields: FIELDS,
    phases: PHASES,
    provides: ['jira'],
    create: (request) => createSource(request, outside),
    ...readInPages<Settings>({
      settings: Settings,
      read: ({ settings, cursor, signal }) => readSite(scopeFor(settings, outside, signal), cursor),
      normalise: normaliseJira,
    }),
  };
}
