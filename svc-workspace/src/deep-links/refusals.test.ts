import { afterAll, describe, expect, it } from 'vitest';
import { linkCast } from '../../test/link-cast.ts';

const { at, otherOrg, owner, stranger, ada, bob, viewer, query, call, codeOf } = await linkCast();
afterAll(() => at.engine.db.destroy());

const actions: [string, object][] = [
  ['list', {}],
  ['read', {}],
  ['create', { type: 'explore-v1', name: 'x', state: query }],
  ['update', { name: 'x' }],
  ['delete', {}],
  ['duplicate', {}],
  ['hit', {}],
  ['bookmark', { action: 'add' }],
  ['search', {}],
  ['annotate', { useCase: 'x' }],
];

const OF_NO_THING = ['list', 'search', 'create'];
const ofOneThing = actions.filter(([action]) => !OF_NO_THING.includes(action));
const idOf = async (scope: string) => {
  const made = await call('create', bob, { type: 'explore-v1', name: 'Commits', state: query, scope });
  return (made.body.data as { id: string }).id;
};

describe.each(actions)('%s', (action, body) => {
  const withId = async () => (OF_NO_THING.includes(action) ? body : { ...body, id: await idOf('org') });

  it('refuses a caller without a token', async () => {
    expect(codeOf(await call(action, undefined, await withId()))).toBe('unauthenticated');
  });

  it('reports another org as not found', async () => {
    expect(codeOf(await call(action, stranger, await withId()))).toBe('not_found');
    const theirs = await at.send(
      `/api/deep-links/${action}`,
      { ...(await withId()), org_id: 'org-none' },
      ada,
    );
    expect(codeOf(theirs)).toBe('not_found');
  });

  it('refuses a viewer every change, as read-only', async () => {
    const answer = await call(action, viewer, await withId());
    if (['list', 'search', 'read', 'hit', 'bookmark'].includes(action)) expect(answer.status).toBe(200);
    else
      expect(answer.body.error).toMatchObject({
        code: 'read_only',
        message: expect.stringContaining('demo'),
      });
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"org_id":{}}',
    '{"org_id":"a b"}',
    '{"org_id":"acme","__proto__":{"id":1}}',
  ])('refuses the body %s', async (text) => {
    const answer = await at.send(`/api/deep-links/${action}`, text, ada);
    expect(['invalid_json', 'invalid_input', 'not_found']).toContain(codeOf(answer));
  });

  it('refuses a body of 5 MB', async () => {
    const answer = await at.send(`/api/deep-links/${action}`, `{"x":"${'a'.repeat(5_000_000)}"}`, ada);
    expect(answer.status).toBe(413);
  });
});

describe.each(ofOneThing)('%s of a thing', (action, body) => {
  it('reports the id of another org as not found', async () => {
    const input = { ...body, id: await idOf('org'), org_id: otherOrg };
    expect(codeOf(await at.send(`/api/deep-links/${action}`, input, stranger))).toBe('not_found');
  });

  it('reports a private thing of somebody else as not found', async () => {
    const input = { ...body, id: await idOf('private') };
    expect(codeOf(await call(action, owner, input))).toBe('not_found');
  });
});
