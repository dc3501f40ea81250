import { UserId, OrgId } from '@cairn/contracts';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from './accounts/auth.ts';
import { apiTokenStoreConformance } from './api-tokens/store.conformance.ts';
import { auditStoreConformance } from './audit/store.conformance.ts';
import { silentLog } from '@cairn/service-kit/testing';
import { openPostgres, openSqlite, type DatabaseEngine } from './database/dialects.ts';
import { DatabaseVersionError, migrate } from './database/migrate.ts';
import { deletedLinksConformance } from './deep-links/deleted-links.conformance.ts';
import { linkListsConformance } from './deep-links/lists.conformance.ts';
import { linkStore } from './deep-links/store.ts';
import { linkStoreConformance } from './deep-links/store.conformance.ts';
import { exploreStateStoreConformance } from './explore-states/store.conformance.ts';
import { invitationStoreConformance } from './invitations/store.conformance.ts';
import { memberStoreConformance } from './members/store.conformance.ts';
import { messageStoreConformance } from './outbox/store.conformance.ts';
import { openTabStoreConformance } from './open-tabs/store.conformance.ts';
import { narrativePrefixStoreConformance } from './narrative-prefixes/store.conformance.ts';
import { notificationStoreConformance } from './notifications/store.conformance.ts';
import { spaceStoreConformance } from './spaces/store.conformance.ts';
import { userStateStoreConformance } from './user-state/store.conformance.ts';
import { orgStoreConformance } from './orgs/store.conformance.ts';
import { preferenceStoreConformance } from './preferences/store.conformance.ts';
import { startPostgres } from '../test/postgres.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../test/workspace-under-test.ts';
import { takeOver } from './backup/take-over.ts';

interface Provided {
  /** A new, empty database. */
  open(): Promise<DatabaseEngine>;
  close(): Promise<void>;
}

async function providePostgres(): Promise<Provided> {
  const server = await startPostgres();
  const engines: DatabaseEngine[] = [];
  return {
    open: async () => {
      const engine = openPostgres(await server.createDatabase(), () => undefined);
      engines.push(engine);
      return engine;
    },
    close: async () => {
      for (const { db } of engines) await db.destroy();
      await server.remove();
    },
  };
}

function provideSqlite(): Promise<Provided> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sqlite-'));
  const engines: DatabaseEngine[] = [];
  return Promise.resolve({
    open: () => {
      const engine = openSqlite(join(folder, `${randomUUID()}.sqlite`));
      engines.push(engine);
      return Promise.resolve(engine);
    },
    close: async () => {
      for (const { db } of engines) await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

describe.each([
  ['SQLite', provideSqlite],
  ['PostgreSQL', providePostgres],
])('on %s', (_, provide) => {
  let provided: Provided | undefined;
  let engine: DatabaseEngine;
  const open = () => engine.db;
  const openNew = async (): Promise<DatabaseEngine> => {
    if (!provided) throw new Error('no database server');
    return provided.open();
  };

  beforeAll(async () => {
    provided = await provide();
    engine = await openNew();
    await migrate(engine);
  });
  afterAll(() => provided?.close());

  const addUser = async (name: string, superuser = false): Promise<UserId> => {
    const auth = createAuth({
      engine,
      secret: 's'.repeat(32),
      publicUrl: 'http://127.0.0.1:1',
      signUp: 'closed',
      log: silentLog(),
    });
    const { internalAdapter } = await auth.$context;
    const email = `${name}-${randomUUID()}@example.com`;
    const user = await internalAdapter.createUser(
      { email, name, emailVerified: false, superuser },
      { method: 'email-password' },
    );
    return UserId.parse(user.id);
  };
  const addOrg = async (): Promise<OrgId> => {
    const id = OrgId.parse(`org-${randomUUID()}`);
    await open()
      .insertInto('orgs')
      .values({ id, name: id, signup_email: null, created_at: new Date().toISOString() })
      .execute();
    return id;
  };

  describe('orgs', () => orgStoreConformance(open, addUser));
  describe('members', () => memberStoreConformance(open, addOrg, addUser));
  describe('invitations', () => invitationStoreConformance(open, addOrg, addUser));
  describe('API tokens', () => apiTokenStoreConformance(open, addOrg, addUser));
  describe('the audit log', () => auditStoreConformance(open, addOrg, addUser));
  describe('user states', () => userStateStoreConformance(open, addOrg, addUser));
  describe('open tabs', () => openTabStoreConformance(open, addOrg, addUser));
  describe('notifications', () => notificationStoreConformance(open, addOrg, addUser));
  describe('messages of svc-graph', () => messageStoreConformance(open, addOrg, addUser));
  describe('prompt instructions', () => narrativePrefixStoreConformance(open));
  describe('preferences', () => preferenceStoreConformance(open, addUser));
  describe('explore states', () => exploreStateStoreConformance(open, addOrg));
  describe('saved things', () => linkStoreConformance(open, addOrg, addUser));
  describe('deleted things', () => deletedLinksConformance(open, addOrg, addUser));
  describe('lists of saved things', () => linkListsConformance(open, addOrg, addUser));
  describe('spaces', () => spaceStoreConformance(open, addOrg, addUser));

  describe('migrations', () => {
    it('run again without a change', async () => {
      await migrate(engine);
      expect(await open().introspection.getTables()).not.toHaveLength(0);
    });

    it('make every table and column that better-auth asks for', async () => {
      const fresh = await openNew();
      await migrate(fresh);
      const auth = createAuth({
        engine: fresh,
        secret: 's'.repeat(32),
        publicUrl: 'http://127.0.0.1:1',
        signUp: 'closed',
        log: silentLog(),
      });
      const { toBeCreated, toBeAdded } = await getMigrations(auth.options);
      expect([...toBeCreated, ...toBeAdded]).toEqual([]);
    });

    it('name the founder of an org that an earlier version made, and doubt e-mails that nobody confirmed', async () => {
      const older = await openNew();
      await migrate(older, '0005-briefs-and-sizes');
      const { db } = older;
      const at = new Date().toISOString();
      const flag = older.kind === 'sqlite' ? sql`0` : sql`false`;
      const superuser = older.kind === 'sqlite' ? sql`1` : sql`true`;
      await sql`insert into "user" (id, name, email, "emailVerified", superuser, "createdAt", "updatedAt")
        values ('ada', 'Ada', 'ada@example.com', ${flag}, ${superuser}, ${at}, ${at}),
          ('eve', 'Eve', 'ceo@example.com', ${flag}, null, ${at}, ${at})`.execute(db);
      await sql`insert into orgs (id, name, signup_email, created_at)
        values ('acme', 'Acme', 'ada@example.com', ${at}), ('umbrella', 'Umbrella', null, ${at})`.execute(db);
      await migrate(older, '0009-confirmed-emails');
      const later = new Date(Date.now() + 60_000).toISOString();
      const yes = older.kind === 'sqlite' ? sql`1` : sql`true`;
      await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values ('new', 'New', 'new@example.com', ${yes}, ${later}, ${later})`.execute(db);
      await migrate(older);
      const founders = await db
        .selectFrom('orgs')
        .select(['created_by', 'board_creator'])
        .orderBy('id')
        .execute();
      expect(founders).toEqual([
        { created_by: 'ada', board_creator: 'admin' },
        { created_by: null, board_creator: 'admin' },
      ]);
      const confirmed = await sql<{ id: string }>`select id from "user" where "emailVerified"
        order by id`.execute(db);
      expect(confirmed.rows).toEqual([{ id: 'ada' }, { id: 'new' }]);
    });

    it('keep the spaces that somebody deleted under an earlier version', async () => {
      const older = await openNew();
      await migrate(older, '0032-taken-messages');
      const at = new Date().toISOString();
      const no = older.kind === 'sqlite' ? sql`0` : sql`false`;
      await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values ('ada', 'Ada', 'ada@example.com', ${no}, ${at}, ${at})`.execute(older.db);
      await sql`insert into orgs (id, name, created_at) values ('acme', 'Acme', ${at})`.execute(older.db);
      const texts = { name: 'Mine', description: '', group: 'a,b', scope: 'private', state: '{"items":[]}' };
      await sql`insert into deleted_spaces (id, org_id, deleted_by, deleted_at, content, pins)
        values ('s1', 'acme', 'ada', ${at}, ${JSON.stringify(texts)}, '["ada","gone"]')`.execute(older.db);
      await migrate(older);
      const [orgId, ada] = [OrgId.parse('acme'), UserId.parse('ada')];
      const links = linkStore(older.db);
      expect(await links.restore(orgId, ada, 's1', { brief: '{}', text: '' })).toBe(true);
      const tags = { name: 'Mine', tags: 'a,b', type: 'space-v1', isBookmarked: true, userId: 'ada' };
      expect(await links.find(orgId, ada, 's1')).toMatchObject(tags);
    });

    it('list what an earlier version saved by the views that it is drawn with', async () => {
      const older = await openNew();
      await migrate(older, '0054-dismissed-notifications');
      const at = new Date().toISOString();
      const lines = [{ value: 'barChart', config: { displayType: 'lines', limit: 5, order: ['name'] } }];
      const briefs = {
        lines: { question: { params: { select: ['Commit'], duration: 'P30D' }, viz: lines } },
        // What a query was saved with before views had settings, and what holds no query.
        bare: { question: { params: { select: ['Commit'] }, viz: [] } },
        board: { kinds: ['Commit'] },
        odd: { question: { params: null, viz: [{ value: 7 }] } },
      };
      for (const [id, brief] of [...Object.entries(briefs), ['unread', null] as const])
        await sql`insert into deep_links (id, type, org_id, user_id, scope, name, description, tags, state, brief, version, created_at, updated_at)
          values (${id}, 'explore-v1', null, null, 'global', ${id}, '', '', '{}', ${brief && JSON.stringify(brief)}, 1, ${at}, ${at})`.execute(
          older.db,
        );
      await migrate(older);
      const kept = await older.db.selectFrom('link_questions').selectAll().orderBy('link_id').execute();
      expect(kept).toEqual([
        { link_id: 'bare', view: '', settings: '  ', duration: '' },
        { link_id: 'lines', view: 'barchart', settings: ' displaytype:lines ', duration: 'p30d' },
        { link_id: 'odd', view: '', settings: '  ', duration: '' },
      ]);
    });

    it('refuse a database of a newer version and leave it as it is', async () => {
      const newer = await openNew();
      await migrate(newer);
      await newer.db
        .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
        .insertInto('kysely_migration')
        .values({ name: '9999-from-the-future', timestamp: new Date().toISOString() })
        .execute();
      await expect(migrate(newer)).rejects.toThrow(DatabaseVersionError);
      await expect(migrate(newer)).rejects.toThrow(/newer version of Cairn.*9999-from-the-future/);
    });

    it('may be run by several replicas at once', async () => {
      const contested = await openNew();
      await Promise.all([migrate(contested), migrate(contested), migrate(contested)]);
      expect(await contested.db.selectFrom('orgs').selectAll().execute()).toEqual([]);
    });
  });

  it('is backed up into a file and restored into another empty database, with everything in it', async () => {
    const source = await openNew();
    const at = await workspaceUnderTest(source);
    const { orgId, userId } = await at.bootstrap('backed-up@example.com');
    const headers = await at.bearer(await at.signIn('backed-up@example.com'), orgId);
    const link = {
      org_id: orgId,
      type: 'explore-v1',
      name: 'Kept',
      state: '{"params":{"select":["Commit"]}}',
    };
    await at.send('/api/deep-links/create', link, headers);
    const opened = {
      org_id: orgId,
      user_id: userId,
      type: 'board' as const,
      name: 'B',
      url: '/x',
      at: '2026-01-01',
    };
    const rows = Array.from({ length: 600 }, (_, n) => ({ ...opened, thing_id: `b${n}` }));
    await source.db.insertInto('recent_activity').values(rows).execute();
    await at.send('/api/user/preferences', { firstDay: 7, timezone: 'Asia/Tokyo' }, headers);
    const folder = mkdtempSync(join(tmpdir(), 'cairn-copy-'));
    const file = join(folder, 'workspace.sqlite');
    const made = await at.inside('/internal/backup-workspace', { file });
    expect([made.status, made.body]).toEqual([200, { success: true }]);
    const target = await openNew();
    if (target.kind === 'postgres') {
      await migrate(target);
      expect(await takeOver(file, target)).toBe(true);
      expect([existsSync(file), existsSync(`${file}.moved`)]).toEqual([false, true]);
    }
    const restored = target.kind === 'postgres' ? target : openSqlite(file);
    const again = await workspaceUnderTest(restored);
    const back = await again.bearer(await again.signIn('backed-up@example.com'), orgId);
    const read = async (from: WorkspaceUnderTest, who: Record<string, string>) => [
      (await from.send('/api/user/me', undefined, who)).body,
      (await from.send('/api/user/orgs', undefined, who)).body,
      (await from.send(`/api/${orgId}/audit/list`, {}, who)).body,
    ];
    expect(await read(again, back)).toEqual(await read(at, headers));
    const { total } = await restored.db
      .selectFrom('recent_activity')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(600);
    // Numbers of acts go on, so later ones are not refused.
    expect((await again.send('/api/deep-links/create', { ...link, scope: 'org' }, back)).status).toBe(200);
    if (target.kind === 'postgres') expect(await takeOver(`${file}.moved`, target)).toBe(false);
    if (restored !== target) await restored.db.destroy();
    rmSync(folder, { recursive: true });
  });

  it('signs in, saves, signs out', async () => {
    const at = await workspaceUnderTest(await openNew());
    const { orgId, signInToken } = await at.bootstrap();
    const link = await at.send('/api/auth/one-time', { token: signInToken });
    expect(link.status).toBe(200);
    expect((await at.send('/api/auth/one-time', { token: signInToken })).status).toBe(401);
    const cookie = await at.signIn('owner@example.com');
    const headers = await at.bearer(cookie, orgId);
    const state = JSON.stringify({ layout: [], data: {} });
    const board = { org_id: orgId, type: 'dashboard-v1', name: 'Board', state };
    expect((await at.send('/api/deep-links/create', board, headers)).status).toBe(200);
    expect((await at.send('/api/user/orgs', undefined, headers)).body).toEqual([
      {
        id: orgId,
        name: 'Acme',
        role: 'super',
        signupEmail: 'owner@example.com',
        firstDay: 1,
        boardCreator: 'admin',
        personMeasures: 'everybody',
      },
    ]);
    await at.send('/api/auth/sign-out', {}, { cookie });
    expect((await at.inside('/internal/token', { cookie, orgId })).status).toBe(401);
    expect((await at.bootstrap()).orgId).toBe(orgId);
  });
});
