import type { OrgId } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { encodeText, exploreAddress, Query } from '@cairn/query';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  NOTHING,
  asked,
  at,
  byAuthor,
  exploreUnderTest,
  open,
  option,
  seen,
  services,
} from '../test/explore-page.tsx';
import { QuestionView } from './question-view.tsx';

exploreUnderTest();

describe('a question written by keyboard alone', () => {
  it('is asked when the changes are applied, and is in the address', async () => {
    open('/acme/explore');
    const start = page.getByRole('button', { name: /Ask something/ });
    await expect.element(start).toBeVisible();
    (start.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Select what it is about' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'What to select' })).toHaveFocus();
    await userEvent.keyboard('commits{Enter}');
    const select = page.getByRole('button', { name: 'Select Commits', exact: true });
    await expect.element(select).toHaveFocus();
    await expect.element(page.getByRole('button', { name: /^Where on the default branch$/i })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    // The menu focuses its first item when it opens, and would take back earlier focus.
    await expect.element(page.getByRole('menuitem', { name: 'Date range' })).toHaveFocus();
    (page.getByRole('menuitem', { name: 'Group by' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Field to group by' })).toHaveFocus();
    await userEvent.keyboard('author name{Enter}');
    await expect.element(page.getByRole('button', { name: 'Group By author', exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Apply Changes/ })).toBeEnabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'No Changes' })).toBeDisabled();
    await expect.element(page.getByRole('heading', { name: 'Selecting "Commit"' })).toBeVisible();
    expect(asked.at(-1)?.body).toMatchObject({ select: ['Commit'], timezone: 'UTC', format: 'arrow' });
    expect(seen.address).toMatch(/^\/acme\/explore\?s=/);
  });

  it('says how words were read that it was made of, until it is changed', async () => {
    const query = Query.parse({ select: ['Commit'], search: 'fix' });
    open(exploreAddress('acme', { query, read: ['Read as: Commits.', 'Not understood: flurbed.'] }));
    const read = page.getByRole('note', { name: 'How the question was read' });
    await expect.element(read).toHaveTextContent('Read as: Commits. Not understood: flurbed.');
    (page.getByRole('button', { name: 'Select Commits', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{Backspace}{Control>}{Enter}{/Control}');
    await expect.element(read).not.toBeInTheDocument();
  });

  it('is an empty query before anything is asked', async () => {
    const setTitle = vi.fn();
    open('/acme/explore', { setTitle });
    await expect.poll(() => setTitle.mock.calls.at(-1)).toEqual(['Empty query']);
  });

  it('loses the clause that has the focus with Backspace, and the focus with Escape', async () => {
    open(byAuthor);
    const group = page.getByRole('button', { name: 'Group By author', exact: true });
    await expect.element(group).toBeVisible();
    (page.getByRole('button', { name: 'Select Commits', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(group).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(group).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Select Commits', exact: true })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
    await expect.element(page.getByRole('button', { name: /Apply Changes/ })).toBeVisible();
  });

  it('is filtered by values that are there, with their counts', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await page.getByRole('menuitem', { name: 'Filter' }).click();
    await userEvent.keyboard('repository name{Enter}');
    await expect.element(option(/cairn\s*9/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expect.element(option(/cairn/)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect
      .element(page.getByRole('button', { name: 'Where Repository is cairn', exact: true }))
      .toBeVisible();
  });

  it('begins the values of a filter again with another operator', async () => {
    const filters = [{ target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } }];
    open(at({ select: ['Commit'], filters }));
    await page.getByRole('button', { name: 'Where Repository is cairn', exact: true }).click();
    await expect.element(page.getByText('1 chosen')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Operator' }).getByText('Not in').click();
    await expect.element(page.getByText('0 chosen')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
  });
});

describe('a comparison', () => {
  it('can be added beside dates and a group, is asked, and is let go by choosing it again', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await page.getByRole('menuitem', { name: 'Compare with' }).click();
    await page.getByRole('button', { name: 'With the period before', exact: true }).click();
    const clause = page.getByRole('button', { name: 'Compare With the period before', exact: true });
    await expect.element(clause).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => asked.at(-1)?.body).toMatchObject({ compareWith: { method: 'tuple' } });
    await expect.element(page.getByText(/ vs May 26, 2026 – Aug 23, 2026/)).toBeVisible();
    await clause.click();
    await page.getByRole('button', { name: 'With the period before', exact: true }).click();
    await expect.element(clause).not.toBeInTheDocument();
  });

  it('is not offered without a group', async () => {
    open(at({ select: ['Commit'], duration: 'P30D' }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Compare with' })).toBeDisabled();
  });
});

describe('the address', () => {
  it('falls back to an empty question when it is garbage', async () => {
    open('/acme/explore?s=%%%garbage&v=nope');
    await expect.element(page.getByRole('heading', { name: 'Start with a question' })).toBeVisible();
  });

  it('says that it selects more than one entity', async () => {
    open(`/acme/explore?s=${encodeText({ select: ['Commit', 'Person'] })}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent('More than one entity selected.');
    await expect.element(page.getByText('Fix parser')).toBeVisible();
  });

  it('goes back and forward between questions', async () => {
    open('/acme/explore');
    await page.getByRole('button', { name: 'Commits by author, last 90 days' }).click();
    await expect.element(page.getByRole('button', { name: 'No Changes' })).toBeVisible();
    await expect.element(page.getByRole('toolbar', { name: 'View' })).toBeVisible();
    const before = seen.address;
    // After the period in which a change replaces the entry.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect.element(page.getByRole('grid')).toBeVisible();
    now.mockRestore();
    expect(seen.address).not.toBe(before);
    seen.go(-1);
    await expect.poll(() => seen.address).toBe(before);
    await expect
      .element(page.getByRole('button', { name: 'Bar', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  });
});

describe('without an org', () => {
  const nowhere = { org: { ...createFakeHost().org, id: '' as OrgId } };

  it('the page says that the session has none, and nothing is asked', async () => {
    open(byAuthor, nowhere);
    await expect.element(page.getByText('Expected authed session for an org (missing orgId)')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('a question says that it has none, and is not asked', async () => {
    const query = Query.parse({ select: ['Commit'], groupBys: ['Person.name'] });
    const view = { value: 'barChart' as const, config: {} };
    open('/', nowhere, 'light', <QuestionView query={query} view={view} label="Commits" />);
    await expect.element(page.getByText('missing org id')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('an org whose weeks begin on Sunday', () => {
  it('leaves that to the graph, and says only what a question names itself', async () => {
    const org = { ...createFakeHost().org, firstDay: 7 as const };
    const ofThisWeek = at({ select: ['Commit'], duration: 'T1W' });
    open(ofThisWeek, { org });
    await expect.element(page.getByText('Fix parser')).toBeVisible();
    expect(asked.at(-1)?.body).toMatchObject({ duration: 'T1W', timezone: 'UTC' });
    expect(asked.at(-1)?.body).not.toHaveProperty('firstDay');
    expect(seen.address).toBe(ofThisWeek);
    asked.length = 0;
    open(at({ select: ['Commit'], duration: 'T1W', firstDay: 3 }), { org });
    await expect.poll(() => asked.at(-1)?.body).toMatchObject({ firstDay: 3 });
  });
});

describe('the part for boards', () => {
  it('draws a question and leads to the rows behind a value', async () => {
    const query = Query.parse({ select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }] });
    const view = { value: 'default' as const, config: {} };
    open(
      '/acme/boards/b1',
      NOTHING,
      'light',
      <QuestionView query={query} view={view} height={300} label="Commits" />,
    );
    await expect.element(page.getByRole('group', { name: 'Commits' })).toBeVisible();
    await page.getByRole('button', { name: 'Grace 5' }).click();
    await page.getByRole('menuitem', { name: 'Show the rows behind it' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open in Explore' }).click();
    await expect.poll(() => seen.address).toMatch(/^\/acme\/explore\?s=/);
  });
});

describe('fullscreen', () => {
  it('is on, shows the rows beneath when it is turned off, and is in the address', async () => {
    open(byAuthor);
    const toggle = page.getByRole('button', { name: 'Fullscreen' });
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    await toggle.click();
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(seen.address).toMatch(/[?&]t=/);
    await toggle.click();
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
    expect(seen.address).not.toMatch(/[?&]t=/);
  });

  it('leads from a figure without groups to the rows behind it', async () => {
    const aggregations = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
    const query = Query.parse({ select: ['Commit'], aggregations });
    open(exploreAddress('acme', { query, view: { value: 'metric', config: {} } }));
    await page.getByRole('button', { name: /^12/ }).click();
    await page.getByRole('menuitem', { name: 'Show the rows behind it' }).click();
    await expect.element(page.getByText('Fix parser')).toBeVisible();
  });
});

describe('a table in a part', () => {
  it('leads through all of its rows', async () => {
    services.total = 50;
    const query = Query.parse({ select: ['Commit'] });
    const view = { value: 'unifiedTable' as const, config: {} };
    open('/', NOTHING, 'light', <QuestionView query={query} view={view} height={300} label="Commits" />);
    await expect.element(page.getByText('1–20 of 50')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.element(page.getByText('21–40 of 50')).toBeVisible();
    expect(asked.at(-1)?.body).toMatchObject({ page: 2, pageSize: 20 });
  });
});

describe('explaining a query', () => {
  it('is for super administrators alone', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Explain this query' }).query()).toBeNull();
    open(byAuthor, { user: { ...createFakeHost().user, superuser: true } });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Explain this query' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Explain this query' })).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('/graph-search/explain'))).toBe(true);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  const violations = async () => {
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const result = await axe.run(document.body, { rules: { region: { enabled: false } } });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };

  it('axe finds no violation at the start, in an answer, and in an editor', async () => {
    open('/acme/explore', NOTHING, scheme);
    await expect.element(page.getByRole('heading', { name: 'Start with a question' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-mark]').length).toBeGreaterThan(3);
    expect(await violations()).toEqual([]);
    open(byAuthor, NOTHING, scheme);
    await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'When Last 90 days', exact: true }).click();
    await expect.element(page.getByRole('group', { name: 'Periods' })).toBeVisible();
    expect(await violations()).toEqual([]);
    open(at({ select: ['Commit'] }), NOTHING, scheme);
    await expect.element(page.getByText('Fix parser')).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});
