import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let otherOrg: string;
let viewer: Record<string, string>;
let stranger: Record<string, string>;

beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  ({ orgId: otherOrg } = await at.bootstrap('stranger@example.com', 'Umbrella'));
  viewer = (await at.member(orgId, 'viewer', 'viewer')).headers;
  stranger = await at.bearer(await at.signIn('stranger@example.com'), otherOrg);
});
afterAll(() => at.engine.db.destroy());

const put = (body: unknown, who?: Record<string, string>, org = orgId) =>
  at.send(`/api/${org}/explore-states`, body, who);
const get = (key: string, who?: Record<string, string>, org = orgId) =>
  at.send(`/api/${org}/explore-states/${key}`, undefined, who);

describe('a query too long for an address', () => {
  it('is kept and given back within the org, for read-only members too', async () => {
    const text = 'N4Ig'.repeat(2_000);
    const first = await put({ text }, viewer);
    const key = String(first.body.data?.['key']);
    expect((await put({ text }, viewer)).body.data).toEqual({ key });
    expect((await get(key, viewer)).body.data).toEqual({ text });
  });

  it('does not exist for another org', async () => {
    const key = String((await put({ text: 'ours' }, viewer)).body.data?.['key']);
    for (const answer of [
      await get(key, stranger),
      await get(key, stranger, otherOrg),
      await put({ text: 'x' }, stranger),
    ]) {
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
    }
  });

  it.each(['k1', `k${'g'.repeat(32)}`, 'key%27%20or%201=1', '%2e%2e'])(
    'is not read under the key %s',
    async (key) => {
      expect([400, 404]).toContain((await get(key, viewer)).status);
    },
  );

  it.each([{}, { text: '' }, { text: 'x'.repeat(500_001) }, { text: 1 }, { text: 'x', org_id: 'y' }, '['])(
    'is not kept from a body that is wrong',
    async (body) => {
      expect((await put(body, viewer)).status).toBe(400);
    },
  );

  it('is shut without a token', async () => {
    expect((await put({ text: 'x' })).status).toBe(401);
    expect((await get(`k${'0'.repeat(32)}`)).status).toBe(401);
  });
});
