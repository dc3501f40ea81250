import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';

// Runs this front-end alone, without the shell.
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <FakeHost host={createFakeHost()}>
        <BrowserRouter>
          <UiProvider colorScheme="light">
            <App />
          </UiProvider>
        </BrowserRouter>
      </FakeHost>
    </QueryClientProvider>,
  );
}
