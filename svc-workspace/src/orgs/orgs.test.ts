import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

let at: WorkspaceUnderTest;
beforeAll(async () => {
  at = await workspaceUnderTest();
});
afterAll(() => at.engine.db.destroy());

describe('the orgs of a user', () => {
  it('come as a bare list by name, with the role in each', async () => {
    const { orgId } = await at.bootstrap();
    const { headers } = await at.member(orgId, 'viewer', 'ada');
    const { body } = await at.send('/api/user/orgs', undefined, headers);
    expect(body).toEqual([
      {
        id: orgId,
        name: 'Acme',
        role: 'viewer',
        signupEmail: 'owner@example.com',
        firstDay: 1,
        boardCreator: 'admin',
        personMeasures: 'everybody',
      },
      {
        id: expect.any(String),
        name: "ada's own",
        role: 'super',
        signupEmail: 'ada@example.com',
        firstDay: 1,
        boardCreator: 'admin',
        personMeasures: 'everybody',
      },
    ]);
  });

  it('are told to a token of any org or of none, and to nobody without one', async () => {
    await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    expect((await at.send('/api/user/orgs', undefined, await at.bearer(cookie))).status).toBe(200);
    expect((await at.send('/api/user/orgs')).status).toBe(401);
  });
});

describe('creating an org', () => {
  const create = (headers: Record<string, string>, body: object = { name: ' Initech ' }) =>
    at.send('/api/user/create-org', body, headers);
  const signIn = async (to: WorkspaceUnderTest, email: string) => to.bearer(await to.signIn(email));

  it('is for superusers where there are no trials', async () => {
    await at.bootstrap('boss@example.com', 'Boss');
    const boss = await signIn(at, 'boss@example.com');
    const { body } = await create(boss);
    expect(body.data).toMatchObject({ name: 'Initech', role: 'super', signupEmail: 'boss@example.com' });
    expect((await create(boss)).status).toBe(200);
    const { orgId } = await at.bootstrap();
    const plain = await at.member(orgId, 'admin', 'plain');
    const refused = await create(plain.headers);
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Only superusers of this Cairn create organizations.'),
    });
  });

  it('makes one org of everybody’s own where there are trials, also when it is asked twice at once', async () => {
    const trial = await workspaceUnderTest(undefined, { signUp: 'open', trials: true });
    const account = { email: 'new@example.com', password: 'long enough words', name: 'New' };
    await trial.send('/api/auth/sign-up/email', account);
    const headers = await trial.bearer(await trial.signIn(account.email, account.password));
    const problem = async () =>
      (await trial.send('/api/user/me', undefined, headers)).body.data?.['orgCreationProblem'];
    expect(await problem()).toBeNull();
    const twice = await Promise.all(
      ['One', 'Two'].map((name) => trial.send('/api/user/create-org', { name }, headers)),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await problem()).toBe('You can only create one org during the trial period.');
    await trial.engine.db.destroy();
  });

  it('changes an e-mail that differs too, by the password, or does neither', async () => {
    await at.bootstrap('first@example.com', 'First');
    await at.bootstrap('second@example.com', 'Second');
    const first = await signIn(at, 'first@example.com');
    const password = 'correct horse';
    const codeOf = async (body: object) => (await create(first, { name: 'Hooli', ...body })).body.error?.code;
    const before = await at.engine.db.selectFrom('orgs').select('name').execute();
    expect(await codeOf({ email: 'Second@example.com', password })).toBe('conflict');
    expect(await codeOf({ email: 'Third@example.com' })).toBe('invalid_credentials');
    expect(await codeOf({ email: 'Third@example.com', password: 'wrong' })).toBe('invalid_credentials');
    expect(await at.engine.db.selectFrom('orgs').select('name').execute()).toEqual(before);
    const made = await create(first, { name: 'Hooli', email: 'Third@example.com', password });
    expect(made.body.data).toMatchObject({ name: 'Hooli', signupEmail: 'third@example.com' });
    const { body } = await at.send('/api/user/me', undefined, first);
    expect(body.data).toMatchObject({ email: 'third@example.com' });
    expect(await at.signIn('third@example.com')).not.toBe('');
  });

  it('leaves the e-mail of who may not create one as it is', async () => {
    const { orgId } = await at.bootstrap('first@example.com', 'First');
    const { headers } = await at.member(orgId, 'admin', 'bob');
    const sent = { name: 'Mine', email: 'elsewhere@example.com', password: 'correct horse' };
    expect((await create(headers, sent)).status).toBe(403);
    expect((await at.send('/api/user/me', undefined, headers)).body.data).toMatchObject({
      email: 'bob@example.com',
    });
  });

  it.each([{}, { name: '  ' }, { name: 'x', email: 'nobody' }, { name: 'x', id: 'mine' }])(
    'is not done with %j',
    async (body) => {
      await at.bootstrap('boss@example.com', 'Boss');
      expect((await create(await signIn(at, 'boss@example.com'), body)).status).toBe(400);
    },
  );
});

describe('the settings of an org', () => {
  it('are its name and who may create boards, which counts at the next request', async () => {
    const { orgId } = await at.bootstrap();
    const admin = await at.member(orgId, 'admin', 'renamer');
    const { headers } = await at.member(orgId, 'user', 'maker');
    const state = JSON.stringify({ layout: [], data: {} });
    const board = { org_id: orgId, type: 'dashboard-v1', name: 'Board', state };
    const make = async () => (await at.send('/api/deep-links/create', board, headers)).status;
    const set = (input: object) => at.send(`/api/${orgId}/org-settings`, input, admin.headers);
    expect(await make()).toBe(403);
    expect((await set({ boardCreator: 'user' })).body.data).toMatchObject({ boardCreator: 'user' });
    expect(await make()).toBe(200);
    expect((await set({ boardCreator: 'admin', name: ' Acme Ltd ' })).body.data).toMatchObject({
      name: 'Acme Ltd',
    });
    expect(await make()).toBe(403);
    await set({ name: 'Acme' });
  });
});

describe('the first day of an org’s weeks', () => {
  it('is changed by an admin for everybody in it', async () => {
    const { orgId } = await at.bootstrap();
    const admin = await at.member(orgId, 'admin', 'grace');
    const path = `/api/${orgId}/org-settings`;
    const changed = await at.send(path, { firstDay: 7 }, admin.headers);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ id: orgId, role: 'admin', firstDay: 7 });
    const reader = await at.member(orgId, 'viewer', 'linus');
    const { body } = await at.send('/api/user/orgs', undefined, reader.headers);
    expect(body).toContainEqual(expect.objectContaining({ id: orgId, firstDay: 7 }));
    expect((await at.send(path, {}, admin.headers)).body.data).toMatchObject({ firstDay: 7 });
    expect((await at.send(path, { firstDay: 1 }, admin.headers)).status).toBe(200);
  });

  it('is in the tokens of the org from then on, of its members and of Cairn itself', async () => {
    const { orgId } = await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    const told = async () => {
      const own = await at.bearer(cookie, orgId);
      const { body } = await at.inside('/internal/service-token', { orgId });
      return [own.authorization, String(body['token'])].map((token) => decodeJwt(token)['firstDay']);
    };
    expect(await told()).toEqual([1, 1]);
    const headers = await at.bearer(cookie, orgId);
    await at.send(`/api/${orgId}/org-settings`, { firstDay: 6 }, headers);
    expect(await told()).toEqual([6, 6]);
    await at.send(`/api/${orgId}/org-settings`, { firstDay: 1 }, headers);
    expect(decodeJwt((await at.bearer(cookie)).authorization)).not.toHaveProperty('firstDay');
  });

  it('is in tokens of the org who sees measures of one person, which admins change', async () => {
    const { orgId } = await at.bootstrap();
    const headers = await at.bearer(await at.signIn('owner@example.com'), orgId);
    const viewer = await at.member(orgId, 'viewer', 'limited');
    const path = `/api/${orgId}/org-settings`;
    const set = (personMeasures: string, by = headers) => at.send(path, { personMeasures }, by);
    const told = async () =>
      decodeJwt((await at.bearer(await at.signIn('owner@example.com'), orgId)).authorization)[
        'personMeasures'
      ];
    expect(await told()).toBe('everybody');
    expect((await set('limited', viewer.headers)).status).toBe(403);
    expect((await set('limited')).body.data).toMatchObject({ personMeasures: 'limited' });
    expect(await told()).toBe('limited');
    await set('everybody');
  });

  it.each([
    { firstDay: 0 },
    { firstDay: 8 },
    { firstDay: 'sunday' },
    { firstDay: null },
    { name: ' ' },
    { boardCreator: 'viewer' },
    { personMeasures: 'nobody' },
    { role: 'super' },
  ])('is not changed by %j', async (body) => {
    const { orgId } = await at.bootstrap();
    const cookie = await at.signIn('owner@example.com');
    const headers = await at.bearer(cookie, orgId);
    expect((await at.send(`/api/${orgId}/org-settings`, body, headers)).status).toBe(400);
  });

  it('is for admins: a user is refused, and a reader told that they only read', async () => {
    const { orgId } = await at.bootstrap();
    for (const [role, code] of [
      ['user', 'forbidden'],
      ['viewer', 'read_only'],
    ] as const) {
      const { headers } = await at.member(orgId, role, `kept-${role}`);
      const { body } = await at.send(`/api/${orgId}/org-settings`, { firstDay: 7 }, headers);
      expect(body.error?.code).toBe(code);
    }
  });
});
