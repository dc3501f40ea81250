import type { Highlight, Source } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { exploreAddress, hasDefaultBranch, Query } from '@cairn/query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  aQuery,
  axeFindings,
  clearPage,
  drawAt,
  FakeOrg,
  providedKind,
} from '../../test/workspace-under-test.tsx';
import { endInWords } from './highlights.ts';

const source = (part: Partial<Source['progress']>): Source => ({
  id: 's1',
  type: 'git',
  name: 'cairn',
  status: 'ingesting',
  progress: { state: 'done', current: null, phases: [], ...part },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
});

const highlight = (part: Partial<Highlight> & Pick<Highlight, 'key' | 'label'>): Highlight => ({
  entity: 'PullRequest',
  value: null,
  previous: null,
  change: null,
  isNew: false,
  most: null,
  query: Query.parse({ select: ['PullRequest'], duration: 'P30D' }),
  ...part,
});

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.sources = [source({})];
  org.links = [aQuery('q1', 'Commits by person')];
});
afterEach(() => clearPage());

const askBox = () => page.getByRole('textbox', { name: 'Ask a question about your data' });
describe('home', () => {
  it('keeps a note closed until it says something else', async () => {
    localStorage.clear();
    const unread = (shas: string) => [{ ...source({}), notes: [`Changes cannot be read: ${shas}.`] }];
    org.sources = unread('f3e00ea4');
    const host = drawAt('/acme/home', org);
    await page.getByRole('button', { name: 'Close this note' }).click();
    await expect.element(page.getByText('Changes cannot be read')).not.toBeInTheDocument();
    const [, undo] = host.calls.findLast(([name]) => name === 'toast') ?? [];
    (undo as { onUndo: () => void }).onUndo();
    await page.getByRole('button', { name: 'Close this note' }).click();
    await expect.element(page.getByText('Changes cannot be read')).not.toBeInTheDocument();
    clearPage();
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('heading', { name: 'Commits a week' })).toBeVisible();
    expect(page.getByText('Changes cannot be read').elements()).toEqual([]);
    clearPage();
    org.sources = unread('f3e00ea4 and e297a0ae');
    drawAt('/acme/home', org);
    await expect
      .element(page.getByText('cairn: Changes cannot be read: f3e00ea4 and e297a0ae.'))
      .toBeVisible();
    localStorage.clear();
  });

  it('says to admins that the data of the org began anew, until they close it', async () => {
    localStorage.clear();
    const words = 'The data file of this organization was lost. Its sources are read anew.';
    org.failures.set('/data-loss', { status: 200, body: { data: { at: '2026-11-01T10:00:00Z', words } } });
    const asksForLoss = () => org.asked.some(({ path }) => path.endsWith('/data-loss'));
    const { org: acme } = createFakeHost();
    drawAt('/acme/home', org, { org: { ...acme, role: 'admin' } });
    await expect.element(page.getByText(words)).toBeVisible();
    await page.getByRole('button', { name: 'Close this note' }).click();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
    clearPage();
    org.asked.length = 0;
    drawAt('/acme/home', org, { org: { ...acme, role: 'user' } });
    await expect.element(page.getByRole('heading', { name: 'Commits a week' })).toBeVisible();
    expect(asksForLoss()).toBe(false);
    localStorage.clear();
  });

  it('begins with the default branch, and shows all branches on demand', async () => {
    org.configuration = { ...org.configuration, kinds: [providedKind('Branch')] };
    let drawn: Query[] = [];
    drawAt('/acme/home', org, {
      renderPart: (_name, props) => {
        if ('query' in props) drawn = [...drawn, props.query as Query];
        return <div>chart</div>;
      },
    });
    const remove = page.getByRole('button', { name: 'Remove Default branch, show All branches' });
    await expect.element(remove).toBeVisible();
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.every(hasDefaultBranch)).toBe(true);
    drawn = [];
    await remove.click();
    await expect
      .element(page.getByRole('button', { name: /^All branches .*default branch only/ }))
      .toBeVisible();
    expect(drawn.some(hasDefaultBranch)).toBe(false);
    expect(drawn.length).toBeGreaterThan(0);
  });

  it('asks for real charts of the period, and lists people by their latest commit, and says so', async () => {
    const drawn: string[] = [];
    drawAt('/acme/home', org, {
      renderPart: (_name, props) => {
        drawn.push('label' in props ? props.label : '');
        return <div>chart</div>;
      },
    });
    await expect.element(page.getByRole('heading', { name: 'Commits a week' })).toBeVisible();
    expect(new Set(drawn)).toEqual(
      new Set(['Commits a week', 'Where the work happens', 'When commits are made, by your clock']),
    );
    await expect.element(page.getByText('Grace Hopper')).toBeVisible();
    const people = org.asked.find(({ body }) => JSON.stringify(body).includes('"attribute":"name"'));
    expect(people?.body).toMatchObject({
      order: [{ by: 'max(Commit.authoredAt)', direction: 'descending' }, { by: 'Person.email' }],
    });
    await expect.element(page.getByText('The latest first, with their commits.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Commits by person' })).toBeVisible();
  });

  it('keeps the order of the answer, whatever the alphabet says', async () => {
    org.groups = ['Zoe', 'Ann', 'Moe'].map((name) => ({
      'Person.name': name,
      'Person.email': `${name}@example.com`,
      'count(Commit.uuid)': 1,
    }));
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('link', { name: 'Zoe' })).toBeVisible();
    const names = page.getByRole('link', { name: /^(Zoe|Ann|Moe)/ }).elements();
    expect(names.map((link) => link.textContent?.replace(/^[A-Z]{1,2}(?=[A-Z])/, '').slice(0, 3))).toEqual([
      'Zoe',
      'Ann',
      'Moe',
    ]);
  });

  it('counts the people that it lists: humans, and two of one name are two', async () => {
    const commits = { 'count(Commit.uuid)': 1, 'countDistinct(Person.uuid)': 2 };
    org.groups = ['jo@one.example', 'jo@two.example'].map((email) => ({
      'Person.name': 'Jo Smith',
      'Person.email': email,
      ...commits,
    }));
    drawAt('/acme/home', org);
    const namesake = page.getByRole('link', { name: 'Jo Smith jo@two.example' });
    await expect.element(namesake).toBeVisible();
    const [first, second] = page.getByRole('link', { name: 'Jo Smith' }).elements();
    expect(first?.getAttribute('href')).not.toBe(second?.getAttribute('href'));
    const queries = org.asked.map(({ body }) => body as Partial<Query>);
    const listed = queries.find(({ groupBys }) => JSON.stringify(groupBys ?? []).includes('Person'));
    const counted = queries.find(({ aggregations }) => JSON.stringify(aggregations ?? []).includes('Person'));
    expect(listed?.groupBys).toMatchObject([{ attribute: 'name' }, { attribute: 'email' }]);
    expect(counted?.filters).toEqual(listed?.filters);
    expect(counted?.filters).toMatchObject([{ attribute: 'isBot', comparison: { 'NOT IN': [true] } }]);
  });

  it('stands its figures beside the period before, with what other sources bring', async () => {
    org.highlights.data = [
      highlight({ key: 'commits', label: 'Commits', value: 12_400, previous: 11_072, change: 11.99 }),
      highlight({
        key: 'commit-to-merge',
        label: 'Median time, commit to merge',
        unit: 'second',
        value: 3_600,
        previous: 7_200,
        change: -50,
      }),
      highlight({
        key: 'deployments',
        label: 'Deployments',
        value: 9,
        previous: 0,
        change: 100,
        isNew: true,
        most: {
          target: 'Repository',
          attribute: 'name',
          items: [
            { name: 'ledger-web', value: 5 },
            { name: 'billing-api', value: 4 },
          ],
          total: 2,
        },
      }),
    ];
    drawAt('/acme/home?period=P30D', org);
    const figures = page.getByRole('region', { name: 'Highlights' });
    await expect
      .element(figures.getByText('12% more than 11,072 in Aug 31, 2026 – Sep 30, 2026'))
      .toBeInTheDocument();
    await expect
      .element(figures.getByText('50% shorter than 2h in Aug 31, 2026 – Sep 30, 2026'))
      .toBeInTheDocument();
    await expect.element(figures.getByText('mostly ledger-web and billing-api')).toBeVisible();
    await expect.element(figures.getByText('Compared with Aug 31, 2026 – Sep 30, 2026.')).toBeVisible();
    expect(figures.getByText('Commits', { exact: true }).elements()).toHaveLength(1);
    const asked = org.asked.find(({ path }) => path.endsWith('/overview-highlights'));
    expect(asked?.body).toEqual({ duration: 'P30D', timezone: createFakeHost().timezone });
    // By keyboard: the link has the whole of it, and opens the same question.
    const link = figures.getByRole('link', { name: '1h', exact: true });
    await userEvent.keyboard('{Tab}');
    (link.element() as HTMLElement).focus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('50% shorter than 2h');
    (figures.getByRole('link', { name: '9', exact: true }).element() as HTMLElement).focus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent(/^9, deployments\. /);
    const { query, label: title } = highlight(org.highlights.data[1] ?? { key: '', label: '' });
    const view = { value: 'metric' as const, config: {} };
    await expect.element(link).toHaveAttribute('href', exploreAddress('acme', { query, view, title }));
    expect(await axeFindings()).toEqual([]);
  });

  it('keeps room for the tiles that its sources will fill, so that nothing jumps', async () => {
    org.configuration = {
      ...org.configuration,
      kinds: [providedKind('PullRequest'), providedKind('Message')],
    };
    org.highlights.data = ['pull-requests', 'commit-to-merge', 'messages'].map((key) =>
      highlight({ key, label: key, value: 5, previous: 5, change: 0 }),
    );
    let answer: () => void = () => undefined;
    org.slow.set('/overview-highlights', new Promise<void>((resolve) => (answer = resolve)));
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('heading', { name: 'Commits a week' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '12,400', exact: true })).toBeVisible();
    const top = () =>
      page
        .getByRole('heading', { name: 'When commits are made, by your clock' })
        .element()
        .getBoundingClientRect().top;
    const before = top();
    expect(page.getByRole('term').elements()).toHaveLength(7);
    answer();
    await expect.element(page.getByText('as before').first()).toBeVisible();
    expect(page.getByRole('term').elements()).toHaveLength(7);
    expect(top()).toBe(before);
  });

  it('keeps its figures when the period before cannot be read, and reads it again', async () => {
    const error = { code: 'query_timeout', message: 'This took longer than 30 seconds.' };
    org.failures.set('/overview-highlights', { status: 503, body: { error } });
    drawAt('/acme/home', org);
    await expect.element(page.getByText('The period before could not be read.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '12,400', exact: true })).toBeVisible();
    org.failures.clear();
    await page.getByRole('region', { name: 'Highlights' }).getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText(/Compared with/)).toBeVisible();
  });

  it('says where the data ends when the period goes on after it', () => {
    const meta = { timezone: 'UTC', dataEnd: '2026-08-22T10:00:00Z' };
    expect(endInWords(meta)).toBe(' The data ends Aug 22, 2026; both are counted as far as it goes.');
    expect(endInWords({ ...meta, dataEnd: null })).toBe('');
  });

  it('asks what is typed, as every other box for questions does', async () => {
    const host = drawAt('/acme/home', org);
    await askBox().fill('commits ');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => host.calls.at(-1)).toEqual(['ask', 'commits']);
  });

  it.each([
    [
      'why a question has no answer',
      () => Promise.reject(new Error('No kind of data was named.')),
      'No kind of data was named.',
    ],
    ['that no topic has a name', () => Promise.resolve(false), 'No topic has this name.'],
  ])('says in place %s', async (_, ask, words) => {
    drawAt('/acme/home', org, { ask });
    await askBox().fill('hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('says how far the changes are read and which figures are not complete', async () => {
    const phase = {
      id: 'changes',
      label: 'Reading changes',
      activity: 'Reading changes of',
      unit: 'commits',
      background: true,
      incomplete: 'figures by file and folder',
      done: 12_400,
      total: 40_000,
      perSecond: 850,
    };
    org.sources = [source({ state: 'running', current: 'changes', phases: [phase] })];
    drawAt('/acme/home', org);
    await expect
      .element(
        page.getByText(
          /Reading changes of cairn: 12,400 of 40,000 commits, about 32s left; figures by file and folder are not complete yet/,
        ),
      )
      .toBeVisible();
    await expect.element(page.getByText('Not complete yet: changes are still being read.')).toBeVisible();
  });

  it('offers the next step while no source is connected', async () => {
    org.sources = [];
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('link', { name: 'Add a repository' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('fails in place when the graph is down, and keeps what the graph does not answer', async () => {
    org.links = [{ ...aQuery('q1', 'Commits by person'), isBookmarked: true }];
    org.failures.set('/configuration', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'The graph cannot be reached.' } },
    });
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('The graph cannot be reached.');
    await expect.element(askBox()).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Commits by person' })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (theme) => {
    drawAt('/acme/home', org, {}, theme);
    await expect.element(page.getByText('Grace Hopper')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});
