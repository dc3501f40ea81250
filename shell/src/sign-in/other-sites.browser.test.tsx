import { describe, expect, it } from 'vitest';
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

describe('accounts of other sites', () => {
  it('are offered where they are configured, and come back to where one wanted to go', async () => {
    server.providers = ['github', 'google'];
    draw('?to=/acme/library');
    await expect.element(button('Continue with Google')).toBeVisible();
    await button('Continue with GitHub').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['https://github.com/login']]);
    const body = { provider: 'github', to: '/acme/library' };
    expect(server.asked).toEqual([{ path: '/api/auth/sign-in/provider', body }]);
  });

  it('join by the invitation with which they began', async () => {
    server.providers = ['github'];
    server.refusals = NOBODY;
    draw('?invite=c1');
    await button('Continue with GitHub').click();
    await expect.poll(() => server.asked.at(-1)?.body).toEqual({ provider: 'github', invite_code: 'c1' });
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
    server.wantsFactor = true;
    draw('?to=/acme/library');
    await page.getByLabelText('E-mail').fill(EMAIL);
    await page.getByLabelText('Password', { exact: true }).fill('correct horse');
    await button('Sign in').click();
    await expect.element(code()).toHaveFocus();
    expect(goTo).not.toHaveBeenCalled();
    await code().fill('123 456');
    await page.getByLabelText('Ask for no code in this browser for 30 days').click();
    await button('Sign in').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/library']]);
    const body = { code: '123456', trust: true };
    expect(server.asked.at(-1)).toEqual({ path: '/api/auth/two-factor/verify', body });
  });

  it('says in place that a code is wrong', async () => {
    server.wantsFactor = true;
    server.refusals['/api/auth/two-factor/verify'] = { status: 401, message: 'This code is not right.' };
    draw('?token=t1');
    await button(`Sign in as ${EMAIL}`).click();
    await code().fill('000000');
    await button('Sign in').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This code is not right.');
    expect(goTo).not.toHaveBeenCalled();
  });

  it('is asked for after another site and after a confirmed e-mail', async () => {
    server.wantsFactor = true;
    draw('?factor=asked&to=/acme/home');
    await code().fill('aaaaa-bbbbb');
    await button('Sign in').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['/acme/home']]);
    clear();
    draw('?confirm=c1');
    await button('Confirm and sign in').click();
    await expect.element(code()).toBeVisible();
  });
});

describe('a provider of OpenID Connect', () => {
  it('has a button with its name, and leads on', async () => {
    server.oidc = [{ id: 'oidc-0a1b2c3d', name: 'Company login' }];
    draw('?to=/acme/library');
    await button('Continue with Company login').click();
    await expect.poll(() => goTo.mock.calls).toEqual([['https://github.com/login']]);
    const body = { provider: 'oidc-0a1b2c3d', to: '/acme/library' };
    expect(server.asked.at(-1)).toEqual({ path: '/api/auth/sign-in/provider', body });
  });

  it('that is away is said so', async () => {
    server.oidc = [{ id: 'oidc-0a1b2c3d', name: 'Company login' }];
    const refusal = {
      status: 503,
      message: 'The provider cannot be used: it answers 500.',
      code: 'source_unavailable',
    };
    server.refusals['/api/auth/sign-in/provider'] = refusal;
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
