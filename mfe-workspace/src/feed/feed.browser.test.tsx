import type { Followed } from '@cairn/contracts';
import type { FeedEvent } from '@cairn/contracts/feed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, clearPage, drawAt } from '../../test/workspace-under-test.tsx';
import { FeedOrg } from '../../test/fake-feed.ts';

const SHOP = '0b0e2d4e-0000-5000-8000-000000000001';
const ADA = '0b0e2d4e-0000-5000-8000-000000000002';

let org: FeedOrg;
beforeEach(() => {
  org = new FeedOrg();
});
afterEach(() => clearPage());

const follows = (...kinds: [Followed['kind'], string][]) => {
  org.followed = kinds.map(([kind, id]) => ({ kind, id, since: '2026-05-01T00:00:00Z' }));
};
const commit = (at: string, description: string, more: Partial<FeedEvent> = {}): FeedEvent => ({
  uuid: at,
  occurredAt: `${at}:00Z`,
  day: at.slice(0, 10),
  type: 'other',
  action: 'committed',
  integration: 'git',
  entityType: 'Commit',
  entityUuid: `of ${at}`,
  name: null,
  subjectUuid: at,
  newStatus: null,
  delta: null,
  comment: null,
  reference: null,
  draft: null,
  actor: { uuid: ADA, name: 'Ada', avatarUrl: null, isBot: false },
  description,
  place: { uuid: SHOP, name: 'shop' },
  ...more,
});
const shown = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent ?? '');
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('the feed', () => {
  it('tells somebody who follows nothing how to', async () => {
    drawAt('/acme/feed', org);
    await expect.element(page.getByText('What you follow is told here')).toBeVisible();
    await expect.element(page.getByText(/press its bell/)).toBeVisible();
    expect(org.asked.filter(({ path }) => path.endsWith('/feed'))).toEqual([]);
  });

  it('tells what happened by day in sentences, and ends with a summary', async () => {
    follows(['repository', SHOP], ['board', 'b1']);
    org.events = [
      commit('2026-05-06T10:00', 'Ada committed Fix login'),
      commit('2026-05-05T09:00', 'Ada committed Try again', { action: 'tried' }),
    ];
    org.changes = [
      {
        kind: 'board',
        id: 'b1',
        name: 'Plan',
        path: 'boards/b1',
        by: 'Bob',
        at: '2026-05-05T12:00:00Z',
        description: 'Bob changed the name of the board Plan',
      },
    ];
    drawAt('/acme/feed', org);
    await expect.element(page.getByText('Ada committed Fix login')).toBeVisible();
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['May 6, 2026', 'May 5, 2026', 'You follow']);
    await expect
      .element(page.getByRole('link', { name: 'Bob changed the name of the board Plan' }))
      .toBeVisible();
    expect(shown()[1]).toContain('Bob changed');
    await expect.element(page.getByText('That is all: 3 events (Commit 2, Boards 1).')).toBeVisible();
    await expect
      .element(page.getByText('Type: all · Project: all · Team: all · When: This week'))
      .toBeVisible();
    expect(org.asked.find(({ path }) => path.endsWith('/feed'))?.body).toMatchObject({
      repositories: [SHOP],
      duration: 'T1W',
      timezone: 'UTC',
    });
    await expect.element(page.getByRole('link', { name: 'shop' })).toBeVisible();
  });

  it('puts what is alike together, and opens an event in the drawer', async () => {
    follows(['person', ADA]);
    org.events = [4, 3, 2, 1].map((at) => commit(`2026-05-06T1${at}:00`, `Ada committed part ${at}`));
    const host = drawAt('/acme/feed', org);
    await expect.element(page.getByText('Ada committed part 4')).toBeVisible();
    expect(page.getByText('Ada committed part 2').query()).toBeNull();
    await page.getByRole('button', { name: 'and 3 more like it' }).click();
    await page.getByRole('button', { name: 'Ada committed part 2' }).click();
    expect(host.calls.find(([name]) => name === 'openEntity')?.slice(1, 3)).toEqual([
      'of 2026-05-06T12:00',
      [4, 3, 2, 1].map((at) => `of 2026-05-06T1${at}:00`),
    ]);
  });

  it('is filtered by type, project, team and time, which stand in the address', async () => {
    follows(['repository', SHOP]);
    org.events = [commit('2026-05-06T10:00', 'Ada committed Fix login')];
    org.choices = {
      types: [{ value: 'Commit', label: 'Commit', count: 1 }],
      projects: [{ value: SHOP, label: 'Payments', count: 1 }],
      teams: [{ value: ADA, label: 'Core', count: 1 }],
    };
    drawAt('/acme/feed', org);
    await choose('Type', 'Commit');
    await choose('Project', 'Payments');
    await choose('Team', 'Core');
    await page.getByRole('button', { name: 'When: This week' }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect
      .element(page.getByTestId('address'))
      .toHaveTextContent(`/acme/feed?type=Commit&project=${SHOP}&team=${ADA}&when=P30D`);
    await expect
      .poll(() => org.asked.findLast(({ path }) => path.endsWith('/feed'))?.body)
      .toMatchObject({ filter: { types: ['Commit'], projects: [SHOP], teams: [ADA] }, duration: 'P30D' });
    await expect
      .element(page.getByText('Type: Commit · Project: Payments · Team: Core · When: Last 30 days'))
      .toBeVisible();
  });

  it('shows days of one’s own, chosen in a calendar, which stand in the address', async () => {
    follows(['repository', SHOP]);
    org.events = [commit('2026-05-06T10:00', 'Ada committed Fix login')];
    drawAt('/acme/feed?from=2026-05-01T00:00:00.000Z&to=2026-05-02T23:59:59.999Z', org);
    const asked = () => org.asked.findLast(({ path }) => path.endsWith('/feed'))?.body;
    await expect
      .poll(asked)
      .toMatchObject({ startDate: '2026-05-01T00:00:00.000Z', endDate: '2026-05-02T23:59:59.999Z' });
    await page.getByRole('button', { name: /^When: May 1, 2026/ }).click();
    await page.getByRole('button', { name: '5 May 2026', exact: true }).click();
    await page.getByRole('button', { name: '7 May 2026', exact: true }).click();
    await expect
      .poll(asked)
      .toMatchObject({ startDate: '2026-05-05T00:00:00.000Z', endDate: '2026-05-07T23:59:59.999Z' });
    await expect.element(page.getByText(/When: May 5, 2026/)).toBeVisible();
    await expect.element(page.getByTestId('address')).toHaveTextContent('from=2026-05-05T00');
  });

  it.each(['?when=forever', '?from=2026-05-09&to=2026-05-01', '?from=x&to=y'])(
    'takes %s for this week',
    async (search) => {
      follows(['repository', SHOP]);
      drawAt(`/acme/feed${search}`, org);
      await expect.element(page.getByRole('button', { name: 'When: This week' })).toBeVisible();
    },
  );

  it('says that nothing happened, and offers a longer time', async () => {
    follows(['repository', SHOP]);
    drawAt('/acme/feed', org);
    await page.getByRole('button', { name: 'Show the last 90 days' }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('when=P90D');
  });

  it('reads older events on demand, and only then says that it ends', async () => {
    follows(['repository', SHOP]);
    org.events = Array.from({ length: 60 }, (_, at) =>
      commit(`2026-05-06T10:${String(59 - at).padStart(2, '0')}`, `Ada did ${at}`, { action: `act ${at}` }),
    );
    drawAt('/acme/feed', org);
    await expect.element(page.getByText('Ada did 49')).toBeInTheDocument();
    expect(page.getByText(/That is all/).query()).toBeNull();
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.element(page.getByText('That is all: 60 events')).toBeInTheDocument();
  });

  it('says what cannot be read, and reads it again', async () => {
    org.failures.set('/following', {
      status: 503,
      body: { error: { code: 'forbidden', message: 'Not now.' } },
    });
    drawAt('/acme/feed', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.');
    org.failures.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('What you follow is told here')).toBeVisible();
  });

  it('says of nothing that it is missing while it cannot be read', async () => {
    follows(['repository', SHOP]);
    org.failures.set('/acme/feed', {
      status: 403,
      body: { error: { code: 'forbidden', message: 'Not now.' } },
    });
    drawAt('/acme/feed', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.');
    for (const words of [/Nothing happened/, /0 events/, 'No longer there'])
      expect(page.getByText(words).query()).toBeNull();
    await expect.element(page.getByText('Name unknown')).toBeVisible();
  });

  it('says where the org limits what is told of people', async () => {
    follows(['person', ADA]);
    org.limited = true;
    drawAt('/acme/feed', org);
    await expect.element(page.getByText(/limits what is shown of one person/)).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (theme) => {
    follows(['repository', SHOP]);
    org.events = [commit('2026-05-06T10:00', 'Ada committed Fix login')];
    drawAt('/acme/feed', org, {}, theme);
    await expect.element(page.getByText('Ada committed Fix login')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});
