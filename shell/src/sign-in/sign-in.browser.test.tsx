import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  EMAIL,
  NOBODY,
  beginSignIn,
  button,
  clear,
  draw,
  goTo,
  server,
} from '../../test/sign-in-under-test.tsx';

beginSignIn();

describe('a sign-in link', () => {
  it('names its account, and is used at one click', async () => {
    draw('?token=t1&to=/acme/library');
    await expect.element(page.getByText('This link signs in as')).toHaveTextContent(EMAIL);
    expect(window.location.search).toBe('');
    expect(server.asked).toEqual([{ path: '/api/auth/one-time/account', body: { token: 't1' } }]);
    await button(`Sign in as ${EMAIL}`).click();
    expect(server.asked.at(-1)).toEqual({ path: '/api/auth/one-time', body: { token: 't1' } });
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/library']]);
  });

  it('shows a long address whole', async () => {
    server.signedInAs = `${'long-name.'.repeat(8)}@example.com`;
    draw('?token=t1');
    await expect.element(button(`Stay signed in as ${server.signedInAs}`)).toBeVisible();
    const stay = button(`Stay signed in as ${server.signedInAs}`).element();
    expect(stay.scrollWidth).toBeLessThanOrEqual(stay.clientWidth);
    expect(stay.clientHeight).toBeGreaterThan(48);
  });

  it('asks who is signed in as somebody else, and leaves them so', async () => {
    server.signedInAs = 'owner@example.com';
    draw('?token=t1');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('You are signed in as owner@example.com');
    await button('Stay signed in as owner@example.com').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/']]);
    expect(server.asked.map(({ path }) => path)).toEqual(['/api/auth/one-time/account']);
  });

  it('leads on, unused, who is signed in with its account', async () => {
    server.signedInAs = EMAIL;
    draw('?token=t1');
    await expect.poll(() => goTo.mock.calls).toEqual([['/']]);
    expect(server.asked).toHaveLength(1);
  });

  it.each(['/api/auth/one-time/account', '/api/auth/one-time'])(
    'that %s refuses gives way to the password',
    async (path) => {
      server.refusals[path] = { status: 401, message: 'Used.' };
      draw('?token=t1');
      if (path.endsWith('one-time')) await button(`Sign in as ${EMAIL}`).click();
      await expect.element(page.getByRole('alert')).toHaveTextContent('This link was used already');
      await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
    },
  );

  it('can be tried again when a part of Cairn is away, and tells how long to wait', async () => {
    server.refusals['/api/auth/one-time'] = { status: 429, message: 'Wait 7 minutes and try again.' };
    draw('?token=t1');
    await button(`Sign in as ${EMAIL}`).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Wait 7 minutes and try again.');
    server.refusals = {};
    await button(`Sign in as ${EMAIL}`).click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/']]);
  });
});

const field = (name: string) => page.getByLabelText(name, { exact: true });

describe('an invitation', () => {
  it('is used by who is signed in at one click', async () => {
    server.signedInAs = EMAIL;
    draw('?invite=c1');
    await expect.element(page.getByText('You are invited to')).toHaveTextContent('Acme as org admin');
    expect(window.location.search).toBe('');
    await button(`Join as ${EMAIL}`).click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/home']]);
    expect(server.asked.at(-1)).toEqual({ path: '/api/user/join-org', body: { invite_code: 'c1' } });
  });

  it('makes an account for a newcomer, with the e-mail that it is for', async () => {
    server.refusals = NOBODY;
    server.invitation = { ...server.invitation, email: 'new@example.com' };
    draw('?invite=c1');
    await expect.element(field('E-mail')).toHaveValue('new@example.com');
    await expect.element(field('E-mail')).toHaveAttribute('readonly');
    await field('Name').fill(' Newcomer ');
    await field('Password').fill('a long pass phrase');
    await button('Make account').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/home']]);
    const account = { name: 'Newcomer', email: 'new@example.com', password: 'a long pass phrase' };
    expect(server.asked.at(-1)).toEqual({
      path: '/api/auth/sign-up/email',
      body: { ...account, invite_code: 'c1' },
    });
  });

  it('is used after signing in by who has an account', async () => {
    server.refusals = NOBODY;
    draw('?invite=c1');
    await button('I have an account').click();
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Sign in').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/home']]);
    expect(server.asked.slice(-2).map(({ path }) => path)).toEqual([
      '/api/auth/sign-in/email',
      '/api/user/join-org',
    ]);
  });

  it('that is dead says so, and leaves signing in', async () => {
    server.refusals = {
      ...NOBODY,
      '/api/login-links/target-links': { status: 404, message: 'It has expired.' },
    };
    draw('?invite=c1');
    await expect.element(page.getByRole('alert')).toHaveTextContent('It has expired.');
    await expect.element(button('Sign in')).toBeVisible();
  });

  it('says why no account can be made', async () => {
    const message = 'No account can be made with this e-mail. If it is yours, sign in.';
    server.refusals = { ...NOBODY, '/api/auth/sign-up/email': { status: 409, message } };
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
    server.signUp = mode;
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
    expect(server.asked).toEqual([
      { path: '/api/auth/reset-password', body: { token: 'r1', next: 'a long pass phrase' } },
    ]);
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Sign in').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/']]);
  });

  it.each([
    [401, '', 'This password link was used or is too old.'],
    [400, 'Choose another: this one is among the most common.', 'among the most common'],
  ])('says why it is refused: %d %s', async (status, message, words) => {
    server.refusals['/api/auth/reset-password'] = { status, message };
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
    server.mail = true;
  });

  it('a forgotten password is asked for by mail', async () => {
    draw('');
    await page.getByText('Forgot your password?').click();
    await page.getByLabelText('E-mail of your account').fill(EMAIL);
    await button('Send me a link').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(`If ${EMAIL} has an account here`);
    expect(server.asked).toEqual([{ path: '/api/auth/forgot-password', body: { email: EMAIL } }]);
  });

  it('a mail that cannot be asked for keeps what was typed', async () => {
    server.refusals['/api/auth/forgot-password'] = { status: 500, message: 'It broke.' };
    draw('');
    await page.getByText('Forgot your password?').click();
    const email = page.getByLabelText('E-mail of your account');
    await email.fill(EMAIL);
    await button('Send me a link').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(email).toHaveValue(EMAIL);
  });

  it('a new account waits for its confirmation', async () => {
    server.signUp = 'open';
    draw('');
    await button('Make an account').click();
    await expect.element(page.getByRole('heading', { name: 'Make an account' })).toBeVisible();
    await field('Name').fill('Mallory');
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('a long pass phrase');
    await button('Make account').click();
    await expect.element(page.getByRole('status')).toHaveTextContent(`We have sent a mail to ${EMAIL}.`);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('a password that is too short is told in the page, until it is changed', async () => {
    server.signUp = 'open';
    draw('');
    await button('Make an account').click();
    await field('Name').fill('Mallory');
    await field('E-mail').fill(EMAIL);
    await field('Password').fill('short');
    await button('Make account').click();
    const told = page.getByText('This password is too short. It needs at least 8 characters.');
    await expect.element(told).toBeVisible();
    await expect.element(field('Password')).toHaveFocus();
    expect(server.asked).toEqual([]);
    await field('Password').fill('short, but growing');
    await expect.element(told).not.toBeInTheDocument();
  });

  it('the link of the mail confirms at a click, and signs in', async () => {
    draw('?confirm=c1');
    await button('Confirm and sign in').click();
    expect(window.location.search).toBe('');
    expect(server.asked).toEqual([{ path: '/api/auth/confirm-email', body: { token: 'c1' } }]);
    await expect.poll(() => goTo.mock.calls).toEqual([['/']]);
  });

  it('a link that is used or too old leads to the password', async () => {
    draw('?confirm=used');
    await button('Confirm and sign in').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Your e-mail is confirmed.');
    clear();
    server.refusals['/api/auth/confirm-email'] = { status: 401, message: '' };
    draw('?confirm=old');
    await button('Confirm and sign in').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This link is too old.');
    await expect.element(button('Sign in')).toBeVisible();
  });
});
