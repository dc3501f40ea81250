import type { OpenTabs } from '@cairn/contracts/open-tabs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let path: string;
let orgId: string;
let ada: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  path = `/api/${orgId}/open-tabs`;
  ada = (await at.member(orgId, 'viewer', 'ada')).headers;
});
afterAll(() => at.engine.db.destroy());

const tab = (id: string) => ({ id, current_title: id, current_url: `/${orgId}/boards/${id}` });
const read = async (headers = ada) =>
  (await at.send(path, undefined, headers)).body.data as unknown as OpenTabs;

describe('the open tabs of a user', () => {
  it('come to the other devices of the same user, and to nobody else', async () => {
    const saved = await at.send(path, { revision: 0, tabs: [tab('a')] }, ada);
    expect(saved.body.data).toEqual({ revision: 1, tabs: [tab('a')] });
    expect(await read()).toEqual({ revision: 1, tabs: [tab('a')] });
    const bob = (await at.member(orgId, 'admin', 'bob')).headers;
    expect(await read(bob)).toEqual({ revision: 0, tabs: [] });
  });

  it('are a conflict where another device saved since', async () => {
    const { revision } = await read();
    expect((await at.send(path, { revision, tabs: [tab('b')] }, ada)).status).toBe(200);
    const late = await at.send(path, { revision, tabs: [] }, ada);
    expect(late.body.error).toMatchObject({ code: 'conflict' });
    expect((await read()).tabs).toEqual([tab('b')]);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/another-org/home', 'home'])(
    'show no %s',
    async (current_url) => {
      const { revision } = await read();
      const sent = await at.send(path, { revision, tabs: [{ ...tab('x'), current_url }] }, ada);
      expect(sent.status).toBe(400);
    },
  );

  it('are a hundred at most', async () => {
    const { revision } = await read();
    const tabs = (count: number) => Array.from({ length: count }, (_, index) => tab(`t${index}`));
    expect((await at.send(path, { revision, tabs: tabs(101) }, ada)).status).toBe(400);
    expect((await at.send(path, { revision, tabs: tabs(100) }, ada)).status).toBe(200);
  });
});
