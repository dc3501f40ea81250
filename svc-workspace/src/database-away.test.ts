import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../test/postgres.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../test/workspace-under-test.ts';
import { createApp } from './app.ts';
import { createAuth } from './accounts/auth.ts';
import { openPostgres, type DatabaseEngine } from './database/dialects.ts';
import { silentLog } from '@cairn/service-kit/testing';

const OWNER = { email: 'owner@example.com', password: 'correct horse' };
const PATIENCE = { timeout: 10_000, interval: 20 };
const AWAY = {
  status: 503,
  body: {
    error: {
      code: 'unavailable',
      message: expect.stringMatching(
        /^The database of accounts and saved things is away: .*once it is back\.$/,
      ),
    },
  },
};

describe('while PostgreSQL is away', () => {
  let server: PostgresServer;
  let engine: DatabaseEngine;
  let at: WorkspaceUnderTest;
  let orgId: string;
  let cookie: string;
  let headers: Record<string, string>;

  const signIn = () => at.send('/api/auth/sign-in/email', OWNER);
  const me = () => at.send('/api/user/me', undefined, headers);
  const token = () => at.inside('/internal/token', { cookie, orgId });

  beforeAll(async () => {
    server = await startPostgres();
    engine = openPostgres(await server.createDatabase(), () => undefined);
    at = await workspaceUnderTest(engine, { signUp: 'open' });
    ({ orgId } = await at.bootstrap());
    cookie = await at.signIn(OWNER.email);
    headers = await at.bearer(cookie, orgId);
  });
  afterAll(async () => {
    await engine.db.destroy();
    await server.remove();
  });

  it('every way in answers unavailable with the cause, /readyz names it, and all goes on when it is back', async () => {
    await server.stop();
    const body = { ...OWNER, email: 'new@example.com', name: 'New' };
    const answers = await Promise.all([
      signIn(),
      me(),
      token(),
      at.send('/api/auth/sign-up/email', body),
      at.send('/api/auth/sign-out', {}, { cookie }),
      at.send('/api/auth/one-time', { token: 'any' }),
      at.send('/api/auth/login', undefined, { cookie }),
      at.send('/api/auth/jwks'),
      at.send('/api/deep-links/list', { org_id: orgId }, headers),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(AWAY);
    expect(await at.send('/readyz')).toMatchObject({
      status: 503,
      body: { failed: ['database'], problems: [{ code: 'unavailable', message: AWAY.body.error.message }] },
    });

    await server.start();
    expect((await at.send('/readyz')).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await me()).status).toBe(200);
    // The session that could not be ended is still there, as its owner was told.
    expect((await token()).status).toBe(200);
  });

  it('nobody who asks at the moment of its end meets a fault of ours', async () => {
    let isAsking = true;
    const statuses = new Set<number>();
    const person = async (ask: () => Promise<{ status: number }>) => {
      while (isAsking) {
        statuses.add((await ask()).status);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const people = Array.from({ length: 12 }, (_, n) => person([me, token, signIn][n % 3] ?? me));
    try {
      await expect.poll(() => [...statuses], PATIENCE).toContain(200);
      await server.stop();
      await expect.poll(() => [...statuses], PATIENCE).toContain(503);
    } finally {
      await server.start();
      await expect.poll(async () => (await me()).status, PATIENCE).toBe(200);
      isAsking = false;
      await Promise.all(people);
    }
    expect([...statuses].toSorted()).toEqual([200, 503]);
  });
});

it('a database that accepts connections and says nothing is told at /readyz in time', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const engine = openPostgres(`postgres://cairn:cairn@127.0.0.1:${port}/none`, () => undefined);
  const shared = { engine, secret: 's'.repeat(32), publicUrl: 'http://127.0.0.1:1', log: silentLog() };
  const auth = createAuth({ ...shared, signUp: 'closed' });
  const app = createApp({ ...shared, auth, authFor: () => auth });
  const began = performance.now();
  const answer = await app.request('/readyz');
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await answer.json()).toMatchObject({
    failed: ['database'],
    problems: [{ message: expect.stringContaining('it does not answer') }],
  });
  silent.close();
});
