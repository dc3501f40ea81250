import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, clearPage, drawAt, FakeOrg, providedKind } from '../../test/workspace-under-test.tsx';
import { arrangeTeams } from './use-teams.ts';

const LEDGER = '00000000-0000-5000-8000-000000000001';
const OTHER = '00000000-0000-5000-8000-000000000002';
const ok = (data: unknown) => ({ status: 200, body: { data, ...ABOUT } });
const ABOUT = {
  columns: [],
  meta: {
    page: 1,
    pageSize: 200,
    limit: 1_000,
    total: 1,
    truncated: false,
    timezone: 'UTC',
    start: null,
    end: null,
    dataVersion: 1,
  },
};
const team = (uuid: string, name: string, parent: string | null = null) => ({
  uuid,
  'Team.name': name,
  'Parent.name': parent,
});
const member = (uuid: string, name: string, role: string) => ({
  'Team.uuid': LEDGER,
  'Team.role': role,
  'Person.uuid': uuid,
  'Person.name': name,
});
const MEMBERS = [member('p1', 'Ada', 'member'), member('p2', 'Grace', 'lead')];
const DETAIL = {
  uuid: LEDGER,
  labels: ['Team'],
  name: 'ledger',
  properties: {},
  own: [],
  relations: [
    {
      name: 'Person',
      label: 'Members',
      target: 'Person',
      total: 2,
      items: [
        { uuid: 'p1', kind: 'Person', name: 'Ada', properties: { role: 'member' } },
        {
          uuid: 'p2',
          kind: 'Person',
          name: 'Grace',
          properties: { role: 'lead' },
          since: '2026-01-05T00:00:00Z',
        },
      ],
      former: {
        total: 1,
        items: [
          {
            uuid: 'p3',
            kind: 'Person',
            name: 'Edsger',
            since: '2025-01-01T00:00:00Z',
            until: '2025-06-01T00:00:00Z',
          },
        ],
      },
    },
    {
      name: 'Repository',
      label: 'Repositories',
      target: 'Repository',
      total: 1,
      items: [{ uuid: 'r1', kind: 'Repository', name: 'ledger-api' }],
    },
  ],
};

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.groups = MEMBERS;
  org.failures.set(
    '/graph-search/entities',
    ok([team(LEDGER, 'ledger', 'Engineering'), team(OTHER, 'Engineering')]),
  );
  org.failures.set('/entity-detail', ok(DETAIL));
});
afterEach(() => clearPage());

describe('the arrangement of teams', () => {
  it('puts teams beneath their parent by name, with their leads and the number of members', () => {
    const arranged = arrangeTeams(
      [team(LEDGER, 'ledger', 'Engineering'), team(OTHER, 'Engineering')],
      MEMBERS,
    );
    expect(arranged.map(({ name, level, members }) => [name, level, members])).toEqual([
      ['Engineering', 1, 0],
      ['ledger', 2, 2],
    ]);
    expect(arranged[1]?.leads.map(({ name }) => name)).toEqual(['Grace']);
  });

  it('keeps every team of a circle of parents once', () => {
    const circle = [team(LEDGER, 'a', 'b'), team(OTHER, 'b', 'a')];
    expect(arrangeTeams(circle, []).map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('the list of teams', () => {
  it('shows each with its lead, and opens one', async () => {
    drawAt('/acme/teams', org);
    const rows = page.getByRole('row');
    await expect.element(rows.nth(2)).toHaveTextContent(/ledger.*Grace.*2/);
    await page.getByText('ledger', { exact: true }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent(`/acme/teams/${LEDGER}`);
    await expect.element(page.getByRole('heading', { level: 1, name: 'ledger' })).toBeVisible();
  });

  it('shows name, members and pull requests of a team on a phone, and keeps names while it scrolls', async () => {
    await page.viewport(390, 844);
    org.configuration = { ...org.configuration, kinds: [providedKind('PullRequest')] };
    drawAt('/acme/teams', org);
    await expect.element(page.getByRole('columnheader', { name: 'Pull requests' })).toBeVisible();
    const headers = () => [...document.querySelectorAll('[role=columnheader]')];
    const isSeen = (header: Element) => header.getBoundingClientRect().right <= 390;
    expect(
      headers()
        .filter(isSeen)
        .map((header) => header.textContent),
    ).toEqual(['Name', 'Members', 'Pull requests']);
    headers().at(-1)?.scrollIntoView();
    await expect.poll(() => headers()[0]?.getBoundingClientRect().left).toBeGreaterThanOrEqual(0);
    await page.viewport(1280, 800);
  });

  it('says where teams come from while there are none, and why they cannot be read', async () => {
    org.failures.set('/graph-search/entities', ok([]));
    drawAt('/acme/teams', org);
    await expect.element(page.getByText('Teams appear here')).toBeVisible();
    clearPage();
    org.failures.set('/graph-search/entities', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'The graph cannot be reached.' } },
    });
    drawAt('/acme/teams', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('The graph cannot be reached.');
  });
});

describe('the page of a team', () => {
  it('shows leads before members, since when they are in it, and who left', async () => {
    drawAt(`/acme/teams/${LEDGER}`, org);
    const members = page.getByRole('list', { name: 'Members', exact: true }).getByRole('listitem');
    await expect.element(members.nth(0)).toHaveTextContent('Gracelead' + 'since Jan 5, 2026');
    await expect.element(members.nth(1)).toHaveTextContent('Ada');
    await page.getByText('1 former member').click();
    await expect
      .element(page.getByRole('list', { name: 'Former members' }))
      .toHaveTextContent('EdsgerJan 1, 2025 – Jun 1, 2025');
    await expect
      .element(page.getByRole('link', { name: 'ledger-api' }))
      .toHaveAttribute('href', '/acme/entity/r1');
    expect(await axeFindings()).toEqual([]);
  });

  it('draws what a team did only where somebody is or was in it', async () => {
    org.configuration = { ...org.configuration, kinds: [providedKind('Commit')] };
    const charts = () => page.getByRole('heading', { name: / a week$/ });
    drawAt(`/acme/teams/${LEDGER}`, org);
    await expect.element(charts().first()).toBeVisible();
    clearPage();
    org.failures.set('/entity-detail', ok({ ...DETAIL, relations: DETAIL.relations.slice(1) }));
    drawAt(`/acme/teams/${LEDGER}`, org);
    await expect.element(page.getByText('Nobody is in this team now')).toBeVisible();
    expect(charts().elements()).toEqual([]);
  });

  it.each(['nowhere', '%3Cscript%3E', OTHER])('says that there is no such team at %s', async (id) => {
    if (id === OTHER)
      org.failures.set('/entity-detail', {
        status: 404,
        body: { error: { code: 'not_found', message: 'There is no such entity.' } },
      });
    drawAt(`/acme/teams/${id}`, org);
    await expect.element(page.getByText('There is no such team')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'All teams' }))
      .toHaveAttribute('href', '/acme/teams');
  });
});
