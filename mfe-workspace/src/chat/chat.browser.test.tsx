import type { Host } from '@cairn/host';
import { undoLast } from '@cairn/host/fake';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { input, orgThatSays, sent } from '../../test/chat-under-test.ts';
import { axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
});

const drawnOrg = { name: 'Acme', role: 'admin', firstDay: 1 };
const refusing = (code: string, message: string, status: number): FakeOrg => {
  const org = new FakeOrg();
  org.failures.set('/chat/reply', { status, body: { error: { code, message } } });
  return org;
};

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

it('a viewer sees why an answer cannot be saved', async () => {
  await say(orgThatSays(), 'commits', { org: { ...drawnOrg, id: 'acme', role: 'viewer' } as Host['org'] });
  const save = page.getByRole('button', { name: 'Save Commits' });
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAttribute('title', expect.stringMatching(/./));
});
