import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { damageTable } from '../test/damage.ts';
import { workspaceUnderTest } from '../test/workspace-under-test.ts';
import { isDamaged, openSqlite } from './database/dialects.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-damaged-'));
  file = join(folder, 'workspace.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('damage that shows only while running is said where it is met and at /readyz, and the rest goes on', async () => {
  const before = await workspaceUnderTest(openSqlite(file));
  const { orgId } = await before.bootstrap();
  const owner = await before.bearer(await before.signIn('owner@example.com'), orgId);
  const state = JSON.stringify({ layout: [], data: {} });
  const board = { org_id: orgId, type: 'dashboard-v1', name: 'Board', state };
  expect((await before.send('/api/deep-links/create', board, owner)).status).toBe(200);
  await before.engine.db.destroy();
  expect(isDamaged(file)).toBe(false);
  damageTable(file, 'deep_links');
  expect(isDamaged(file)).toBe(true);

  const at = await workspaceUnderTest(openSqlite(file));
  const headers = await at.bearer(await at.signIn('owner@example.com'), orgId);
  expect((await at.send('/readyz')).body['problems']).toEqual([]);
  const refused = await at.send('/api/deep-links/list', { org_id: orgId }, headers);
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: expect.stringContaining('database is damaged') } },
  });
  expect(refused.body.error?.message).not.toContain(folder);
  expect(await at.send('/readyz')).toMatchObject({
    status: 200,
    body: { problems: [{ code: 'damaged_database', file, message: expect.stringContaining('backup') }] },
  });
  expect((await at.send('/api/user/me', undefined, headers)).status).toBe(200);
  await at.engine.db.destroy();
});
