import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../test/mail-server.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';
import { mailLimits } from '../accounts/mail-limits.ts';
import { createMailer, defaultSender } from './mailer.ts';

const FROM = 'Cairn <cairn@example.com>';
let server: Awaited<ReturnType<typeof startMailServer>>;
let at: WorkspaceUnderTest;
let orgId: string;
beforeAll(async () => {
  server = await startMailServer();
  const mailer = createMailer(server.url, FROM, silentLog(), mailLimits());
  at = await workspaceUnderTest(undefined, { signUp: 'open', mailer });
  ({ orgId } = await at.bootstrap());
});
afterAll(async () => {
  await at.engine.db.destroy();
  await server.close();
});

const PASSWORD = 'correct horse';
const account = (name: string) => ({ name, email: `${name}@example.com`, password: PASSWORD });
const signUp = (input: object) => at.send('/api/auth/sign-up/email', input);
const signIn = (name: string, password = PASSWORD) =>
  at.send('/api/auth/sign-in/email', { email: `${name}@example.com`, password });
const confirm = (token: string) => at.send('/api/auth/confirm-email', { token });
const forgot = (email: string) => at.send('/api/auth/forgot-password', { email });
const linkIn = (text: string, name: string) =>
  new RegExp(`/sign-in\\?${name}=([\\w.-]+)`).exec(text)?.[1] ?? '';

describe('a Cairn with a mail server', () => {
  it('says so on the sign-in page', async () => {
    expect((await at.send('/api/auth/options')).body).toEqual({
      signUp: 'open',
      mail: true,
      providers: [],
      oidc: [],
    });
  });

  it('lets a new account in once its e-mail is confirmed, by the link alone', async () => {
    const made = await signUp(account('ada'));
    expect([made.body['confirm'], made.headers.getSetCookie()]).toEqual([true, []]);
    const mail = await server.next();
    expect(mail).toMatchObject({
      from: FROM,
      to: 'ada@example.com',
      subject: 'Confirm your e-mail for Cairn',
    });
    const early = await signIn('ada');
    expect(early.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Confirm your'),
    });
    expect((await server.next()).to).toBe('ada@example.com');
    expect((await confirm('x.y.z')).body.error?.code).toBe('invalid_credentials');
    const token = linkIn(mail.text, 'confirm');
    const opened = await confirm(token);
    expect(opened.body).toEqual({ signedIn: true });
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await at.inside('/internal/token', { cookie })).status).toBe(200);
    expect((await confirm(token)).body).toEqual({ signedIn: false });
    expect((await signIn('ada')).status).toBe(200);
  });

  it('does not tell whether an e-mail has an account', async () => {
    const again = await signUp({ ...account('owner'), password: 'another long phrase' });
    expect([again.status, again.body['confirm']]).toEqual([200, true]);
    expect((await forgot('owner@example.com')).body).toEqual((await forgot('nobody@example.com')).body);
    expect((await server.next()).to).toBe('owner@example.com');
    expect(server.mails).toEqual([]);
    expect((await signIn('owner', 'another long phrase')).status).toBe(401);
  });

  it('mails a password link, which works once', async () => {
    await forgot('OWNER@example.com');
    const mail = await server.next();
    expect(mail).toMatchObject({ to: 'owner@example.com', subject: 'Set a new password for Cairn' });
    const token = linkIn(mail.text, 'reset');
    const next = 'a phrase of the mail';
    expect((await at.send('/api/auth/reset-password', { token, next })).status).toBe(200);
    expect((await at.send('/api/auth/reset-password', { token, next })).status).toBe(401);
    expect((await signIn('owner', next)).status).toBe(200);
  });

  it('mails three password links an hour to one address, and refuses what is no address', async () => {
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await forgot('bob@example.com')).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect((await forgot('nobody')).status).toBe(400);
  });

  it('mails an invitation to whom it is for', async () => {
    const { headers } = await at.member(orgId, 'admin', 'grace');
    const invite = (input: object) =>
      at.send('/api/login-links/create-link', { org_id: orgId, role: 'user', ...input }, headers);
    expect((await invite({})).body['mailed']).toBe(false);
    expect((await invite({ email: 'Joe@example.com' })).body['mailed']).toBe(true);
    const copied = async () => {
      const { body } = await at.send('/api/login-links/get-links', { org_id: orgId }, headers);
      return (body['data'] as unknown as { email: string | null; invite_code: string }[]).find(
        ({ email }) => email === 'joe@example.com',
      )?.invite_code;
    };
    const mail = await server.next();
    expect(mail).toMatchObject({
      to: 'joe@example.com',
      subject: 'You are invited to an organization on Cairn',
    });
    expect(mail.text).toContain('grace@example.com invites you to Acme as User.');
    expect(mail.text).not.toContain(await copied());
    const joined = await signUp({ ...account('joe'), invite_code: linkIn(mail.text, 'invite') });
    expect(joined.body).toMatchObject({ orgId, confirm: false });
    expect(joined.headers.getSetCookie().join()).toContain('session');
    expect((await signIn('joe')).status).toBe(200);
  });

  it('confirms an e-mail by the code that was mailed to it, and not by the link that an admin copies', async () => {
    const { headers } = await at.member(orgId, 'admin', 'peggy');
    const input = { org_id: orgId, role: 'user', email: 'judy@example.com' };
    const made = await at.send('/api/login-links/create-link', input, headers);
    const [{ invite_code }] = made.body['data'] as unknown as [{ invite_code: string }];
    expect((await server.next()).to).toBe('judy@example.com');
    const joined = await signUp({ ...account('judy'), invite_code });
    expect([joined.body['confirm'], joined.headers.getSetCookie()]).toEqual([true, []]);
    expect((await server.next()).subject).toBe('Confirm your e-mail for Cairn');
    expect((await signIn('judy')).body.error?.code).toBe('forbidden');
    await server.next();
  });

  it('confirms nothing of an address that has an account already', async () => {
    const { headers } = await at.member(orgId, 'admin', 'wendy');
    await signUp(account('niaj'));
    await server.next();
    const input = { org_id: orgId, role: 'user', email: 'niaj@example.com' };
    await at.send('/api/login-links/create-link', input, headers);
    const code = linkIn((await server.next()).text, 'invite');
    const again = { ...account('niaj'), password: 'another phrase', invite_code: code };
    const answer = await signUp(again);
    expect([answer.body['confirm'], answer.headers.getSetCookie()]).toEqual([true, []]);
    expect((await signIn('niaj', 'another phrase')).status).toBe(401);
  });
});

describe('mail to strangers', () => {
  it('is bounded for invitations, which are made all the same and show their link', async () => {
    const { headers } = await at.member(orgId, 'admin', 'heidi');
    const mailed: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      const input = { org_id: orgId, role: 'user', email: 'stranger@example.com' };
      const { status, body } = await at.send('/api/login-links/create-link', input, headers);
      mailed.push([status, body['mailed']]);
    }
    expect(mailed).toEqual([...Array(3).fill([200, true]), [200, false], [200, false]]);
    for (let n = 0; n < 3; n += 1) expect((await server.next()).to).toBe('stranger@example.com');
  });

  it('is bounded for sign-ins of an account that nobody confirms', async () => {
    await signUp(account('unasked'));
    for (let n = 0; n < 13; n += 1) expect((await signIn('unasked')).status).toBe(403);
    for (let n = 0; n < 5; n += 1) expect((await server.next()).to).toBe('unasked@example.com');
    await forgot('owner@example.com');
    expect((await server.next()).to).not.toBe('unasked@example.com');
  });

  it('holds no line break of a name that people give', async () => {
    const { headers } = await at.member(orgId, 'super', 'ivan');
    const path = `/api/${orgId}/org-settings`;
    const { body } = await at.send(path, { name: 'Acme\r\n\r\nYou\u2029won' }, headers);
    expect(body.data).toMatchObject({ name: 'Acme You won' });
    const chosen = await at.send('/api/user/preferences', { displayName: 'Ivan\nthe\tfirst' }, headers);
    expect(chosen.body.data).toMatchObject({ preferences: { displayName: 'Ivan the first' } });
  });
});

describe('a Cairn whose mail server is away', () => {
  it('says so to the operator, and shows the admin the link', async () => {
    const mailer = createMailer('smtp://127.0.0.1:1', FROM, silentLog(), mailLimits());
    const away = await workspaceUnderTest(undefined, { mailer });
    const own = await away.bootstrap();
    const { headers } = await away.member(own.orgId, 'admin', 'grace');
    const input = { org_id: own.orgId, role: 'user', email: 'joe@example.com' };
    const { body } = await away.send('/api/login-links/create-link', input, headers);
    expect(body['mailed']).toBe(false);
    expect(body.data).toEqual([
      expect.objectContaining({ email: 'joe@example.com', url: expect.any(String) }),
    ]);
    const ready = (await away.send('/readyz')).body as unknown as { problems: { code: string }[] };
    expect(ready.problems.map(({ code }) => code)).toEqual(['mail']);
    await away.engine.db.destroy();
  });
});

describe('a Cairn without a mail server', () => {
  it('sends nothing, and signs new accounts in at once', async () => {
    const bare = await workspaceUnderTest(undefined, { signUp: 'open' });
    expect((await bare.send('/api/auth/options')).body).toEqual({
      signUp: 'open',
      mail: false,
      providers: [],
      oidc: [],
    });
    const made = await bare.send('/api/auth/sign-up/email', account('ada'));
    expect([made.body['confirm'], made.headers.getSetCookie().length]).toEqual([false, 1]);
    const refused = await bare.send('/api/auth/forgot-password', { email: 'ada@example.com' });
    expect(refused.body.error?.code).toBe('forbidden');
    await bare.engine.db.destroy();
  });

  it('would send as cairn of its own address', () => {
    expect(defaultSender('https://cairn.example:8443/x')).toBe('Cairn <cairn@cairn.example>');
  });
});
