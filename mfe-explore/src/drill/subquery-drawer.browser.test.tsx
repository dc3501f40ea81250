import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SubqueryDrawer, type SubqueryDrawerProps } from './subquery-drawer.tsx';

const board = (name: string) => ({
  id: 'b1',
  type: 'dashboard-v1',
  name,
  description: '',
  scope: 'org',
  org_id: 'acme',
  brief: { kinds: [], tags: [], words: '', question: null },
});
let root: Root | undefined;
let boards: readonly object[];
let onClose: ReturnType<typeof vi.fn<() => void>>;
const drawer = () => page.getByRole('dialog');

function open(select: string, more: Partial<SubqueryDrawerProps> = {}): ReturnType<typeof createFakeHost> {
  const host = createFakeHost({
    renderPart: (part, props) => <p data-part={part}>{JSON.stringify(props)}</p>,
  });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <FakeHost host={host}>
        <QueryClientProvider client={new QueryClient()}>
          <SubqueryDrawer
            query={Query.parse({ select: [select] })}
            label="Mondays"
            onClose={onClose}
            {...more}
          />
        </QueryClientProvider>
      </FakeHost>
    </UiProvider>,
  );
  return host;
}
const partShown = () => expect.poll(() => document.querySelector('[data-part]')?.getAttribute('data-part'));

beforeEach(() => {
  boards = [];
  onClose = vi.fn<() => void>();
  const answer = () => ({ data: boards, more: false, total: boards.length, counts: null, notice: null });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer())));
});
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the rows behind a value', () => {
  it('are a table of entities, under a name, with the way to Explore', async () => {
    const host = open('Commit');
    await expect.element(drawer()).toHaveAccessibleName('Commits behind “Mondays”');
    await partShown().toBe('explore/QuestionView');
    const rules = { region: { enabled: false } };
    const { violations } = await axe.run(drawer().element(), { rules });
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('link', { name: 'Open in Explore' }).click();
    expect(host.calls.at(-1)?.[0]).toBe('navigate');
    expect(String(host.calls.at(-1)?.[1])).toContain('/explore?s=');
  });

  it('are a list of activity where they are events', async () => {
    open('Event');
    await partShown().toBe('entity/ActivityList');
  });

  it('are the board that is saved for their kind', async () => {
    boards = [board('subquery-Issue'), board('subquery-Commit')];
    open('Commit');
    await partShown().toBe('workspace/Board');
    expect(document.querySelector('[data-part]')?.textContent).toContain('"rows":{"select":["Commit"]');
  });

  it('are a table where only another kind has a board', async () => {
    boards = [board('subquery-Issue')];
    open('Commit');
    await partShown().toBe('explore/QuestionView');
  });

  it('hide the way to Explore where it is not wanted', async () => {
    open('Commit', { openInExplore: false });
    await partShown().toBe('explore/QuestionView');
    expect(page.getByRole('link', { name: 'Open in Explore' }).query()).toBeNull();
  });

  it('close with Escape and with a click beside them', async () => {
    open('Commit');
    await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    document.querySelector<HTMLElement>('[aria-hidden][class*="scrim"]')?.click();
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
