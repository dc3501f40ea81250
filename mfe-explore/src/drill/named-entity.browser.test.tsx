import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADA, AUTHOR, foundEntities } from '../../test/named-people.ts';
import { SAMPLE_CONFIGURATION } from '../../test/sample-configuration.ts';
import { DrillMenu } from './drill-menu.tsx';

let root: Root | undefined;

/** Opens the menu of a value and chooses the way to its page; what was asked, and what the host heard. */
async function choose(found: readonly string[]) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.endsWith('/configuration')) return Promise.resolve(Response.json(SAMPLE_CONFIGURATION));
    asked.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'));
    return Promise.resolve(foundEntities(found));
  });
  const host = createFakeHost({ timezone: 'UTC' });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <FakeHost host={host}>
        <QueryClientProvider client={new QueryClient()}>
          <DrillMenu
            query={Query.parse({ select: ['Commit'] })}
            selection={{ groups: [{ column: AUTHOR, value: 'Ada' }], anchor: { x: 20, y: 20 } }}
            onClose={() => undefined}
            onDrill={() => undefined}
          />
        </QueryClientProvider>
      </FakeHost>
    </UiProvider>,
  );
  await page.getByRole('menuitem', { name: 'Open Ada' }).click();
  return { asked, heard: () => host.calls.filter(([name]) => name === 'openEntity' || name === 'toast') };
}

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the menu of a value', () => {
  it('opens the page of the person that it names', async () => {
    const { asked, heard } = await choose([ADA]);
    await expect.poll(heard).toEqual([['openEntity', ADA, [ADA]]]);
    expect(asked[0]).toMatchObject({
      select: ['Person'],
      filters: [{ target: 'Person', attribute: 'name', comparison: { IN: ['Ada'] } }],
    });
  });

  it('says that there is no such page', async () => {
    const { heard } = await choose([]);
    await expect.poll(heard).toEqual([['toast', { kind: 'info', message: 'There is no page of Ada.' }]]);
  });
});
