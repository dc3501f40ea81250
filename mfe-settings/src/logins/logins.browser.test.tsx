import type { ApiToken, Login, Role } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { UiProvider } from '@cairn/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
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

const SCRIPT = {
  id: 't1',
  name: 'Nightly report',
  orgId: 'acme',
  orgName: 'Acme',
  scope: 'viewer',
  createdAt: '2026-11-20T09:41:00.000Z',
  expiresAt: '2027-02-18T09:41:00.000Z',
  lastUsedAt: null,
} as ApiToken;

let root: Root;
let tokens: ApiToken[];
let login: Login;
/** Whether this Cairn sends mail. */
let mails: boolean;
let asked: { path: string; body: unknown }[];
let refusal: { status: number; code: string; message: string } | null;

/** The routes of a login, on one account in memory. */
function answer(path: string, body: { id?: string; others?: true; email?: string }): Response {
  asked.push({ path, body });
  if (path === '/api/auth/connections') return Response.json({ data: [] });
  if (path === '/api/auth/two-factor') return Response.json({ data: { on: false, recoveryCodes: 0 } });
  if (path === '/api/auth/api-tokens') return Response.json({ data: tokens });
  if (refusal && path !== '/api/auth/login') {
    const { status, code, message } = refusal;
    return new Response(JSON.stringify({ error: { code, message } }), { status });
  }
  if (path === '/api/auth/api-tokens/create') {
    tokens = [{ ...SCRIPT, ...body, id: 't2' }, ...tokens];
    return Response.json({ token: 'cairn_once', data: tokens });
  }
  if (path === '/api/auth/api-tokens/revoke') {
    tokens = tokens.filter(({ id }) => id !== body.id);
    return Response.json({ data: tokens });
  }
  if (path === '/api/user/update-email') {
    const { user } = createFakeHost();
    if (!mails) return Response.json({ data: { ...user, email: body.email } });
    login = { ...login, pendingEmail: { email: body.email ?? '', expiresAt: '2026-11-21T09:41:00.000Z' } };
    return Response.json({ data: user });
  }
  if (path === '/api/auth/email-change/cancel') login = { ...login, pendingEmail: null };
  if (path === '/api/auth/password') login = { ...login, hasPassword: true };
  if (path === '/api/auth/end-session') {
    const sessions = login.sessions.filter(({ id, current }) => (body.others ? current : id !== body.id));
    login = { ...login, sessions };
  }
  return new Response(JSON.stringify({ data: login }));
}

function draw(role: Role = 'admin', search = '') {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FakeHost host={host}>
        <UiProvider colorScheme="light">
          <MemoryRouter initialEntries={[`/${search}`]}>
            <Page />
          </MemoryRouter>
        </UiProvider>
      </FakeHost>
    </QueryClientProvider>,
  );
  return host;
}

beforeEach(() => {
  mails = false;
  login = {
    pendingEmail: null,
    hasPassword: true,
    sessions: [
      session('s1', true, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'),
      session('s2', false, 'curl/8.14.1'),
      session('s3', false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0) Firefox/140.0'),
    ],
  };
  tokens = [SCRIPT];
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

const tokenSection = () => page.getByRole('region', { name: 'API tokens' });

describe('the e-mail', () => {
  const field = () => page.getByRole('textbox', { name: 'Your e-mail' });
  const openDialog = () => page.getByRole('button', { name: 'Change e-mail' }).click();
  const save = () => page.getByRole('button', { name: 'Save', exact: true });

  const password = () => page.getByRole('textbox', { name: 'Present password' });
  const group = () => page.getByRole('group', { name: 'Change of the e-mail' });
  const change = async (email: string) => {
    await openDialog();
    await field().fill(email);
    await password().fill('correct horse');
    await save().click();
  };

  it('is changed by the password, and the session is read again', async () => {
    const host = draw();
    await openDialog();
    await expect.element(save()).toBeDisabled();
    await field().fill(' new@example.com ');
    await expect.element(save()).toBeDisabled();
    await password().fill('correct horse');
    await save().click();
    await expect
      .poll(() => asked)
      .toContainEqual({
        path: '/api/user/update-email',
        body: { email: 'new@example.com', password: 'correct horse' },
      });
    await expect.poll(() => host.calls.map(([name]) => name)).toContain('refreshUser');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(group()).not.toBeInTheDocument();
  });

  it('waits for confirmation where this Cairn sends mail, is mailed again, and kept', async () => {
    mails = true;
    const host = draw();
    await change('new@example.com');
    await expect
      .element(page.getByText(/^Waiting for confirmation of new@example\.com\. Open the link/))
      .toBeVisible();
    await expect.element(group()).toBeVisible();
    await button('Send again').click();
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/api/auth/email-change/resend');
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
    await button('Cancel the change').click();
    await expect.element(group()).not.toBeInTheDocument();
    const said = JSON.stringify(host.calls);
    for (const words of ['Mailed a link to new@example.com', 'Kept ']) expect(said).toContain(words);
  });

  it('stays as it is where mailing the link again is refused, and says so', async () => {
    login = { ...login, pendingEmail: { email: 'new@example.com', expiresAt: '2026-11-21T09:41:00.000Z' } };
    const host = draw();
    refusal = { status: 429, code: 'rate_limited', message: 'Too many changes.' };
    await button('Send again').click();
    await expect.poll(() => JSON.stringify(host.calls)).toContain('Too many changes.');
    await expect.element(group()).toBeVisible();
  });

  it('stays where another account has it, says so, and keeps what was typed', async () => {
    refusal = { status: 409, code: 'conflict', message: 'Another account has this e-mail.' };
    draw();
    await change('taken@example.com');
    await expect
      .element(page.getByText('Failed to update email: Another account has this e-mail.'))
      .toBeVisible();
    await expect.element(field()).toHaveValue('taken@example.com');
    await expect.element(password()).toHaveValue('correct horse');
  });

  it('needs a password to be set first', async () => {
    login = { ...login, hasPassword: false };
    draw();
    await openDialog();
    await expect.element(page.getByText('Set a password first.', { exact: false })).toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
  });
});

describe('API tokens', () => {
  it('are made with a scope, and shown once', async () => {
    draw();
    await expect.element(tokenSection().getByText('Nightly report')).toBeVisible();
    await button('Make a token').click();
    await page.getByRole('textbox', { name: 'Name' }).fill(' Deploy bot ');
    await page.getByRole('combobox', { name: 'May' }).click();
    await page.getByRole('option', { name: 'Read and save' }).click();
    await button('Make token').click();
    await expect.element(page.getByRole('textbox', { name: 'Token' })).toHaveValue('cairn_once');
    expect(asked.at(-1)).toEqual({
      path: '/api/auth/api-tokens/create',
      body: { name: 'Deploy bot', org_id: 'acme', scope: 'user', days: 90 },
    });
    await button('Done').click();
    await expect.element(tokenSection().getByText('Deploy bot')).toBeVisible();
    expect(document.body.textContent).not.toContain('cairn_once');
  });

  it('are begun with the scope that an address names', async () => {
    draw('admin', '?token=push');
    await expect.element(page.getByRole('combobox', { name: 'May' })).toHaveValue('Push, and nothing else');
    await page.getByRole('textbox', { name: 'Name' }).fill('Pipelines');
    await button('Make token').click();
    await expect.poll(() => asked.at(-1)?.body).toMatchObject({ scope: 'push' });
  });

  it('are revoked once that is confirmed', async () => {
    draw();
    await button('Revoke Nightly report').click();
    await button('Revoke').click();
    await expect
      .poll(() => asked.at(-1))
      .toEqual({ path: '/api/auth/api-tokens/revoke', body: { id: 't1' } });
    await expect.poll(() => tokenSection().getByRole('listitem').elements().length).toBe(0);
  });

  it('go no further than the role, and are none for a viewer', async () => {
    draw('user');
    await button('Make a token').click();
    await page.getByRole('combobox', { name: 'May' }).click();
    const offered = page
      .getByRole('option')
      .elements()
      .map((each) => each.textContent);
    expect(offered).toEqual(['Read', 'Read and save']);
    root.unmount();
    document.body.replaceChildren();
    draw('viewer');
    await expect.element(tokenSection()).toBeVisible();
    expect(button('Make a token').query()).toBeNull();
  });
});

describe('a login code', () => {
  it('is made when it is asked for, and says where to enter it', async () => {
    vi.stubGlobal('fetch', async (path: string) =>
      path.endsWith('/login-code')
        ? Response.json({ code: 'c-1', expiresAt: '2026-11-20T09:56:00.000Z' })
        : answer(path, {}),
    );
    draw();
    await button('Make a login code').click();
    await expect.element(page.getByRole('textbox', { name: 'Login code' })).toHaveValue('c-1');
    await expect.element(page.getByText('Works once, until', { exact: false })).toBeVisible();
  });
});
