import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMailServer } from '../../test/mail-server.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';
import { createMailer } from '../mail/mailer.ts';
import { mailLimits } from './mail-limits.ts';

const PASSWORD = 'correct horse';
const OLD = 'eve@example.com';
const NEW = 'new-eve@example.com';
type People = Awaited<ReturnType<WorkspaceUnderTest['member']>>;
let at: WorkspaceUnderTest;
let eve: People;
let cookie: string;

async function open(mailer?: ReturnType<typeof createMailer>) {
  at = await workspaceUnderTest(undefined, { signUp: 'open', ...(mailer ? { mailer } : {}) });
  const { orgId } = await at.bootstrap();
  eve = await at.member(orgId, 'user', 'eve');
  cookie = await at.signIn(OLD);
}
const change = (email: string, password?: string) =>
  at.send('/api/user/update-email', { email, ...(password ? { password } : {}) }, eve.headers);
const signsIn = async (email: string, password = PASSWORD) => (await at.signIn(email, password)) !== '';
const pending = async () => {
  const { body } = await at.send('/api/auth/login', undefined, { cookie });
  return (body.data as unknown as { pendingEmail: { email: string } | null }).pendingEmail?.email ?? null;
};
const isConfirmed = async () => {
  const users = at.engine.db.withTables<{ user: { id: string; emailVerified: unknown } }>();
  const row = users.selectFrom('user').select('emailVerified').where('id', '=', eve.userId);
  return Boolean((await row.executeTakeFirstOrThrow()).emailVerified);
};
const confirm = (token: string, headers = {}) => at.send('/api/auth/confirm-email', { token }, headers);
const act = (name: 'resend' | 'cancel', headers: Record<string, string> = { cookie }) =>
  at.send(`/api/auth/email-change/${name}`, {}, headers);

describe.each([true, false])('a change of the e-mail, with a mail server: %s', (hasMail) => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => void (server = await startMailServer()));
  afterAll(() => server.close());
  beforeEach(async () => {
    server.mails.length = 0;
    await open(
      hasMail ? createMailer(server.url, 'cairn@example.com', silentLog(), mailLimits()) : undefined,
    );
  });
  afterEach(() => at.engine.db.destroy());

  it.each([undefined, 'wrong horse'])('needs the password, not %j', async (password) => {
    expect((await change(NEW, password)).body.error?.code).toBe('invalid_credentials');
    expect([await pending(), await signsIn(OLD), await signsIn(NEW)]).toEqual([null, true, false]);
  });

  it('does not go to an e-mail that another account has', async () => {
    expect((await change('OWNER@example.com', PASSWORD)).body.error?.code).toBe('conflict');
    expect([await pending(), await signsIn(OLD)]).toEqual([null, true]);
  });

  it('hears ten wrong passwords in a row', async () => {
    for (let n = 0; n < 10; n += 1) expect((await change(NEW, `wrong ${n}`)).status).toBe(401);
    expect((await change(NEW, PASSWORD)).status).toBe(429);
  });

  it('is refused to an account that has no password yet', async () => {
    await at.engine.db.withTables<{ account: { userId: string } }>().deleteFrom('account').execute();
    const { error } = (await change(NEW, PASSWORD)).body;
    expect(error?.message).toBe('Set a password first, under Settings, Logins.');
  });
});

describe('a change of the e-mail where this Cairn sends mail', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeEach(async () => {
    server = await startMailServer();
    await open(createMailer(server.url, 'cairn@example.com', silentLog(), mailLimits()));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await at.engine.db.destroy();
    await server.close();
  });
  const tokenIn = (text: string) => /\/sign-in\?confirm=([\w.-]+)/.exec(text)?.[1] ?? '';
  /** The two letters of a change, by whom they are for. */
  const letters = async () => {
    const both = [await server.next(), await server.next()];
    return Object.fromEntries(both.map((mail) => [mail.to, mail])) as Record<string, (typeof both)[0]>;
  };

  it('keeps the present one until the new one is confirmed, and tells it twice', async () => {
    expect((await change(NEW, PASSWORD)).body.data).toMatchObject({ email: OLD });
    expect([await pending(), await signsIn(OLD), await signsIn(NEW)]).toEqual([NEW, true, false]);
    const mails = await letters();
    expect(mails[OLD]?.text).toContain(`wants to sign in to your Cairn account with ${NEW}`);
    expect(mails[OLD]?.text).not.toContain('confirm=');
    const token = tokenIn(mails[NEW]?.text ?? '');
    expect((await confirm(token, { cookie })).body).toEqual({ signedIn: true });
    expect([await pending(), await signsIn(OLD), await signsIn(NEW)]).toEqual([null, false, true]);
    expect(await isConfirmed()).toBe(true);
    const told = await server.next();
    expect([told.to, told.text.includes(`with ${NEW} from now on`)]).toEqual([OLD, true]);
    expect((await confirm(token)).body.error?.code).toBe('invalid_credentials');
  });

  it('is confirmed on another device, which it does not sign in', async () => {
    await change(NEW, PASSWORD);
    const answer = await confirm(tokenIn((await letters())[NEW]?.text ?? ''));
    expect([answer.body, answer.headers.getSetCookie()]).toEqual([{ signedIn: false }, []]);
  });

  it('is mailed again by a link of its own, and cancelled', async () => {
    await change(NEW, PASSWORD);
    const first = tokenIn((await letters())[NEW]?.text ?? '');
    expect((await act('resend')).status).toBe(200);
    const second = tokenIn((await server.next()).text);
    expect((await confirm(first)).status).toBe(401);
    expect((await act('cancel')).body.data).toMatchObject({ pendingEmail: null });
    expect((await confirm(second)).status).toBe(401);
    expect((await act('resend')).body.error?.code).toBe('not_found');
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([true, false]);
    for (const name of ['resend', 'cancel'] as const) expect((await act(name, {})).status).toBe(401);
  });

  it('ends with a new password, and after a day', async () => {
    await change(NEW, PASSWORD);
    const first = tokenIn((await letters())[NEW]?.text ?? '');
    await at.send('/api/auth/password', { current: PASSWORD, next: 'battery staple' }, { cookie });
    expect([(await confirm(first)).status, await pending()]).toEqual([401, null]);
    await change(NEW, 'battery staple');
    const second = tokenIn((await letters())[NEW]?.text ?? '');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 });
    expect([(await confirm(second)).status, await pending()]).toEqual([401, null]);
  });

  it('is refused once another account has taken the e-mail', async () => {
    await change(NEW, PASSWORD);
    const token = tokenIn((await letters())[NEW]?.text ?? '');
    await at.send('/api/auth/sign-up/email', { email: NEW, password: 'a long phrase', name: 'Bob' });
    expect((await confirm(token)).body.error?.code).toBe('conflict');
    expect(await signsIn(OLD)).toBe(true);
  });
});

describe('a change of the e-mail where this Cairn sends no mail', () => {
  beforeEach(() => open());
  afterEach(() => at.engine.db.destroy());

  it('happens at once, and the new one counts as unconfirmed', async () => {
    expect(await isConfirmed()).toBe(true);
    expect((await change(' NEW-eve@example.com'.trim(), PASSWORD)).body.data).toMatchObject({ email: NEW });
    expect([await pending(), await signsIn(OLD), await signsIn(NEW)]).toEqual([null, false, true]);
    expect(await isConfirmed()).toBe(false);
    const { authorization } = await at.bearer(await at.signIn(NEW));
    const claims = JSON.parse(atob(authorization.split('.')[1] ?? '')) as object;
    expect(claims).toMatchObject({ email: NEW, emailVerified: false });
  });

  it('to the present one changes nothing', async () => {
    expect((await change('EVE@example.com')).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });
});
