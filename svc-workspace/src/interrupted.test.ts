import type { KyselyPlugin } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_PNG } from '../test/png.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../test/workspace-under-test.ts';
import { openSqlite, type DatabaseEngine } from './database/dialects.ts';
import { migrate } from './database/migrate.ts';

/** Fails at one write, as a process does that is killed before it: what its transaction wrote is undone. */
function dyingAt() {
  const death = { at: Infinity, writes: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind)) return node;
      death.writes += 1;
      if (death.writes === death.at) throw new Error('killed');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { death, plugin };
}

let at: WorkspaceUnderTest;
let engine: DatabaseEngine;
let death: ReturnType<typeof dyingAt>['death'];
let orgId: string;
let admin: { userId: string; headers: Record<string, string> };
let other: typeof admin;
let leaver: typeof admin;
let stranger: Record<string, string>;
let invite_code: string;
let board: string;
let cookie: string;

const BOARD = { type: 'dashboard-v1', name: 'B', scope: 'org', state: '{"layout":[],"data":{}}' };

beforeAll(async () => {
  const plain = openSqlite(':memory:');
  await migrate(plain);
  const dying = dyingAt();
  death = dying.death;
  engine = { ...plain, db: plain.db.withPlugin(dying.plugin) };
  at = await workspaceUnderTest(engine, { trials: true });
  ({ orgId } = await at.bootstrap());
  admin = await at.member(orgId, 'admin', 'ada', true);
  other = await at.member(orgId, 'user', 'bob');
  leaver = await at.member(orgId, 'user', 'cy');
  await at.bootstrap('passer-by@example.com', 'Elsewhere');
  stranger = await at.bearer(await at.signIn('passer-by@example.com'));
  const made = await at.send('/api/login-links/create-link', { org_id: orgId, role: 'user' }, admin.headers);
  [{ invite_code }] = made.body.data as unknown as [{ invite_code: string }];
  board =
    (await at.send('/api/deep-links/create', { org_id: orgId, ...BOARD }, admin.headers)).body.data?.id ?? '';
  cookie = await at.signIn('ada@example.com');
});
afterAll(() => engine.db.destroy());

/** Beside the act, and without a part in whether it happened. */
const ASIDE = new Set(['onboarding_tasks', 'session', 'verification']);

/** Every row of every table, with the number of rows of each. */
async function content() {
  const tables = await engine.db.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => !ASIDE.has(name));
  const rows = await Promise.all(
    names.map((name) =>
      engine.db.withTables<Record<string, object>>().selectFrom(name).selectAll().execute(),
    ),
  );
  return {
    text: JSON.stringify(Object.fromEntries(names.map((name, index) => [name, rows[index]]))),
    counts: Object.fromEntries(names.map((name, index) => [name, rows[index]?.length])),
  };
}

/** In this order, since they share what they act on. */
const ACTS: Readonly<Record<string, () => Promise<{ status: number }>>> = {
  'creates an org': () => at.send('/api/user/create-org', { name: 'Mine' }, admin.headers),
  'changes an org': () => at.send(`/api/${orgId}/org-settings`, { name: 'New', firstDay: 7 }, admin.headers),
  'opens the simulated org': () => at.send(`/api/${orgId}/simulated-org`, {}, admin.headers),
  'gives another role': () =>
    at.send(`/api/${orgId}/users/set-role`, { user_id: other.userId, role: 'viewer' }, admin.headers),
  'removes a person': () => at.send(`/api/${orgId}/users/remove`, { user_id: other.userId }, admin.headers),
  leaves: () => at.send(`/api/${orgId}/users/leave`, {}, leaver.headers),
  joins: () => at.send('/api/user/join-org', { invite_code }, stranger),
  invites: () => at.send('/api/login-links/create-link', { org_id: orgId, role: 'user' }, admin.headers),
  'turns invitations off': () =>
    at.send('/api/login-links/toggle-links', { org_id: orgId, enabled: false }, admin.headers),
  'shares a board': () => at.send('/api/deep-links/create', { org_id: orgId, ...BOARD }, admin.headers),
  'changes a board': () =>
    at.send('/api/deep-links/update', { org_id: orgId, id: board, name: 'C', version: 1 }, admin.headers),
  'deletes a board': () => at.send('/api/deep-links/delete', { org_id: orgId, id: board }, admin.headers),
  'restores a board': () => at.send('/api/deep-links/restore', { org_id: orgId, id: board }, admin.headers),
  'sets a picture': () => at.send('/api/user/picture', { png: PLAIN_PNG }, admin.headers),
  'sets a subscription': () =>
    at.send('/api/user/set-subscription', { org_id: orgId, status: 'active', name: 'Team' }, admin.headers),
  'makes an API token': () =>
    at.send('/api/auth/api-tokens/create', { name: 'S', org_id: orgId, scope: 'user' }, { cookie }),
  'takes an act of svc-graph': () => {
    const act = { kind: 'act', id: randomUUID(), orgId, at: new Date().toISOString(), actorId: null };
    return at.inside('/internal/outbox', { messages: [{ ...act, action: 'source.added', changes: [] }] });
  },
};

describe('a process that is killed between any two writes', () => {
  it.each(Object.entries(ACTS))('has done all or nothing of it when somebody %s', async (name, act) => {
    const tried: string[] = [];
    for (let write = 1; ; write += 1) {
      const before = await content();
      [death.writes, death.at] = [0, write];
      const { status } = await act();
      const isDone = death.writes < write;
      death.at = Infinity;
      if (isDone) {
        expect([name, status]).toEqual([name, 200]);
        break;
      }
      const after = await content();
      tried.push(after.text === before.text ? 'nothing' : 'all');
      if (after.text === before.text) continue;
      // The act was done before the write that failed, which was beside it.
      expect(status).toBe(200);
      break;
    }
    expect(tried.length).toBeGreaterThan(0);
    expect(tried).toContain('nothing');
  });
});
