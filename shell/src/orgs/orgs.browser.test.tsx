import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { OrgChooser } from './orgs.tsx';

it('who belongs to no org is told which account to use here, and whom to ask', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider colorScheme="light">
        <OrgChooser orgs={[]} />
      </UiProvider>
    </QueryClientProvider>,
  );
  const words = page.getByText(/^If you think this message is an error/);
  await expect.element(words).toHaveTextContent('sign in with an e-mail address: ask an admin');
  root.unmount();
});
