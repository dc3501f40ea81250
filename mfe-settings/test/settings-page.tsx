import type { Host } from '@cairn/host';
import { FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { App } from '../src/app.tsx';

/** Draws a page of settings, or of another address below the org, as a host shows it; what fails is not asked again. */
export function drawSettings(
  page: string,
  {
    host,
    scheme = 'light',
    answers = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  }: { host: Host; scheme?: 'light' | 'dark'; answers?: QueryClient },
): Root {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={answers}>
      <FakeHost host={host}>
        <UiProvider colorScheme={scheme}>
          <MemoryRouter initialEntries={[page.startsWith('/') ? `/acme${page}` : `/acme/settings/${page}`]}>
            <App />
          </MemoryRouter>
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return root;
}
