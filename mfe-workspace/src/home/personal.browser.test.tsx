import type { Highlight } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { exploreAddress, Query } from '@cairn/query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.sources = [
    {
      id: 's1',
      type: 'company',
      name: 'Harbour',
      status: 'active',
      progress: { state: 'done', current: null, phases: [] },
      notes: [],
      error: null,
      erroredAt: null,
      lastIngestedAt: '2026-11-20T00:00:00Z',
    },
  ];
});
afterEach(() => clearPage());

const part = (name: string) =>
  page.getByRole('heading', { name, exact: true }).element().closest('section') as HTMLElement;
const shown = (text: string) => expect.element(page.getByText(text)).toBeVisible();

const counted = (entity: string, reducer: 'count' | 'median', attribute = 'uuid'): Highlight => ({
  key: `${entity}-${reducer}`,
  label: `${entity}s`,
  entity,
  value: 83,
  previous: null,
  change: null,
  isNew: false,
  most: null,
  query: Query.parse({
    select: [entity],
    duration: 'P30D',
    aggregations: [{ target: entity, attribute, reducer }],
  }),
});

describe('what changed since the reader was here', () => {
  it('says that a first visit has nothing before it', async () => {
    drawAt('/acme/home', org);
    await shown('Your first time here');
  });

  it('lists the new things of the data, which open as a list, and what others saved', async () => {
    org.lastVisit = '2026-11-10T08:00:00Z';
    org.highlights.data = [
      counted('Issue', 'count'),
      counted('PullRequest', 'median', 'clockCommitLeadTime'),
    ];
    org.links = [
      aLink({
        id: 'b1',
        name: 'Delivery',
        userId: 'u2' as never,
        ownerName: 'Grace',
        updatedAt: '2026-11-12T00:00:00Z',
      }),
      aLink({ id: 'b2', name: 'Mine', updatedAt: '2026-11-12T00:00:00Z' }),
      aLink({ id: 'b3', name: 'Long ago', userId: 'u2' as never }),
    ];
    drawAt('/acme/home', org);
    const query = { ...counted('Issue', 'count').query, aggregations: [] };
    await expect
      .element(page.getByRole('link', { name: '83 issues' }))
      .toHaveAttribute('href', exploreAddress('acme', { query, title: 'Issues' }));
    const here = part('Since you were last here');
    expect(here.textContent).toContain('DeliveryGrace');
    expect(here.textContent).not.toMatch(/Mine|Long ago|pullrequests/);
    const asked = org.asked.filter(({ path }) => path.endsWith('/overview-highlights'));
    expect(asked.map(({ body }) => body['startDate'])).toContain(org.lastVisit);
  });

  it('says so when nothing changed, and when it cannot be read', async () => {
    org.lastVisit = '2026-11-10T08:00:00Z';
    drawAt('/acme/home', org);
    await shown('Nothing changed');
    clearPage();
    const error = { code: 'internal', message: 'It broke.' };
    org.failures.set('/user-state/visit', { status: 500, body: { error } });
    drawAt('/acme/home', org);
    await shown('It could not be read');
    await expect.element(page.getByRole('heading', { name: 'Favorites' })).toBeVisible();
  });
});

it('favorites come with spaces and boards first', async () => {
  org.links = [
    { ...aQuery('q1', 'Commits by person'), isBookmarked: true },
    aLink({ id: 'b1', name: 'Delivery', isBookmarked: true }),
    aLink({ id: 'b2', name: 'Not mine' }),
    aLink({ id: 's1', name: 'Daily', type: 'space-v1', state: '{"items":[]}', isBookmarked: true }),
  ];
  drawAt('/acme/home', org);
  const names = () => [...part('Favorites').querySelectorAll('a')].map((link) => link.textContent);
  await shown('Getting started');
  await expect.poll(names).toEqual(['DailySpace', 'DeliveryBoard', 'Commits by personQuery']);
});

describe('the checklist', () => {
  const task = (name: string) => page.getByRole('checkbox', { name });

  it('says how much of it is done, and leads to where the rest is done', async () => {
    drawAt('/acme/home', org);
    await shown('0%');
    await task('Save a question').click();
    await shown('13%');
    await expect.element(task('Save a question')).toBeChecked();
    await task('Save a question').click();
    await shown('0%');
    await expect
      .element(page.getByRole('link', { name: 'Choose what you are told about' }))
      .toHaveAttribute('href', '/acme/settings/notifications');
    expect(await axeFindings()).toEqual([]);
  });

  it('dismisses a task with a way back, and shows the dismissed ones on demand', async () => {
    const host = drawAt('/acme/home', org);
    await page.getByRole('button', { name: 'Dismiss “Save a question”' }).click();
    await expect.element(task('Save a question')).not.toBeInTheDocument();
    expect(host.calls.at(-1)).toMatchObject(['toast', { kind: 'undo' }]);
    await page.getByRole('button', { name: 'Show 1 dismissed' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(page.getByRole('button', { name: 'Dismiss “Save a question”' })).toBeVisible();
  });

  it('goes when nothing of it is left, and says when it is not saved', async () => {
    const host = drawAt('/acme/home', org, createFakeHost());
    const error = { code: 'unavailable', message: 'A part of Cairn is not running.' };
    org.failures.set('/user-state/task', { status: 503, body: { error } });
    await task('Save a question').click();
    await expect
      .poll(() => host.calls.at(-1))
      .toMatchObject(['toast', { kind: 'error', message: `The checklist is not saved. ${error.message}` }]);
    org.failures.clear();
    org.tasks = org.tasks.map((each) => ({ ...each, completed: true }));
    await task('Open a topic').click();
    await expect.element(page.getByText('Getting started')).not.toBeInTheDocument();
  });
});

it('the banner welcomes the reader, says which integrations work, and leads to what has a tag', async () => {
  org.configuration = {
    ...org.configuration,
    integrations: [{ name: 'jira', configured: true, provides: [] }],
  };
  org.failures.set('/list-connectors', {
    status: 200,
    body: { data: [{ type: 'company', provides: ['jira'] }] },
  });
  org.links = [
    aLink({ id: 'b1', group: 'Delivery Health,ops' }),
    aLink({ id: 'b2', group: 'Delivery Health' }),
  ];
  drawAt('/acme/home', org);
  await shown('Welcome, Ada.');
  await expect
    .element(page.getByRole('link', { name: 'Jira: connected' }))
    .toHaveAttribute('href', '/acme/settings/integrations/company');
  await expect
    .element(page.getByRole('link', { name: /^delivery_health 2$/ }))
    .toHaveAttribute('href', '/acme/library?filter=tag:delivery_health');
});

describe('the box of Home', () => {
  const box = () => page.getByRole('textbox', { name: 'Ask a question about your data' });
  const found = page.getByRole('list', { name: 'Suggestions' }).getByRole('link');
  beforeEach(() => {
    const entity = {
      uuid: 'p1',
      kind: 'Person',
      name: 'Grace Hopper',
      hint: 'grace@example.com',
      exact: false,
    };
    const meta = { page: 1, pageSize: 5, total: 1, counts: { Person: 1 } };
    org.failures.set('/entity-search', { status: 200, body: { data: [entity], meta } });
    const board = aLink({ id: 'b1', name: 'Grace and speed' });
    org.failures.set('/deep-links/search', { status: 200, body: { data: [board], counts: {} } });
  });

  it('offers the entities and the saved things that a text names, which arrows reach', async () => {
    drawAt('/acme/home', org);
    await userEvent.fill(box(), 'grace');
    await expect.element(found.first()).toHaveAttribute('href', '/acme/entity/p1');
    await expect.element(found.last()).toHaveAttribute('href', '/acme/boards/b1');
    const icons = found.elements().map((link) => link.querySelector('svg')?.getAttribute('class'));
    expect(icons).toEqual(['lucide lucide-user', 'lucide lucide-layout-dashboard']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(found.first()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(found.last()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(found.first()).not.toBeInTheDocument();
    await expect.element(box()).toHaveFocus();
  });

  it('offers nothing before anything is typed, and nothing when nothing is found', async () => {
    org.failures.clear();
    drawAt('/acme/home', org);
    await userEvent.fill(box(), 'xyzzy');
    await expect.poll(() => org.asked.some(({ path }) => path.endsWith('/entity-search'))).toBe(true);
    expect(found.elements()).toEqual([]);
  });
});

it('a shorter time to merge is for the better and drawn so, a longer one for the worse', async () => {
  const time = (change: number): Highlight => ({
    ...counted('PullRequest', 'median', 'clockCommitLeadTime'),
    key: 'commit-to-merge',
    unit: 'second',
    value: 3_600,
    previous: 7_200,
    change,
  });
  const senseOf = (words: string) =>
    page.getByText(words).element().closest('[data-sense]')?.getAttribute('data-sense');
  org.highlights.data = [time(-50), { ...time(50), key: 'reviews' }];
  org.series = [3, 5, 4, 6, 2].map((value, at) => ({ timestamp: `2026-11-0${at + 1}`, value }));
  drawAt('/acme/home', org);
  await expect.element(page.getByText(/50% shorter than .*, for the better/)).toBeInTheDocument();
  expect(senseOf('50% shorter')).toBe('good');
  await expect.poll(() => document.querySelectorAll('[data-sparkline] path[d^="M"]').length).toBe(6);
  clearPage();
  org.highlights.data = [time(50)];
  drawAt('/acme/home', org);
  await expect.element(page.getByText(/50% longer than .*, for the worse/)).toBeInTheDocument();
  expect(senseOf('50% longer')).toBe('bad');
});
