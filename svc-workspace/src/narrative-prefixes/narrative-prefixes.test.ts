import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let boss: Record<string, string>;
let plain: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  const { orgId } = await at.bootstrap();
  boss = (await at.member(orgId, 'admin', 'boss', true)).headers;
  plain = (await at.member(orgId, 'super', 'plain')).headers;
});
afterAll(() => at.engine.db.destroy());

const call = (name: string, input: object, headers = boss) =>
  at.send(`/api/settings/narrative-prefix/${name}`, input, headers);
const NEW = { name: 'House style', prefix: 'Write plainly.', global_key: 'narrative' };

describe('prompt instructions', () => {
  it('are set, read and removed by superusers', async () => {
    const [set] = (await call('upsert', NEW)).body.data as unknown as [{ id: string }];
    expect(set).toMatchObject({ ...NEW, id: expect.any(String), updatedAt: expect.any(String) });
    expect((await call('read', { global_key: 'agent' })).body.data).toEqual([]);
    expect((await call('read', {})).body.data).toEqual([set]);
    expect((await call('delete', { id: set.id })).body.data).toEqual([]);
    expect((await call('delete', { id: set.id })).body.error?.code).toBe('not_found');
  });

  it('are shut to super admins of an org, and to everybody without a session', async () => {
    for (const [name, input] of [
      ['read', {}],
      ['upsert', NEW],
      ['delete', { id: 'x' }],
    ] as const) {
      expect((await call(name, input, plain)).body.error).toMatchObject({
        code: 'forbidden',
        message: 'unauthorized access',
      });
      expect((await call(name, input, {})).status).toBe(401);
    }
  });

  it.each([
    { prefix: ' ' },
    { prefix: 'x'.repeat(20_001) },
    { global_key: 'poem' },
    { name: '' },
    { id: 'x' },
  ])('are not set to %j', async (input) =>
    expect((await call('upsert', { ...NEW, ...input })).status).toBe(400),
  );
});
