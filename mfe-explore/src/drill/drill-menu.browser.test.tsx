import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DrillMenu } from './drill-menu.tsx';

it('stands at its value, in a card of a board too, which is moved by a transform', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <UiProvider colorScheme="light">
      <QueryClientProvider client={new QueryClient()}>
        <FakeHost host={createFakeHost({ timezone: 'UTC' })}>
          <div style={{ transform: 'translate(500px, 300px)', width: 200, height: 100, overflow: 'hidden' }}>
            <DrillMenu
              query={Query.parse({ select: ['Commit'] })}
              selection={{ groups: [], anchor: { x: 520, y: 340 } }}
              onClose={() => undefined}
              onDrill={() => undefined}
            />
          </div>
        </FakeHost>
      </QueryClientProvider>
    </UiProvider>,
  );
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  const { left, top, width } = menu.element().getBoundingClientRect();
  expect(width).toBe(280);
  expect(left).toBeGreaterThanOrEqual(519);
  expect(left).toBeLessThan(540);
  expect(top).toBeGreaterThanOrEqual(340);
  expect(top).toBeLessThan(360);
  root.unmount();
});
