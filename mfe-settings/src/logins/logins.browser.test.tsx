import type { Login } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Page } from './page.tsx';

const session = (id: string, current: boolean, userAgent: string) => ({
  id,
  signedInAt: '2026-11-20T09:41:00.000Z',
  expiresAt: '2026-12-20T09:41:00.000Z',
  userAgent,
  address: '127.0.0.1',
  current,
});

let root: Root;
let login: Login;
let asked: { path: string; body: unknown }[];
let refusal: { status: number; code: string; message: string } | null;

/** The routes of a login, on one account in memory. */
function answer(path: string, body: { id?: string; others?: true }): Response {
  asked.push({ path, body });
  if (refusal && path !== '/api/auth/login') {
    const { status, code, message } = refusal;
    return new Response(JSON.stringify({ error: { code, message } }), { status });
  }
  if (path === '/api/auth/password') login = { ...login, hasPassword: true };
  if (path === '/api/auth/end-session') {
    const sessions = login.sessions.filter(({ id, current }) => (body.others ? current : id !== body.id));
    login = { ...login, sessions };
  }
  return new Response(JSON.stringify({ data: login }));
}

function draw() {
  const host = createFakeHost();
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">
          <Page />
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}

beforeEach(() => {
  login = {
    hasPassword: true,
    sessions: [
      session('s1', true, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'),
      session('s2', false, 'curl/8.14.1'),
      session('s3', false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0) Firefox/140.0'),
    ],
  };
  asked = [];
  refusal = null;
  vi.stubGlobal('fetch', (url: string, init: { body?: string }) =>
    Promise.resolve(answer(url, JSON.parse(init.body ?? '{}') as object)),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

describe('logins', () => {
  it('tell where one is signed in, and end one of them', async () => {
    draw();
    await expect.element(rows().first()).toHaveTextContent(/Chrome on Linux.*127\.0\.0\.1.*This one/);
    await button('Sign out curl').click();
    await expect.poll(() => rows().elements().length).toBe(2);
    expect(asked.at(-1)).toEqual({ path: '/api/auth/end-session', body: { id: 's2' } });
  });

  it('name the role in the words that people use', async () => {
    draw();
    await expect.element(page.getByText('Org admin', { exact: true })).toBeVisible();
  });

  it('end all others after a question', async () => {
    draw();
    await button('Sign out everywhere else').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => rows().elements().length).toBe(1);
    expect(asked.at(-1)?.body).toEqual({ others: true });
    await expect.poll(() => button('Sign out everywhere else').query()).toBeNull();
  });

  it('say why a session goes on', async () => {
    refusal = { status: 503, code: 'unavailable', message: 'Try again in a moment.' };
    const host = draw();
    await button('Sign out curl').click();
    await expect
      .poll(() => host.calls.find(([name]) => name === 'toast')?.[1])
      .toEqual({ kind: 'error', message: 'The session goes on. Try again in a moment.' });
    expect(rows().elements()).toHaveLength(3);
  });

  it('change the password with the present one, and show in place what is wrong', async () => {
    refusal = { status: 401, code: 'invalid_credentials', message: 'The present password is wrong.' };
    const host = draw();
    await button('Change password').click();
    await page.getByLabelText('Present password').fill('wrong');
    await page.getByLabelText('New password').fill('battery staple');
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The present password is wrong.');
    refusal = null;
    await page.getByLabelText('Present password').fill('correct horse');
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
    expect(asked.at(-1)?.body).toEqual({ current: 'correct horse', next: 'battery staple' });
    expect(host.calls.at(-1)).toEqual(['toast', { kind: 'info', message: 'Saved the password' }]);
  });

  it('refuse a password that is too easy to guess before it is sent', async () => {
    draw();
    await button('Change password').click();
    await page.getByLabelText('Present password').fill('correct horse');
    await page.getByLabelText('New password').fill('zzzzzzzzzz');
    const sent = asked.length;
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('one repeated character');
    expect(asked).toHaveLength(sent);
  });

  it('set a first password without another', async () => {
    login = { ...login, hasPassword: false };
    draw();
    await button('Set password').click();
    expect(page.getByLabelText('Present password').query()).toBeNull();
    await page.getByLabelText('New password').fill('battery staple');
    await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click();
    await expect.element(button('Change password')).toBeVisible();
    expect(asked.at(-1)?.body).toEqual({ next: 'battery staple' });
  });

  it('are open to everybody', async () => {
    draw();
    await expect.element(rows().first()).toBeVisible();
    await button('Change password').click();
    await expect.element(page.getByLabelText('New password')).toBeVisible();
    const findings = async () => {
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    };
    // The dialog fades in: half visible it has too little contrast.
    await expect.poll(findings, { timeout: 5_000 }).toEqual([]);
  });
});
