import { createFakeHost, FakeHost } from '@cairn/host/fake';
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
          <App />
        </BrowserRouter>
      </FakeHost>
    </QueryClientProvider>,
  );
}
