import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf } from '../../../test/authenticator.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../../test/workspace-under-test.ts';
import { openSqlite } from '../../database/dialects.ts';
import { takeSecondFactor } from './command.ts';

const EMAIL = 'owner@example.com';

let data: string;
let at: WorkspaceUnderTest;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cairn-take-factor-'));
  at = await workspaceUnderTest(openSqlite(join(data, 'workspace.sqlite')));
});
afterEach(async () => {
  await at.engine.db.destroy();
  await rm(data, { recursive: true });
});

const ask = (path: string, body: object, cookie: string) =>
  at.send(`/api/auth/two-factor${path}`, body, { cookie });
const signIn = () => at.send('/api/auth/sign-in/email', { email: EMAIL, password: 'correct horse' });

it('takes the second factor of an account beside a running Cairn, ends its sessions and is audited', async () => {
  await at.bootstrap();
  const cookie = await at.signIn(EMAIL);
  const begun = (await ask('/begin', { password: 'correct horse' }, cookie)).body as unknown as {
    key: string;
  };
  const confirmed = await ask('/confirm', { code: codeOf(begun.key) }, cookie);
  const kept = confirmed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  expect((await signIn()).body).not.toHaveProperty('user');
  expect((await at.send('/api/auth/two-factor', undefined, { cookie: kept })).status).toBe(200);

  await expect(takeSecondFactor({ email: EMAIL, data })).resolves.toBe(
    `${EMAIL} signs in without a second factor from now on, and is signed out everywhere. The audit log says so.`,
  );
  expect((await at.send('/api/auth/two-factor', undefined, { cookie: kept })).status).toBe(401);
  expect((await signIn()).body).toHaveProperty('user');
  const acts = await at.engine.db.selectFrom('audit_log').select(['action', 'actor_id']).execute();
  expect(acts).toContainEqual({ action: 'twoFactor.taken', actor_id: null });
});

it.each([
  ['nobody@example.com', 'No account has the e-mail nobody@example.com.'],
  [EMAIL, `${EMAIL} signs in without a second factor.`],
])('takes nothing from %s, and says why', async (email, words) => {
  await at.bootstrap();
  await expect(takeSecondFactor({ email, data })).rejects.toMatchObject({
    code: 'not_found',
    message: words,
  });
});

it('says so where there is no Cairn, and makes none', async () => {
  const elsewhere = join(data, 'elsewhere');
  await expect(takeSecondFactor({ email: EMAIL, data: elsewhere })).rejects.toThrow(
    `There is no Cairn in ${elsewhere}.`,
  );
});
