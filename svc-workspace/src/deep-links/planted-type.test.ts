import { LINK_TYPES } from '@cairn/contracts/link-types';
import { note as noteType } from '@cairn/contracts/planted';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

const note = { type: 'note-v1', name: 'Why', state: JSON.stringify({ text: 'Because' }) };

const plantedTypes = { ...LINK_TYPES, 'note-v1': noteType };

let at: WorkspaceUnderTest;
let orgId: string;
let admin: Record<string, string>;
let user: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest(undefined, { savedTypes: plantedTypes });
  ({ orgId } = await at.bootstrap());
  admin = (await at.member(orgId, 'admin', 'admin')).headers;
  user = (await at.member(orgId, 'user', 'user')).headers;
});
afterAll(() => at.engine.db.destroy());

const call = (action: string, who: Record<string, string>, body: object) =>
  at.send(`/api/deep-links/${action}`, { org_id: orgId, ...body }, who);

describe('a type that has one entry in the table', () => {
  it('is created with its defaults, read, listed by its type and duplicated', async () => {
    const made = await call('create', admin, note);
    expect(made.status).toBe(200);
    const id = made.body.data?.id;
    const read = await call('read', admin, { id });
    expect(read.body.data).toMatchObject({
      type: 'note-v1',
      state: JSON.stringify({ text: 'Because', pinned: false }),
    });
    const list = await call('list', admin, { type: 'note-v1' });
    expect(list.body.data).toMatchObject([{ id }]);
    const copy = await call('duplicate', admin, { id });
    expect(copy.body.data).toMatchObject({ type: 'note-v1', name: 'Why (copy)' });
  });

  it('is denied to roles below its own, in its own words', async () => {
    const denied = await call('create', user, note);
    expect(denied.status).toBe(403);
    expect(denied.body.error).toMatchObject({ code: 'forbidden', message: noteType.denied });
  });

  it('refuses a state that does not fit', async () => {
    const wrong = await call('create', admin, { ...note, state: JSON.stringify({ text: 1 }) });
    expect(wrong.body.error).toMatchObject({ code: 'invalid_input' });
    expect(wrong.body.error?.message).toMatch(/^state\.text/);
  });

  it('stands in the OpenAPI document', async () => {
    const { body } = await at.inside('/openapi.json', undefined);
    expect(JSON.stringify(body)).toContain('"note-v1"');
  });

  it('is unknown to a service without the entry', async () => {
    const plain = await workspaceUnderTest();
    const own = await plain.bootstrap();
    const { headers } = await plain.member(own.orgId, 'admin', 'admin');
    const answer = await plain.send('/api/deep-links/create', { org_id: own.orgId, ...note }, headers);
    expect(answer.body.error).toMatchObject({ code: 'invalid_input' });
    await plain.engine.db.destroy();
  });
});
