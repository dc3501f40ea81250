import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHILD, COMMIT, FORMERLY, MERGE, ORG, PARENT, WITHOUT_PATCHES } from '../test/entities.ts';
import { clearPages, serveGraph, showPage } from '../test/entity-pages.tsx';
import { calls, clear, violations } from '../test/show.tsx';

beforeEach(serveGraph);
afterEach(clearPages);

describe('the page of a commit', () => {
  it('says what it is, who made it, when, and what it is made of', async () => {
    const host = showPage(COMMIT);
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Plan questions offline, phase by phase');
    await expect.element(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
    await expect.element(page.getByText('committed by Grace Hopper, Nov 18, 2026, 10:30 am')).toBeVisible();
    await expect.element(page.getByText('8f3c2e1', { exact: true })).toBeVisible();
    await expect.element(page.getByText('people are listed by name and never ranked')).toBeVisible();
    await expect.element(page.getByText('Reviewed-by')).toBeVisible();
    await expect.element(page.getByText('5 files changed')).toBeVisible();
    await expect
      .poll(() => calls(host, 'setTitle').at(-1))
      .toEqual(['setTitle', 'Plan questions offline, phase by phase', 'Commit']);
  });

  it('takes the present address in the place of a former one, and stays elsewhere', async () => {
    const host = showPage(FORMERLY, '?t=history');
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([['navigate', `/${ORG}/entity/${COMMIT}?t=history`, { replace: true }]]);
    clear();
    const other = showPage(COMMIT.toUpperCase());
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Plan questions');
    expect(calls(other, 'navigate')).toEqual([]);
  });

  it('copies the whole SHA', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    showPage(COMMIT);
    await userEvent.click(page.getByRole('button', { name: 'Copy SHA' }));
    await expect.poll(() => write.mock.calls.at(-1)?.[0]).toBe('8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a');
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('steps to its parent and to the next commit', async () => {
    const host = showPage(COMMIT);
    await userEvent.click(page.getByRole('button', { name: 'Parent commit: Lay out the workspace' }));
    await userEvent.click(page.getByRole('button', { name: 'Next commit: Serve ask' }));
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([
        ['navigate', `/${ORG}/entity/${PARENT}`],
        ['navigate', `/${ORG}/entity/${CHILD}`],
      ]);
  });

  it('offers its actions as commands with keys', async () => {
    const host = showPage(COMMIT);
    type PageCommand = { keys: string; run: () => void };
    const commands = () =>
      calls(host, 'addCommands').flatMap(([, commands]) => commands) as readonly PageCommand[];
    await expect
      .poll(() => commands().map(({ keys }) => keys))
      .toEqual(['o e', 'j', 'k', '[', ']', 'l', 'h']);
    for (const { keys, run } of commands()) if ('[]'.includes(keys)) run();
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([
        ['navigate', `/${ORG}/entity/${PARENT}`],
        ['navigate', `/${ORG}/entity/${CHILD}`],
      ]);
  });

  it('is called in the tab what its address says', async () => {
    const details = encodeURIComponent(JSON.stringify({ title: 'My title' }));
    const named = showPage(COMMIT, `?d=${details}`);
    await expect.poll(() => calls(named, 'setTitle').at(-1)).toEqual(['setTitle', 'My title', 'Commit']);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Plan questions');
  });

  it.each(['{', '{"title":""}', '{"title":5}', 'null'])(
    'keeps its name where the address says %s',
    async (d) => {
      const host = showPage(COMMIT, `?d=${encodeURIComponent(d)}`);
      await expect
        .poll(() => calls(host, 'setTitle').at(-1))
        .toEqual(['setTitle', 'Plan questions offline, phase by phase', 'Commit']);
    },
  );

  it('keeps the tab in the address, as a step of the history', async () => {
    const host = showPage(COMMIT, '?t=history');
    await expect.element(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(page.getByRole('tab', { name: 'Properties' }));
    await expect
      .poll(() => calls(host, 'navigate'))
      .toEqual([['navigate', `/${ORG}/entity/${COMMIT}?t=properties`]]);
  });

  it('shows the lines that a diff leaves out', async () => {
    showPage(COMMIT, '?t=change-set');
    const file = page.getByRole('region', { name: 'svc-chat/src/main.ts' });
    await expect.element(file).toBeVisible();
    file.element().scrollIntoView();
    await expect.element(file).toHaveTextContent('Line 10, changed');
    await expect.element(file).not.toHaveTextContent('line 1 of the old file');
    await userEvent.click(file.getByRole('button', { name: 'Show 8 lines before' }));
    await expect.element(file).toHaveTextContent('line 1 of the old file');
    await expect.element(file).toHaveTextContent('line 8 of the old file');
    await expect.element(file).toHaveTextContent('Line 10, changed');
    expect(file.getByRole('button', { name: /^Show \d+ lines before/ }).elements()).toEqual([]);
  });

  it('remembers which files were viewed, and folds them', async () => {
    localStorage.clear();
    showPage(COMMIT, '?t=change-set');
    const viewed = page.getByRole('checkbox', { name: 'Viewed svc-chat/src/app.ts' });
    const file = page.getByRole('region', { name: 'svc-chat/src/app.ts' });
    await expect.element(file.getByText('const handlers').first()).toBeVisible();
    await userEvent.click(viewed);
    await expect.element(page.getByText('1 viewed')).toBeVisible();
    expect(file.getByText('const handlers').elements()).toEqual([]);
    clear();
    showPage(COMMIT, '?t=change-set');
    await expect.element(viewed).toBeChecked();
    await userEvent.click(viewed);
    await expect.element(file.getByText('const handlers').first()).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('colours the words of a diff by their language', async () => {
    showPage(COMMIT, '?t=change-set');
    await expect.poll(() => document.querySelector('.token.keyword')?.textContent).toBe('const');
  });

  /** Scrolls to the diff of a file: one that is far away is not drawn. */
  const scrollTo = (path: string) => page.getByRole('region', { name: path }).element().scrollIntoView();

  it('lists the files, filters them, and leads to the diff of one', async () => {
    showPage(COMMIT, '?t=change-set');
    const table = page.getByRole('grid', { name: 'Changed files' });
    await expect.element(table.getByText('README.md')).toBeVisible();
    await expect.element(page.getByText('Binary file, so there is no text to compare.')).toBeVisible();
    scrollTo('svc-chat/src/ask/planner/plan-question.ts');
    await expect.element(page.getByText('A large diff of 421 lines.')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Filter files' }), 'chat APP');
    await expect.element(table.getByText('README.md')).not.toBeInTheDocument();
    await userEvent.click(table.getByText('app.ts'));
    const diff = page.getByRole('region', { name: 'svc-chat/src/app.ts' });
    await expect.element(diff.getByRole('button').first()).toHaveFocus();
    await expect.element(diff.getByText('The graph decides again what the caller may see.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(diff.getByText('The graph decides again what the caller may see.'))
      .not.toBeInTheDocument();
  });

  it('shows a large diff when it is asked for, and both sides on demand', async () => {
    showPage(COMMIT, '?t=change-set');
    await expect.element(page.getByRole('region', { name: 'README.md' })).toBeVisible();
    scrollTo('svc-chat/src/ask/planner/plan-question.ts');
    await userEvent.click(page.getByRole('button', { name: 'Show diff' }));
    await expect.element(page.getByText('export const line7 = 7;')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('.diff-split').length).toBe(0);
    await userEvent.click(page.getByText('Split', { exact: true }));
    await expect.poll(() => document.querySelectorAll('.diff-split').length).toBe(3);
  });

  it('says why a merge has no diff', async () => {
    showPage(MERGE, '?t=change-set');
    await expect.element(page.getByText('No diff data available')).toBeVisible();
    await expect
      .element(page.getByText('A merge brings no change of its own', { exact: false }))
      .toBeVisible();
  });

  it('says of a merge that it changes nothing itself, where its files would be', async () => {
    showPage(MERGE);
    await expect.element(page.getByRole('heading', { name: 'No files changed' })).toBeVisible();
    await expect.element(page.getByText(/^A merge brings no change of its own/)).toBeVisible();
  });

  it('lists the files of a source that tells no texts, and says once that there are none', async () => {
    showPage(WITHOUT_PATCHES, '?t=change-set');
    await expect
      .element(page.getByRole('grid', { name: 'Changed files' }).getByText('README.md'))
      .toBeVisible();
    await expect.element(page.getByText('No diff data available')).toBeVisible();
    expect(page.getByRole('region', { name: 'README.md' }).elements()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('opens in Explore as a query', async () => {
    const host = showPage(COMMIT);
    await userEvent.click(page.getByRole('link', { name: 'Open in Explore' }));
    await expect
      .poll(() => String(calls(host, 'navigate')[0]?.[1]))
      .toMatch(new RegExp(`^/${ORG}/explore\\?s=`));
  });

  it('keeps ids in System info and out of Properties', async () => {
    showPage(COMMIT, '?t=system');
    await expect.element(page.getByText('cairn@8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a')).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: 'System info' }));
    expect(page.getByText('Is a merge').elements()).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it.each(['overview', 'work', 'change-set', 'history', 'properties', 'system'])(
    'axe finds nothing on %s',
    async (tab) => {
      showPage(COMMIT, `?t=${tab}`, { scheme });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (tab === 'change-set')
        await expect.element(page.getByText('export function createApp').first()).toBeVisible();
      if (tab === 'history') await expect.element(page.getByText(/^7 events/)).toBeVisible();
      expect(await violations()).toEqual([]);
    },
  );
});

it('switches its tabs by keys', async () => {
  const host = showPage(COMMIT, '?t=work');
  await expect.element(page.getByRole('tab', { name: 'Work' })).toHaveAttribute('aria-selected', 'true');
  type PageCommand = { id: string; run: () => void };
  const run = (id: string) =>
    (calls(host, 'addCommands').flatMap(([, commands]) => commands) as readonly PageCommand[])
      .findLast((command) => command.id === id)
      ?.run();
  run('entity.next-tab');
  run('entity.previous-tab');
  const search = (tab: string) => ['navigate', `/${ORG}/entity/${COMMIT}?t=${tab}`];
  expect(calls(host, 'navigate')).toEqual([search('change-set'), search('overview')]);
});
