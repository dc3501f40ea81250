import type { ChatReply } from '@cairn/contracts/chat-replies';
import type { ChatPanelProps, Host } from '@cairn/host';
import { undoLast } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';
import { ChatPanel } from '../chat-panel.tsx';

afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
});

const drawnOrg = { name: 'Acme', role: 'admin', firstDay: 1 };
const commits = Query.parse({ select: ['Commit'] });
const aReply = (part: Partial<ChatReply> = {}): ChatReply => ({
  summary: 'This draws “Commits” as saved.',
  follow_up_prompts: [{ title: 'Trend Analysis', prompt: 'Show the trends of this data' }],
  conversationId: 'c1',
  answers: [{ title: 'Commits', query: commits, view: null }],
  entities: [],
  listsTeams: false,
  topicName: null,
  answeredBy: 'offline planner',
  ...part,
});

/** An org whose assistant answers so. */
function orgThatSays(part: Partial<ChatReply> = {}, status = 200): FakeOrg {
  const org = new FakeOrg();
  org.failures.set('/chat/reply', { status, body: { data: aReply(part) } });
  return org;
}
const refusing = (code: string, message: string, status: number): FakeOrg => {
  const org = new FakeOrg();
  org.failures.set('/chat/reply', { status, body: { error: { code, message } } });
  return org;
};

const input = () => page.getByRole('textbox', { name: 'Message' });
const sent = (org: FakeOrg) =>
  org.asked.filter(({ path }) => path.endsWith('/chat/reply')).map(({ body }) => body);

/** Draws the page and sends a text by Enter. */
async function say(org: FakeOrg, text: string, overrides: Partial<Host> = {}) {
  const host = drawAt('/acme/chat', org, overrides);
  await input().fill(text);
  await userEvent.keyboard('{Enter}');
  return host;
}

describe('an empty conversation', () => {
  it('offers the four sample prompts, and sends the one that is chosen', async () => {
    const org = orgThatSays();
    drawAt('/acme/chat', org);
    for (const title of ['Performance Overview', 'Trend Analysis', 'Key Insights', 'Comparative Analysis'])
      await expect.element(page.getByRole('button', { name: title })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Key Insights' }).click();
    await expect
      .poll(() => sent(org))
      .toMatchObject([
        { mode: 'AGENT', sections: [{ prompt: 'Show the key insights of this data', queries: [] }] },
      ]);
  });

  it('says what it is about in pills', async () => {
    drawAt('/acme/chat', orgThatSays());
    for (const pill of ['0 Data Sources', '0 Filters', 'No date range selected', 'All Teams'])
      await expect.element(page.getByText(pill)).toBeVisible();
  });
});

describe('the input', () => {
  it('sends by Enter, begins a line by Shift and Enter, and grows to four rows', async () => {
    const org = orgThatSays();
    drawAt('/acme/chat', org);
    await expect.element(input()).toHaveAttribute('placeholder', 'Ask a question about your data...');
    await input().fill('one');
    const low = input().element().clientHeight;
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}two{Shift>}{Enter}{/Shift}three');
    await expect.element(input()).toHaveValue('one\ntwo\nthree');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}four');
    const high = input().element().clientHeight;
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}five{Shift>}{Enter}{/Shift}six');
    expect(input().element().clientHeight).toBe(high);
    expect(high).toBeGreaterThan(low * 2);
    expect(sent(org)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent(org)).toHaveLength(1);
    await expect.element(input()).toHaveValue('');
  });

  it('sends nothing without words, nor while an answer is awaited', async () => {
    const org = orgThatSays();
    let answer = (): void => undefined;
    org.slow.set('/chat/reply', new Promise<void>((done) => (answer = done)));
    await say(org, '   ');
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
    await input().fill('commits');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Thinking...')).toBeVisible();
    await input().fill('more');
    await userEvent.keyboard('{Enter}');
    await expect.element(input()).toHaveValue('more');
    answer();
    await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
    expect(page.getByText('Thinking...').query()).toBeNull();
    expect(sent(org)).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('is drawn, opens in Explore, and is copied', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await say(orgThatSays(), 'commits');
    await expect.element(page.getByText('explore/QuestionView')).toBeInTheDocument();
    const link = page.getByRole('link', { name: 'Open in Explore' });
    expect(link.element().getAttribute('href')).toMatch(/^\/acme\/explore\?s=/);
    await page.getByRole('button', { name: 'Copy the link to Commits' }).click();
    expect(copied[0]).toContain('/acme/explore?s=');
    await page.getByRole('button', { name: 'Copy text' }).click();
    expect(copied[1]).toBe('This draws “Commits” as saved.');
    expect(await axeFindings()).toEqual([]);
  });

  it('is saved as a query of the user', async () => {
    const org = orgThatSays();
    const host = await say(org, 'commits');
    await page.getByRole('button', { name: 'Save Commits' }).click();
    await expect.element(page.getByRole('button', { name: 'Open the saved Commits' })).toBeVisible();
    expect(org.links).toMatchObject([{ type: 'explore-v1', name: 'Commits' }]);
    expect(host.calls).toContainEqual(['toast', { kind: 'info', message: 'Saved Commits' }]);
  });

  it('offers what may be asked next, and goes on with the same conversation', async () => {
    const org = orgThatSays();
    await say(org, 'commits');
    await page.getByRole('button', { name: 'Trend Analysis' }).click();
    await expect
      .poll(() => sent(org).at(-1))
      .toMatchObject({
        conversationId: 'c1',
        sections: [{ prompt: 'Show the trends of this data' }],
      });
  });

  it('lists who is called so, and leads to the teams', async () => {
    const entities = [
      { uuid: 'p1', kind: 'Person', name: 'Grace Brooks' },
      { uuid: 't1', kind: 'Team', name: 'Payments' },
    ];
    const host = await say(orgThatSays({ answers: [], entities, listsTeams: true }), 'grace', {
      navigate: (to) => host.calls.push(['navigate', to]),
    });
    await page.getByRole('button', { name: 'Grace Brooks' }).click();
    await page.getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Open the teams' }).click();
    expect(host.calls.filter(([name]) => ['openEntity', 'navigate'].includes(name))).toEqual([
      ['openEntity', 'p1'],
      ['navigate', '/acme/teams/t1'],
      ['navigate', '/acme/teams'],
    ]);
  });

  it('finds the topic of a name, or says that there is none', async () => {
    const ask = vi.fn(() => Promise.resolve(false));
    await say(orgThatSays({ answers: [], topicName: 'flow' }), 'analyze flow', { ask });
    await page.getByRole('button', { name: 'Find the topic “flow”' }).click();
    await expect.element(page.getByText('No topic has this name.')).toBeVisible();
    expect(ask).toHaveBeenCalledWith('topic flow', { inTab: true });
  });

  it('that is JSON is shown as data, and that is hostile as text', async () => {
    await say(orgThatSays({ summary: '{"total": 7}', answers: [] }), 'json');
    await expect.element(page.getByRole('term')).toHaveTextContent('total');
    clearPage();
    const hostile = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) **bold**';
    await say(orgThatSays({ summary: hostile, answers: [] }), 'markdown');
    await expect.element(page.getByText('bold')).toBeVisible();
    expect(document.querySelectorAll('img, a[href^="javascript"]')).toHaveLength(0);
  });
});

describe('a message without an answer says why', () => {
  it.each([
    ['rate_limited', 'Too many.', 429, 'Rate limit exceeded. Please try again in a moment.'],
    [
      'internal',
      'The rate limit of the model is reached.',
      500,
      'Rate limit exceeded. Please try again in a moment.',
    ],
    ['internal', 'The planner broke.', 500, 'The planner broke.'],
    ['internal', '', 500, 'Failed to get result summaries'],
  ])('%s “%s”', async (code, message, status, words) => {
    await say(refusing(code, message, status), 'commits');
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('an answer that says nothing', async () => {
    await say(orgThatSays({ summary: ' ', answers: [] }), 'commits');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Server returned an empty response. Please try again.');
  });

  it('a page without an org', async () => {
    const org = orgThatSays();
    const host = drawAt('/acme/chat', org, { org: { ...drawnOrg, id: '' } as Host['org'] });
    await input().fill('commits');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Organization ID is not available');
    expect(sent(org)).toEqual([]);
    expect(host.org.id).toBe('');
  });
});

it('survives a reload of the tab, until it is cleared', async () => {
  await say(orgThatSays(), 'commits by week');
  await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
  clearPage(true);
  const host = drawAt('/acme/chat', orgThatSays());
  await expect.element(page.getByText('commits by week')).toBeVisible();
  await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
  const clear = page.getByRole('button', { name: 'Clear the conversation' });
  await clear.click();
  await expect.element(page.getByRole('button', { name: 'Performance Overview' })).toBeVisible();
  undoLast(host);
  await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
  await clear.click();
  await expect.element(page.getByRole('button', { name: 'Performance Overview' })).toBeVisible();
  clearPage(true);
  drawAt('/acme/chat', orgThatSays());
  await expect.element(page.getByRole('button', { name: 'Performance Overview' })).toBeVisible();
});

describe('the data sources', () => {
  it('are added from saved queries, shown with five rows at most, and removed', async () => {
    const org = orgThatSays();
    org.links = [aQuery('q1', 'Commits by person')];
    const host = drawAt('/acme/chat', org);
    await page.getByRole('button', { name: '0 Data Sources' }).click();
    await expect.element(page.getByRole('heading', { name: 'Data Sources (0 sources)' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Data Source' }).click();
    await page.getByRole('button', { name: 'Add Commits by person' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Data Sources (1 source)' })).toBeVisible();
    const asked = () => org.asked.find(({ path }) => path.endsWith('/group-bys'))?.body;
    await expect.poll(asked).toMatchObject({ limit: 5 });
    await page.getByRole('button', { name: 'Back to Chat' }).click();
    await page.getByRole('button', { name: 'Performance Overview' }).click();
    await expect
      .poll(() => sent(org)[0]?.['sections'])
      .toMatchObject([{ queries: [{ title: 'Commits by person' }] }]);
    await page.getByRole('button', { name: '1 Data Source' }).click();
    await page.getByRole('button', { name: 'Remove Commits by person' }).click();
    expect(host.calls.filter(([name]) => name === 'toast').map(([, toast]) => toast)).toEqual([
      { kind: 'info', message: 'Added data source' },
      { kind: 'undo', message: 'Removed data source', onUndo: expect.any(Function) },
    ]);
    await expect.element(page.getByRole('heading', { name: 'Data Sources (0 sources)' })).toBeVisible();
    undoLast(host);
    await expect.element(page.getByRole('button', { name: 'Remove Commits by person' })).toBeVisible();
  });
});

describe('the preview of a data source', () => {
  /** Opens the data sources of a conversation with one that is answered so. */
  async function preview(status: number, body: unknown, state: object = {}): Promise<void> {
    const org = orgThatSays();
    const params = { select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }], ...state };
    org.links = [
      aLink({ id: 'q1', name: 'Shown', type: 'explore-v1', state: JSON.stringify({ params, viz: [] }) }),
    ];
    for (const end of ['/group-bys', '/entities']) org.failures.set(end, { status, body });
    drawAt('/acme/chat', org);
    await page.getByRole('button', { name: '0 Data Sources' }).click();
    await page.getByRole('button', { name: 'Add Data Source' }).click();
    await page.getByRole('button', { name: 'Add Shown' }).click();
    await userEvent.keyboard('{Escape}');
  }
  const failed = (code: string, message: string) => ({ error: { code, message } });
  const meta = {
    limit: 5,
    total: 9,
    truncated: true,
    timezone: 'UTC',
    start: null,
    end: null,
    dataVersion: 1,
  };

  it.each([
    [404, failed('not_found', 'Gone.'), 'Data source not found'],
    [401, failed('unauthenticated', 'Sign in.'), 'Not authorized to access this data'],
    [400, failed('invalid_query', 'No such attribute.'), 'No such attribute.'],
    [500, failed('internal', ''), 'Failed to fetch data'],
    [200, { data: [], columns: [], meta }, 'No data returned. Please adjust your query to get results.'],
  ])('says why there is none: %d %o', async (status, body, words) => {
    await preview(status, body);
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('has five rows, with dates, numbers and missing values in words', async () => {
    const columns = [
      { key: 'uuid', label: 'Id', type: 'string', role: 'id' },
      { key: 'at', label: 'When', type: 'datetime', role: 'attribute' },
      { key: 'day', label: 'Day', type: 'date', role: 'attribute' },
      { key: 'n', label: 'Lines', type: 'number', role: 'attribute' },
      { key: 'tags', label: 'Tags', type: 'string[]', role: 'attribute' },
      { key: 'who', label: 'Who', type: 'string', role: 'attribute' },
    ];
    const row = { uuid: 'u', at: '2026-03-01T10:00:00Z', day: '2026-03-01', n: 1234, tags: ['a', 'b'] };
    await preview(200, { data: Array.from({ length: 7 }, () => row), columns, meta }, { groupBys: [] });
    await expect.element(page.getByText('Results are limited to the first 5 rows')).toBeVisible();
    const cells = [...document.querySelectorAll('tbody tr')].map((each) => each.textContent);
    expect(cells).toHaveLength(5);
    expect(cells[0]).toMatch(/^Mar 1, 2026, .*Mar 1, 20261,234a, bn\/a$/);
  });
});

it('a viewer sees why an answer cannot be saved', async () => {
  await say(orgThatSays(), 'commits', { org: { ...drawnOrg, id: 'acme', role: 'viewer' } as Host['org'] });
  const save = page.getByRole('button', { name: 'Save Commits' });
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAttribute('title', expect.stringMatching(/./));
});

describe('beside a board', () => {
  const card = { kind: 'explore', title: 'First', state: { params: { select: ['Commit'] }, viz: [] } };
  const empty = { kind: 'explore', title: 'Empty', state: { params: {}, viz: [] } };
  const layout = ['note', 'empty', 'a'].map((i, at) => ({ i, x: 0, y: at, w: 6, h: 1 }));
  const data = { note: { kind: 'markdown', markdown: '# Why' }, empty, a: card };
  const extras = { defaultDateRange: { duration: 'P7D' }, defaultFilters: [] as object[] };
  const drawChat: Host['renderPart'] = (name, props) =>
    name === 'workspace/ChatPanel' ? (
      <ChatPanel {...(props as ChatPanelProps)} />
    ) : (
      <div data-part={name}>{name}</div>
    );

  /** A board in a window that leaves room beside it, or none. */
  async function openBoard(width: number) {
    await page.viewport(width, 800);
    const org = orgThatSays();
    org.links = [aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify({ layout, data, extras }) })];
    drawAt('/acme/boards/b1', org, { renderPart: drawChat });
    await page.getByRole('button', { name: 'Chat about this board' }).click();
    await expect.element(input()).toHaveFocus();
    return org;
  }
  afterEach(() => page.viewport(1280, 800));

  it('the conversation is about its questions, in its dates', async () => {
    const org = await openBoard(1440);
    await expect.element(page.getByText('Last 7 days').last()).toBeVisible();
    await page.getByRole('button', { name: 'Performance Overview' }).click();
    await expect.poll(() => sent(org)).toHaveLength(1);
    expect(sent(org)[0]).toMatchObject({
      sections: [{ queries: [{ title: 'First', query: { select: ['Commit'], duration: 'P7D' } }] }],
      within: { duration: 'P7D' },
    });
    const panel = page.getByRole('complementary', { name: 'Chat about Delivery' }).element();
    const board = document.querySelector('[data-board]');
    expect(board?.getBoundingClientRect().right).toBeLessThanOrEqual(panel.getBoundingClientRect().left);
    expect(await axeFindings()).toEqual([]);
  });

  it('the pills name the team of the filters, and both themes are accessible', async () => {
    const filter = { target: 'Person.Team', attribute: 'name', comparison: { IN: ['Payments'] } };
    const org = orgThatSays();
    extras.defaultFilters = [filter];
    org.links = [aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify({ layout, data, extras }) })];
    extras.defaultFilters = [];
    drawAt('/acme/boards/b1', org, { renderPart: drawChat }, 'dark');
    await page.getByRole('button', { name: 'Chat about this board' }).click();
    await expect.element(page.getByText('Team: Payments')).toBeVisible();
    await expect.element(page.getByText('1 Filter', { exact: true })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('it is a sheet in a narrow window, and Escape closes it', async () => {
    await openBoard(390);
    const sheet = page.getByRole('dialog', { name: 'Chat about Delivery' });
    expect(sheet.element().getBoundingClientRect().width).toBe(390);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Chat about this board' })).toHaveFocus();
    expect(sheet.query()).toBeNull();
  });

  it('it is kept apart from that of the page', async () => {
    const org = await openBoard(1440);
    await input().fill('commits here');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This draws “Commits” as saved.')).toBeVisible();
    clearPage(true);
    drawAt('/acme/chat', org);
    await expect.element(page.getByRole('button', { name: 'Performance Overview' })).toBeVisible();
    expect(page.getByText('commits here').query()).toBeNull();
  });
});
