import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SignIn } from './sign-in.tsx';

const EMAIL = 'mallory@example.com';

let root: Root;
let asked: { path: string; body: unknown }[];
let signedInAs: string | null;
let signUp: 'open' | 'invitation';
let mail: boolean;
let wantsFactor: boolean;
let providers: string[];
let oidc: { id: string; name: string }[];
let invitation: { orgName: string; role: string; email: string | null };
let refusals: Record<string, { status: number; message: string; code?: string }>;
const replace = vi.fn<(address: string) => void>();
const button = (name: string) => page.getByRole('button', { name, exact: true });

function answer(path: string, body = 'null'): Response {
  if (path.endsWith('/options')) return Response.json({ signUp, mail, providers, oidc });
  asked.push({ path, body: JSON.parse(body) });
  const refusal = refusals[path];
  if (refusal) {
    const { status, message, code = '' } = refusal;
    return Response.json({ error: { code, message } }, { status });
  }
  if (wantsFactor && /\/(email|one-time|confirm-email)$/.test(path))
    return Response.json({ secondFactor: true });
  if (path.endsWith('/account')) return Response.json({ email: EMAIL, signedInAs });
  if (path.endsWith('/target-links')) return Response.json({ data: invitation });
  if (path.endsWith('/user/me')) return Response.json({ data: { email: signedInAs } });
  if (path.endsWith('/provider')) return Response.json({ url: 'https://github.com/login' });
  if (path.endsWith('/confirm-email')) return Response.json({ signedIn: !body.includes('used') });
  return Response.json({ data: { id: 'acme' }, orgId: 'acme', confirm: mail });
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
  signUp = 'invitation';
  mail = false;
  wantsFactor = false;
  providers = [];
  oidc = [];
  invitation = { orgName: 'Acme', role: 'admin', email: null };
  refusals = {};
  replace.mockClear();
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => Promise.resolve(answer(path, init.body)));
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

  it('shows a long address whole', async () => {
    signedInAs = `${'long-name.'.repeat(8)}@example.com`;
    draw('?token=t1');
    await expect.element(button(`Stay signed in as ${signedInAs}`)).toBeVisible();
    const stay = button(`Stay signed in as ${signedInAs}`).element();
    expect(stay.scrollWidth).toBeLessThanOrEqual(stay.clientWidth);
    expect(stay.clientHeight).toBeGreaterThan(48);
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

const NOBODY = { '/api/user/me': { status: 401, message: 'Sign in to go on.' } };
const field = (name: string) => page.getByLabelText(name, { exact: true });

describe('an invitation', () => {
  it('is used by who is signed in at one click', async () => {
    signedInAs = EMAIL;
    draw('?invite=c1');
    await expect.element(page.getByText('You are invited to')).toHaveTextContent('Acme as org admin');
    expect(window.location.search).toBe('');
    await button(`Join as ${EMAIL}`).click();
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/home']]);
    expect(asked.at(-1)).toEqual({ path: '/api/user/join-org', body: { invite_code: 'c1' } });
  });

  it('makes an account for a newcomer, with the e-mail that it is for', async () => {
    refusals = NOBODY;
    invitation = { ...invitation, email: 'new@example.com' };
    draw('?invite=c1');
    await expect.element(field('E-mail')).toHaveValue('new@example.com');
    await expect.element(field('E-mail')).toHaveAttribute('readonly');
    await field('Name').fill(' Newcomer ');
    await field('Password').fill('a long pass phrase');
    await button('Make account').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/home']]);
    const account = { name: 'Newcomer', email: 'new@example.com', password: 'a long pass phrase' };
    expect(asked.at(-1)).toEqual({
      path: '/api/auth/sign-up/email',
      body: { ...account, invite_code: 'c1' },
    });
  });

  it('is used after signing in by who has an account', async () => {
    refusals = NOBODY;
    draw('?invite=c1');
    await button('I have an account').click();
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Sign in').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/home']]);
    expect(asked.slice(-2).map(({ path }) => path)).toEqual([
      '/api/auth/sign-in/email',
      '/api/user/join-org',
    ]);
  });

  it('that is dead says so, and leaves signing in', async () => {
    refusals = { ...NOBODY, '/api/login-links/target-links': { status: 404, message: 'It has expired.' } };
    draw('?invite=c1');
    await expect.element(page.getByRole('alert')).toHaveTextContent('It has expired.');
    await expect.element(button('Sign in')).toBeVisible();
  });

  it('says why no account can be made', async () => {
    const message = 'No account can be made with this e-mail. If it is yours, sign in.';
    refusals = { ...NOBODY, '/api/auth/sign-up/email': { status: 409, message } };
    draw('?invite=c1');
    await field('Name').fill('Mallory');
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Make account').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(message);
    await expect.element(field('Name')).toHaveValue('Mallory');
    await expect.element(field('E-mail')).toHaveValue(EMAIL);
  });
});

describe('making an account', () => {
  it.each([
    ['open', 1],
    ['invitation', 0],
  ] as const)('is offered to strangers where sign-up is %s: %d', async (mode, offers) => {
    signUp = mode;
    draw('');
    await expect.element(button('Sign in')).toBeVisible();
    await expect.poll(() => button('Make an account').elements().length).toBe(offers);
  });
});

describe('a password link', () => {
  it('sets a password, which then signs in', async () => {
    draw('?reset=r1');
    await field('New password').fill('a long pass phrase');
    expect(window.location.search).toBe('');
    await button('Set password').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Your password is set.');
    expect(asked).toEqual([
      { path: '/api/auth/reset-password', body: { token: 'r1', next: 'a long pass phrase' } },
    ]);
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Sign in').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
  });

  it.each([
    [401, '', 'This password link was used or is too old.'],
    [400, 'Choose another: this one is among the most common.', 'among the most common'],
  ])('says why it is refused: %d %s', async (status, message, words) => {
    refusals['/api/auth/reset-password'] = { status, message };
    draw('?reset=r1');
    await field('New password').fill('iloveyou');
    await button('Set password').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(field('New password')).toHaveValue('iloveyou');
  });

  it('is what the page tells to ask for', async () => {
    draw('');
    await page.getByText('Forgot your password?').click();
    await expect.element(page.getByText('for a password link', { exact: false })).toBeVisible();
  });
});

describe('where this Cairn sends mail', () => {
  beforeEach(() => {
    mail = true;
  });

  it('a forgotten password is asked for by mail', async () => {
    draw('');
    await page.getByText('Forgot your password?').click();
    await page.getByLabelText('E-mail of your account').fill(EMAIL);
    await button('Send me a link').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(`If ${EMAIL} has an account here`);
    expect(asked).toEqual([{ path: '/api/auth/forgot-password', body: { email: EMAIL } }]);
  });

  it('a mail that cannot be asked for keeps what was typed', async () => {
    refusals['/api/auth/forgot-password'] = { status: 500, message: 'It broke.' };
    draw('');
    await page.getByText('Forgot your password?').click();
    const email = page.getByLabelText('E-mail of your account');
    await email.fill(EMAIL);
    await button('Send me a link').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(email).toHaveValue(EMAIL);
  });

  it('a new account waits for its confirmation', async () => {
    signUp = 'open';
    draw('');
    await button('Make an account').click();
    await expect.element(page.getByRole('heading', { name: 'Make an account' })).toBeVisible();
    await field('Name').fill('Mallory');
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Make account').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(`We have sent a mail to ${EMAIL}.`);
    expect(replace).not.toHaveBeenCalled();
  });

  it('a password that is too short is told in the page, until it is changed', async () => {
    signUp = 'open';
    draw('');
    await button('Make an account').click();
    await field('Name').fill('Mallory');
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('short');
    await button('Make account').click();
    const told = page.getByText('This password is too short. It needs at least 8 characters.');
    await expect.element(told).toBeVisible();
    await expect.element(field('Password')).toHaveFocus();
    expect(asked).toEqual([]);
    await field('Password').fill('short, but growing');
    await expect.element(told).not.toBeInTheDocument();
  });

  it('the link of the mail confirms at a click, and signs in', async () => {
    draw('?confirm=c1');
    await button('Confirm and sign in').click();
    expect(window.location.search).toBe('');
    expect(asked).toEqual([{ path: '/api/auth/confirm-email', body: { token: 'c1' } }]);
    await expect.poll(() => replace.mock.calls).toEqual([['/']]);
  });

  it('a link that is used or too old leads to the password', async () => {
    draw('?confirm=used');
    await button('Confirm and sign in').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Your e-mail is confirmed.');
    root.unmount();
    refusals['/api/auth/confirm-email'] = { status: 401, message: '' };
    draw('?confirm=old');
    await button('Confirm and sign in').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This link is too old.');
    await expect.element(button('Sign in')).toBeVisible();
  });
});

describe('accounts of other sites', () => {
  it('are offered where they are configured, and come back to where one wanted to go', async () => {
    providers = ['github', 'google'];
    draw('?to=/acme/library');
    await expect.element(button('Continue with Google')).toBeVisible();
    await button('Continue with GitHub').click();
    await expect.poll(() => replace.mock.calls).toEqual([['https://github.com/login']]);
    const body = { provider: 'github', to: '/acme/library' };
    expect(asked).toEqual([{ path: '/api/auth/sign-in/provider', body }]);
  });

  it('join by the invitation with which they began', async () => {
    providers = ['github'];
    refusals = NOBODY;
    draw('?invite=c1');
    await button('Continue with GitHub').click();
    await expect.poll(() => asked.at(-1)?.body).toEqual({ provider: 'github', invite_code: 'c1' });
  });

  it.each([
    ['signup_disabled', 'making one needs an invitation'],
    ['account_not_linked', 'An account here has your e-mail already.'],
    ['please_restart', 'did not work. Try again.'],
  ])('that fail with %s say why', async (code, words) => {
    draw(`?error=${code}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    expect(window.location.search).toBe('');
  });
});

describe('a second factor', () => {
  const code = () => page.getByLabelText('Code of your app');

  it('is asked for after the password, and leads on', async () => {
    wantsFactor = true;
    draw('?to=/acme/library');
    await page.getByLabelText('E-mail').fill(EMAIL);
    await page.getByLabelText('Password', { exact: true }).fill('correct horse');
    await button('Sign in').click();
    await expect.element(code()).toHaveFocus();
    expect(replace).not.toHaveBeenCalled();
    await code().fill('123 456');
    await page.getByLabelText('Ask for no code in this browser for 30 days').click();
    await button('Sign in').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/library']]);
    const body = { code: '123456', trust: true };
    expect(asked.at(-1)).toEqual({ path: '/api/auth/two-factor/verify', body });
  });

  it('says in place that a code is wrong', async () => {
    wantsFactor = true;
    refusals['/api/auth/two-factor/verify'] = { status: 401, message: 'This code is not right.' };
    draw('?token=t1');
    await button(`Sign in as ${EMAIL}`).click();
    await code().fill('000000');
    await button('Sign in').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code is not right.');
    expect(replace).not.toHaveBeenCalled();
  });

  it('is asked for after another site and after a confirmed e-mail', async () => {
    wantsFactor = true;
    draw('?factor=asked&to=/acme/home');
    await code().fill('aaaaa-bbbbb');
    await button('Sign in').click();
    await expect.poll(() => replace.mock.calls).toEqual([['/acme/home']]);
    root.unmount();
    document.body.replaceChildren();
    draw('?confirm=c1');
    await button('Confirm and sign in').click();
    await expect.element(code()).toBeVisible();
  });
});

describe('a provider of OpenID Connect', () => {
  it('has a button with its name, and leads on', async () => {
    oidc = [{ id: 'oidc-0a1b2c3d', name: 'Company login' }];
    draw('?to=/acme/library');
    await button('Continue with Company login').click();
    await expect.poll(() => replace.mock.calls).toEqual([['https://github.com/login']]);
    const body = { provider: 'oidc-0a1b2c3d', to: '/acme/library' };
    expect(asked.at(-1)).toEqual({ path: '/api/auth/sign-in/provider', body });
  });

  it('that is away is said so', async () => {
    oidc = [{ id: 'oidc-0a1b2c3d', name: 'Company login' }];
    const refusal = {
      status: 503,
      message: 'The provider cannot be used: it answers 500.',
      code: 'source_unavailable',
    };
    refusals['/api/auth/sign-in/provider'] = refusal;
    draw('');
    await button('Continue with Company login').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('it answers 500');
  });

  it.each([
    ['account_not_linked', 'connect the other site under Settings'],
    ['domain_not_allowed', 'your domain'],
    ['email_not_verified', 'has not verified'],
  ])('says why it signed nobody in: %s', async (code, words) => {
    draw(`?error=${code}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  });
});
