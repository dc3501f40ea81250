import { followedChangesContract } from '@cairn/contracts/feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
let orgId: string;
let ada: Record<string, string>;
let bob: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  ada = (await at.member(orgId, 'admin', 'ada')).headers;
  bob = (await at.member(orgId, 'user', 'bob')).headers;
});
afterAll(() => at.engine.db.destroy());

const EVER = { start: '2020-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' };
const changes = async (headers = bob, span = EVER) => {
  const { body } = await at.send(`/api/${orgId}/following/changes`, span, headers);
  return followedChangesContract.listFollowedChanges.output.parse(body);
};
const follow = (kind: string, id: string, headers = bob) =>
  at.send(`/api/${orgId}/following/follow`, { kind, id, action: 'add' }, headers);
const board = async (name: string, scope = 'org') => {
  const input = { org_id: orgId, type: 'dashboard-v1', name, scope, state: '{"layout":[],"data":{}}' };
  return (await at.send('/api/deep-links/create', input, ada)).body.data?.id ?? '';
};
const change = (id: string, part: object) =>
  at.send('/api/deep-links/update', { org_id: orgId, id, ...part }, ada);

describe('changes of what somebody follows', () => {
  it('are told in sentences, newest first, to its followers alone', async () => {
    const plan = await board('Plan');
    await follow('board', plan);
    await change(plan, { description: 'For May' });
    await change(plan, { name: 'Plan of May', group: 'may' });
    const { data, followed } = await changes();
    expect(followed).toEqual([{ kind: 'board', id: plan, name: 'Plan of May', path: `boards/${plan}` }]);
    expect(data.map(({ description }) => description)).toEqual([
      'ada changed the name and the tags of the board Plan of May',
      'ada changed the description of the board Plan of May',
    ]);
    expect(await changes(ada)).toEqual({ data: [], followed: [] });
    expect((await changes(bob, { ...EVER, end: '2020-02-01T00:00:00Z' })).data).toEqual([]);
  });

  it('are told of spaces too', async () => {
    const made = await at.send(`/api/${orgId}/spaces/create`, { name: 'Ours', scope: 'org' }, ada);
    const uuid = (made.body.data as unknown as { uuid: string }).uuid;
    await follow('space', uuid);
    await at.send(`/api/${orgId}/spaces/update`, { uuid, description: 'All of us' }, ada);
    expect((await changes()).data[0]).toMatchObject({
      kind: 'space',
      id: uuid,
      description: 'ada changed the description of the space Ours',
    });
  });

  it('are no longer told once a board is private again, or deleted', async () => {
    const [hidden, gone] = [await board('Hidden soon'), await board('Gone soon')];
    for (const id of [hidden, gone]) {
      await follow('board', id);
      await change(id, { description: 'x' });
    }
    await change(hidden, { scope: 'private' });
    await at.send('/api/deep-links/delete', { org_id: orgId, id: gone }, ada);
    const { data, followed } = await changes();
    expect(followed.map(({ name }) => name)).not.toContain('Hidden soon');
    expect(data.filter(({ id }) => id === hidden || id === gone)).toEqual([]);
  });

  it('need a time with both ends', async () => {
    const answer = await at.send(`/api/${orgId}/following/changes`, { start: 'yesterday' }, bob);
    expect(answer.status).toBe(400);
  });
});
