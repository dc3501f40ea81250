import type { Locator, Page } from 'playwright/test';
import { CircleciServer, GithubServer, JiraServer, RepositoryArchive, SnykServer } from '../src/index.ts';
import { axeViolations, expect, test } from './fixtures.ts';
import { servedApp } from './served-github-app.ts';
import { SOURCE_PORTS } from './start-product.ts';

const TOKEN = 'first_token_of_the_journey';
const NEXT_TOKEN = 'second_token_of_the_journey';
const PULL = 'Mend the lamp';
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T09:00:00Z`;

const pull = {
  id: 'PR_1',
  number: 1,
  url: 'https://github.com/acme/lamps/pull/1',
  title: PULL,
  body: 'It went out.',
  state: 'MERGED',
  author: 'ada',
  labels: ['bug'],
  assignees: [],
  createdAt: at(1),
  updatedAt: at(4),
  closedAt: at(4),
  mergedAt: at(4),
  mergedBy: 'ben',
  mergeCommit: null,
  baseRefName: 'main',
  headRefName: 'mend',
  comments: [],
  reviews: [
    {
      id: 'R_1',
      author: 'ben',
      state: 'APPROVED',
      body: 'Yes',
      createdAt: at(2),
      updatedAt: at(2),
      comments: [],
    },
  ],
};
const ARCHIVES = [
  { repo: 'acme/lamps', issues: [], pulls: [pull] },
  { repo: 'acme/plans', isPrivate: true, issues: [], pulls: [] },
];
const TICKET = {
  id: '10001',
  key: 'LAMP-1',
  fields: {
    summary: 'The lamp is dark',
    project: { id: '1', key: 'LAMP', name: 'Lamps' },
    status: { id: '3', name: 'Done', statusCategory: { key: 'done' } },
    issuetype: { name: 'Bug' },
    created: at(1),
    updated: at(4),
  },
  changelog: {
    histories: [
      {
        id: '1',
        author: { accountId: 'ada', displayName: 'Ada' },
        created: at(4),
        items: [{ field: 'status', from: '1', fromString: 'To Do', to: '3', toString: 'Done' }],
      },
    ],
  },
};
const SITE = {
  issues: [TICKET],
  projects: [{ id: '1', key: 'LAMP', name: 'Lamps' }],
  sprints: [],
  statuses: [],
  fields: [],
};

/** Makes an org of its own, the last in the alphabet, since other journeys take the first one. */
async function makeOrg(page: Page, name: string): Promise<string> {
  await page.goto('/orgs');
  await page.getByRole('tab', { name: 'Create' }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/wizard\/workspace-setup$/);
  return new URL(page.url()).pathname.split('/')[1] ?? '';
}

/** Opens the page of the one entity of a kind. */
async function openEntity(page: Page, orgId: string, kind: string): Promise<void> {
  const answer = await page.request.post(`/api/${orgId}/graph-search/entities`, {
    data: { select: [kind], format: 'json' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
  const uuid = Object.entries(data[0] ?? {}).find(([column]) => column.endsWith('uuid'))?.[1];
  await page.goto(`/${orgId}/entity/${String(uuid)}`);
}

/** What admins do when a token ends: they read why, give another one, and go on. */
async function mendToken(page: Page, source: Locator, refusal: RegExp): Promise<void> {
  await source.getByRole('button', { name: 'Sync now' }).click();
  await expect(source.getByRole('alert').getByText(refusal)).toBeVisible({ timeout: 90_000 });
  expect(await axeViolations(page)).toEqual([]);
  await source.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Change token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Token', { exact: true }).fill(NEXT_TOKEN);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });
}

/** Removes a source, after which the page offers to add one. */
async function disconnect(page: Page, source: Locator): Promise<void> {
  await source.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove source' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove source' }).click();
  await expect(page.getByRole('heading', { name: 'No source yet' })).toBeVisible({ timeout: 90_000 });
}

test('GitHub is connected, chosen from, read, mended after its token ended, and removed', async ({
  session: { page },
  complaints,
}) => {
  const github = new GithubServer(ARCHIVES.map((archive) => RepositoryArchive.parse(archive)));
  await github.listen(SOURCE_PORTS.github);
  github.tokens.add(TOKEN);
  try {
    const orgId = await makeOrg(page, 'zenith forge');
    await page.goto(`/${orgId}/settings/integrations/github`);
    await page.getByRole('button', { name: 'Connect GitHub' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Owner', { exact: true }).fill('acme');
    await dialog.getByLabel('Token', { exact: true }).fill('wrong_token');
    await dialog.getByLabel('Host', { exact: true }).fill(github.url);
    await dialog.getByRole('button', { name: 'Choose repositories' }).click();
    await expect(dialog.getByText(/does not accept the token/)).toBeVisible();
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByRole('button', { name: 'Choose repositories' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'lamps' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'plans' })).not.toBeChecked();
    await expect(dialog.getByText('1 of 2 repositories, with 1 pull request and 0 issues.')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Connect GitHub' }).click();
    const source = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'acme' }) });
    await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });

    await openEntity(page, orgId, 'PullRequest');
    await expect(page.getByRole('heading', { name: PULL })).toBeVisible();
    await page.getByRole('tab', { name: 'System info' }).click();
    await page.getByRole('button', { name: 'Show the payload of acme' }).click();
    await expect(page.getByRole('region', { name: 'The payload' })).toContainText('It went out.');
    await page.keyboard.press('Escape');

    await page.goto(`/${orgId}/settings/integrations/github`);
    github.tokens.clear();
    github.tokens.add(NEXT_TOKEN);
    await mendToken(page, source, /has expired or was revoked/);
    await disconnect(page, source);
    expect(complaints.filter((each) => !each.includes('400'))).toEqual([]);
  } finally {
    github.close();
  }
});

test('The App of GitHub is installed in the place of a token, chosen from, and read by its installation', async ({
  session: { page },
  complaints,
}) => {
  const github = new GithubServer(ARCHIVES.map((archive) => RepositoryArchive.parse(archive)));
  const app = servedApp();
  app.installations.set('501', 'acme');
  app.codes.set('the code', { user: 'ada', sees: ['501'] });
  github.app = app;
  github.tokens.add('no personal token');
  await github.listen(SOURCE_PORTS.github);
  try {
    const orgId = await makeOrg(page, 'zenith app');
    await page.goto(`/${orgId}/settings/integrations/github`);
    const home = new URL(page.url()).origin;
    // The page of GitHub on which people install an App, and which leads back.
    await page.route(/\/github-apps\/cairn-reader\/installations\/new/, (route) => {
      const state = new URL(route.request().url()).searchParams.get('state') ?? '';
      const back = new URLSearchParams({ code: 'the code', installation_id: '501', state }).toString();
      const body = `<a href="${home}/api/v1/oauth/github/redirect?${back.replaceAll('&', '&amp;')}">Install</a>`;
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.getByRole('button', { name: 'Install the GitHub App' }).first().click();
    await page.getByRole('link', { name: 'Install' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: 'lamps' })).toBeChecked({ timeout: 30_000 });
    await expect(dialog.getByRole('checkbox', { name: 'plans' })).not.toBeChecked();
    expect(await axeViolations(page)).toEqual([]);
    expect(github.asked).not.toContain('pullRequests');
    await dialog.getByRole('button', { name: 'Read these' }).click();
    const source = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'acme' }) });
    await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });
    expect(new URL(page.url()).search).toBe('');
    await openEntity(page, orgId, 'PullRequest');
    await expect(page.getByRole('heading', { name: PULL })).toBeVisible();
    await page.goto(`/${orgId}/settings/integrations/github`);
    await disconnect(page, source);
    expect(complaints).toEqual([]);
  } finally {
    github.close();
  }
});

test('Jira is connected, read, mended after its token ended, and removed', async ({
  session: { page },
  complaints,
}) => {
  const jira = new JiraServer(SITE);
  await jira.listen(SOURCE_PORTS.jira);
  jira.tokens.add(TOKEN);
  try {
    const orgId = await makeOrg(page, 'zenith tickets');
    await page.goto(`/${orgId}/settings/integrations/jira`);
    await page.getByRole('button', { name: 'Connect Jira' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Site', { exact: true }).fill(jira.url);
    await dialog.getByLabel('E-mail', { exact: true }).fill('reader@example.org');
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByRole('button', { name: 'Choose projects' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Lamps (LAMP)' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Connect Jira' }).click();
    const name = new URL(jira.url).host;
    const source = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });

    await openEntity(page, orgId, 'Issue');
    await expect(page.getByRole('heading', { name: 'The lamp is dark' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`/${orgId}/settings/integrations/jira`);
    jira.tokens.clear();
    jira.tokens.add(NEXT_TOKEN);
    await mendToken(page, source, /token/);
    await disconnect(page, source);
    expect(complaints).toEqual([]);
  } finally {
    jira.close();
  }
});

const BUILD = {
  id: '11111111-0000-4000-8000-000000000001',
  number: 1,
  project_slug: 'gh/acme/lamps',
  created_at: at(3),
  trigger: { type: 'webhook', actor: { login: 'ada', avatar_url: null } },
  vcs: { target_repository_url: 'https://github.com/acme/lamps', revision: 'a'.repeat(40), branch: 'main' },
  workflows: [
    {
      id: '22222222-0000-4000-8000-000000000001',
      name: 'Light the lamps',
      status: 'failed',
      created_at: at(3),
      stopped_at: at(4),
      jobs: [
        {
          id: '33333333-0000-4000-8000-000000000001',
          name: 'unit',
          job_number: 7,
          status: 'failed',
          started_at: at(3),
          stopped_at: at(4),
        },
      ],
    },
  ],
};

test('CircleCI is connected, read, mended after its token ended, and removed', async ({
  session: { page },
  complaints,
}) => {
  const circleci = new CircleciServer({ pipelines: [BUILD] });
  await circleci.listen(SOURCE_PORTS.circleci);
  circleci.tokens.add(TOKEN);
  try {
    const orgId = await makeOrg(page, 'zenith builds');
    await page.goto(`/${orgId}/settings/integrations/circleci`);
    await page.getByRole('button', { name: 'Connect CircleCI' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByLabel('Organizations', { exact: true }).fill('gh/acme');
    await dialog.getByLabel('Host', { exact: true }).fill(circleci.url);
    await dialog.getByRole('button', { name: 'Choose projects' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'lamps' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Connect CircleCI' }).click();
    const source = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'acme' }) });
    await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });

    await openEntity(page, orgId, 'CicdPipeline');
    await expect(page.getByRole('heading', { name: 'Light the lamps' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Jobs' })).toContainText('unit');
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`/${orgId}/settings/integrations/circleci`);
    circleci.tokens.clear();
    circleci.tokens.add(NEXT_TOKEN);
    await mendToken(page, source, /does not accept the token/);
    await disconnect(page, source);
    expect(complaints).toEqual([]);
  } finally {
    circleci.close();
  }
});

const ORGANIZATION = '44444444-0000-4000-8000-000000000001';
const PROJECT = '55555555-0000-4000-8000-000000000001';
const SCANNED = {
  organizations: [{ id: ORGANIZATION, name: 'Lamp makers', slug: 'lamp-makers' }],
  projects: [
    {
      id: PROJECT,
      type: 'project',
      attributes: { name: 'acme/lamps:package.json', type: 'npm', origin: 'github' },
      relationships: { organization: { data: { id: ORGANIZATION, type: 'org' } } },
    },
  ],
  issues: [
    {
      id: '66666666-0000-4000-8000-000000000001',
      type: 'issue',
      attributes: {
        key: 'SNYK-JS-LAMP-1',
        title: 'The lamp takes any oil',
        type: 'package_vulnerability',
        effective_severity_level: 'high',
        status: 'open',
        ignored: false,
        created_at: at(3),
        updated_at: at(3),
      },
      relationships: {
        organization: { data: { id: ORGANIZATION, type: 'organization' } },
        scan_item: { data: { id: PROJECT, type: 'project' } },
      },
    },
  ],
};

test('Snyk is connected, read, mended after its token ended, and removed', async ({
  session: { page },
  complaints,
}) => {
  const snyk = new SnykServer(SCANNED);
  await snyk.listen(SOURCE_PORTS.snyk);
  snyk.tokens.add(TOKEN);
  try {
    const orgId = await makeOrg(page, 'zenith scans');
    await page.goto(`/${orgId}/settings/integrations/snyk`);
    await page.getByRole('button', { name: 'Connect Snyk' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByLabel('Host', { exact: true }).fill(snyk.url);
    await dialog.getByRole('button', { name: 'Choose organizations' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Lamp makers' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Connect Snyk' }).click();
    const name = new URL(snyk.url).host;
    const source = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await expect(source.getByText('Up to date')).toBeVisible({ timeout: 90_000 });

    await openEntity(page, orgId, 'Vulnerability');
    await expect(page.getByRole('heading', { name: 'The lamp takes any oil' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`/${orgId}/settings/integrations/snyk`);
    snyk.tokens.clear();
    snyk.tokens.add(NEXT_TOKEN);
    await mendToken(page, source, /does not accept the token/);
    await disconnect(page, source);
    expect(complaints).toEqual([]);
  } finally {
    snyk.close();
  }
});
