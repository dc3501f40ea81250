import { join } from 'node:path';
import { smallDisk, whyNoSmallDisk, type SmallDisk } from '@cairn/service-kit/small-disk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../test/workspace-under-test.ts';
import { openSqlite } from './database/dialects.ts';

const OWNER = { email: 'owner@example.com', password: 'correct horse' };
const DAY_MS = 86_400_000;
const noDisk = whyNoSmallDisk();

describe.skipIf(noDisk)(`a full disk${noDisk ? ` (skipped: ${noDisk})` : ''}`, () => {
  let disk: SmallDisk;
  let at: WorkspaceUnderTest;
  let orgId: string;
  let cookie: string;
  let headers: Record<string, string>;

  const signIn = () => at.send('/api/auth/sign-in/email', OWNER);
  const token = () => at.inside('/internal/token', { cookie, orgId });
  const save = () => {
    const state = JSON.stringify({ layout: [], data: {} });
    const board = { org_id: orgId, type: 'dashboard-v1', name: 'Board', state };
    return at.send('/api/deep-links/create', board, headers);
  };

  beforeAll(async () => {
    disk = smallDisk(4);
    at = await workspaceUnderTest(openSqlite(join(disk.dir, 'workspace.sqlite')), { dataDir: disk.dir });
    ({ orgId } = await at.bootstrap());
    cookie = await at.signIn(OWNER.email);
    headers = await at.bearer(cookie, orgId);
    disk.fill();
  });
  afterAll(async () => {
    await at.engine.db.destroy();
    disk.remove();
  });

  it('answers disk_full to who signs in, signs out or saves', async () => {
    const answers = [await signIn(), await save(), await at.send('/api/auth/sign-out', {}, { cookie })];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 507,
        body: { error: { code: 'disk_full', message: expect.stringContaining('Free some space') } },
      });
    }
  });

  it('is told at /readyz', async () => {
    expect(await at.send('/readyz')).toMatchObject({
      status: 503,
      body: { failed: ['disk'], problems: [{ code: 'disk_full' }] },
    });
  });

  it('lets those who are signed in read on, also with a session that is due to be prolonged', async () => {
    expect((await at.send('/api/deep-links/list', { org_id: orgId }, headers)).status).toBe(200);
    expect((await token()).status).toBe(200);
    const due = 20 * DAY_MS;
    const real = Date.now;
    Date.now = () => real() + due;
    try {
      expect((await token()).status).toBe(200);
    } finally {
      Date.now = real;
    }
  });

  it('is over once there is room', async () => {
    disk.free();
    expect((await signIn()).status).toBe(200);
    expect((await save()).status).toBe(200);
    await expect.poll(async () => (await at.send('/readyz')).status, { timeout: 5_000 }).toBe(200);
  });
});
