import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SignIn } from './sign-in.tsx';

const EMAIL = 'mallory@example.com';

let root: Root;
let asked: { path: string; body: unknown }[];
let signedInAs: string | null;
let refusals: Record<string, { status: number; message: string }>;
const replace = vi.fn<(address: string) => void>();
const button = (name: string) => page.getByRole('button', { name, exact: true });

function answer(path: string, body: string): Response {
  asked.push({ path, body: JSON.parse(body) });
  const refusal = refusals[path];
  if (refusal) {
    return Response.json({ error: { code: '', message: refusal.message } }, { status: refusal.status });
  }
  return Response.json(path.endsWith('/account') ? { email: EMAIL, signedInAs } : {});
}

function draw(search: string) {
  window.history.replaceState(null, '', `/sign-in${search}`);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<SignIn goTo={replace} />);
}

let before: string;
beforeEach(() => {
  before = window.location.href;
  asked = [];
  signedInAs = null;
  refusals = {};
  replace.mockClear();
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => Promise.resolve(answer(path, init.body)));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', before);
});

describe('a sign-in link', () => {
  it('names its account, and is used at one click', async () => {
    draw('?token=t1&to=/acme/library');
    await expect.element(page.getByText('This link signs in as')).toHaveTextContent(EMAIL);
    expect(window.location.search).toBe('');
    expect(asked).toEqual([{ path: '/api/auth/one-time/account', body: { token: 't1' } }]);
    await button(`Sign in as ${EMAIL}`).click();
    expect(asked.at(-1)).toEqual({ path: '/api/auth/one-time', body: { token: 't1' } });
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/library']]);
  });

  it('asks who is signed in as somebody else, and leaves them so', async () => {
    signedInAs = 'owner@example.com';
    draw('?token=t1');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('You are signed in as owner@example.com');
    await button('Stay signed in as owner@example.com').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
    expect(asked.map(({ path }) => path)).toEqual(['/api/auth/one-time/account']);
  });

  it('leads on, unused, who is signed in with its account', async () => {
    signedInAs = EMAIL;
    draw('?token=t1');
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
    expect(asked).toHaveLength(1);
  });

  it.each(['/api/auth/one-time/account', '/api/auth/one-time'])(
    'that %s refuses gives way to the password',
    async (path) => {
      refusals[path] = { status: 401, message: 'Used.' };
      draw('?token=t1');
      if (path.endsWith('one-time')) await button(`Sign in as ${EMAIL}`).click();
      await expect.element(page.getByRole('alert')).toHaveTextContent('This link was used already');
      await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
    },
  );

  it('can be tried again when a part of Cairn is away, and tells how long to wait', async () => {
    refusals['/api/auth/one-time'] = { status: 429, message: 'Wait 7 minutes and try again.' };
    draw('?token=t1');
    await button(`Sign in as ${EMAIL}`).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Wait 7 minutes and try again.');
    refusals = {};
    await button(`Sign in as ${EMAIL}`).click();
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
  });
});
