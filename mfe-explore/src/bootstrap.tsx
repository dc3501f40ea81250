import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useNavigate } from 'react-router-dom';
import { App } from './app.tsx';

// Runs this front-end alone, without the shell.
const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

function Alone(): ReactNode {
  const navigate = useNavigate();
  const host = useMemo(
    () =>
      createFakeHost({
        colorScheme: scheme,
        navigate: (to, options) => void navigate(to, { replace: options?.replace ?? false }),
      }),
    [navigate],
  );
  return (
    <FakeHost host={host}>
      <App />
    </FakeHost>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <UiProvider colorScheme={scheme}>
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>
          <Alone />
        </BrowserRouter>
      </QueryClientProvider>
    </UiProvider>,
  );
}
