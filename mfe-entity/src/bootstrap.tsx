import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';

// Runs this front-end alone, without the shell: open /acme/entity/<uuid>.
const root = document.getElementById('root');
if (root) {
  const host = createFakeHost({ navigate: (to) => window.location.assign(to) });
  createRoot(root).render(
    <UiProvider colorScheme={host.colorScheme}>
      <QueryClientProvider client={new QueryClient()}>
        <FakeHost host={host}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </FakeHost>
      </QueryClientProvider>
    </UiProvider>,
  );
}
