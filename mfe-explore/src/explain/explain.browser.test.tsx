import type { Explanation } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ExplainDialog } from './explain-dialog.tsx';

const kind = (name: string) => ({ name, label: name, icon: 'box', color: 'event' });
const way = (from: string, to: string, label: string) => ({ from, name: to, to, label, many: false });
const EXPLANATION: Explanation = {
  touched: { kinds: ['Commit', 'Person'].map(kind), relations: [way('Commit', 'Person', 'Author')] },
  wholeRelations: {
    kinds: ['Commit', 'Person', 'Team'].map(kind),
    relations: [way('Commit', 'Person', 'Author'), way('Person', 'Team', 'Team')],
  },
  wholeActions: {
    kinds: [kind('Commit')],
    actions: [{ action: 'pushed', entityType: 'Commit', count: 1_234 }],
    total: 1,
  },
  plan: { node: 'groups' },
  sql: 'SELECT $1',
  params: [{ type: 'string', value: 'Ann' }],
  timing: { milliseconds: 12.5, analysis: 'Total Time: 0.01s' },
};

let root: Root;
let answer: () => Response;
let closed = 0;
beforeEach(() => {
  closed = 0;
  answer = () => Response.json({ data: EXPLANATION, meta: { dataVersion: 1 } });
  vi.stubGlobal('fetch', async () => answer());
  root = createRoot(document.body.appendChild(document.createElement('main')));
  show('light');
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function show(scheme: 'light' | 'dark'): void {
  root.render(
    <UiProvider key={scheme} colorScheme={scheme}>
      <QueryClientProvider client={new QueryClient()}>
        <FakeHost host={createFakeHost({ timezone: 'UTC' })}>
          <ExplainDialog query={Query.parse({ select: ['Commit'] })} onClose={() => (closed += 1)} />
        </FakeHost>
      </QueryClientProvider>
    </UiProvider>,
  );
}

const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('the explanation of a query', () => {
  it('shows what it touches, and on request every relation and every action', async () => {
    await expect.element(page.getByRole('group', { name: 'What the query touches' })).toBeVisible();
    await expect.element(item('Commit → Person, as Author')).toBeVisible();
    expect(item('Person → Team').query()).toBeNull();
    await page.getByRole('switch', { name: 'Show whole relationship schema' }).click();
    await expect.element(item('Person → Team')).toBeVisible();
    expect(page.getByRole('table').query()).toBeNull();
    await page.getByRole('switch', { name: 'Show whole action schema' }).click();
    await expect.element(page.getByRole('row', { name: 'pushed Commit 1,234' })).toBeVisible();
  });

  it('keeps SQL and values apart, and folds them away', async () => {
    const sql = page.getByText('SELECT $1');
    await expect
      .element(page.getByText('It ran for 12.5 ms, with 1 value apart from the SQL.'))
      .toBeVisible();
    await expect.element(sql).not.toBeVisible();
    await page.getByText('SQL', { exact: true }).click();
    await expect.element(sql).toBeVisible();
    await page.getByText('Values', { exact: true }).click();
    await expect.element(page.getByText('$1 string Ann')).toBeVisible();
  });

  it.each(['light', 'dark'] as const)('can be read by everybody in the %s theme', async (scheme) => {
    show(scheme);
    await expect.element(page.getByRole('group', { name: 'What the query touches' })).toBeVisible();
    await page.getByRole('switch', { name: 'Show whole action schema' }).click();
    await page.getByText('SQL', { exact: true }).click();
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  });

  it('closes with its button', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    expect(closed).toBe(1);
  });
});
