import type { CallerName } from '@cairn/service-kit/matrix';
import { OrgId, UserId, type LinkType, type Role } from '@cairn/contracts';
import { workspaceUnderTest, type WorkspaceUnderTest } from './workspace-under-test.ts';
import type { DatabaseEngine } from '../src/database/dialects.ts';
import { linkStore } from '../src/deep-links/store.ts';

/** The things that a call may concern, as the caller stands to them. */
export const TARGETS = ['own', 'org', 'global', 'private', 'elsewhere', 'deleted'] as const;
export type TargetName = (typeof TARGETS)[number];

type Headers = Record<string, string>;

export interface Cast {
  readonly at: WorkspaceUnderTest;
  readonly orgId: string;
  readonly otherId: string;
  readonly callers: Readonly<Record<CallerName, { readonly headers: Headers; readonly userId: string }>>;
  /** Somebody with a role, whom nobody signs in as; made again before each call. */
  bystander(): Promise<string>;
  /** The id of a thing, as this caller stands to it; a private one is somebody else's. */
  thing(target: TargetName, caller: CallerName, type?: LinkType): Promise<string>;
  /** Deletes a thing: by the caller what they can have seen, by its owner anything else. */
  remove(id: string, target: TargetName, caller: CallerName): Promise<void>;
}

/** An item of a space that names somebody of the graph. */
export const ENTITY_ITEM = { type: 'entity', config: { uuid: '0b0e2d4e-0000-5000-8000-000000000001' } };

const STATE: Partial<Record<LinkType, string>> = {
  'explore-v1': '{"params":{"select":["Commit"]}}',
  'space-v1': JSON.stringify({ items: [{ uuid: 'i', name: 'Ada', ...ENTITY_ITEM }] }),
};

async function callersOf(at: WorkspaceUnderTest, orgId: string, otherId: string) {
  const member = (role: Role, name: string, flag = false, org = orgId) => at.member(org, role, name, flag);
  const roles = {
    viewer: await member('viewer', 'viewer'),
    user: await member('user', 'user'),
    admin: await member('admin', 'admin'),
    super: await member('super', 'super'),
    superuser: await member('super', 'superuser', true),
    stranger: await member('admin', 'stranger', false, otherId),
  };
  const removed = await member('admin', 'removed');
  await at.engine.db
    .deleteFrom('members')
    .where('user_id', '=', removed.userId)
    .where('org_id', '=', orgId)
    .execute();
  const [gone, cookie] = [await at.signIn('removed@example.com'), await at.signIn('admin@example.com')];
  const token = { name: 'Script', org_id: orgId, scope: 'user' };
  const made = await at.send('/api/auth/api-tokens/create', token, { cookie });
  const { body } = await at.inside('/internal/token', { apiToken: made.body['token'], orgId });
  return {
    nobody: { headers: {}, userId: '' },
    ...roles,
    removed: { userId: removed.userId, headers: await at.bearer(gone) },
    script: { userId: roles.admin.userId, headers: { authorization: `Bearer ${String(body['token'])}` } },
  };
}

/** Two orgs, everybody who may call, and things of every kind. */
export async function castOf(engine?: DatabaseEngine): Promise<Cast> {
  const at = await workspaceUnderTest(engine, { trials: true });
  const [{ orgId }, { orgId: otherId }] = [
    await at.bootstrap('own@example.com', 'Own'),
    await at.bootstrap('other@example.com', 'Other'),
  ];
  const callers = await callersOf(at, orgId, otherId);
  const by = await at.bootstrap('by@example.com', 'By');
  const { db } = at.engine;
  await db.updateTable('user').set({ superuser: null }).where('id', '=', by.userId).execute();
  let count = 0;
  const keeper =
    (type: LinkType) =>
    async (org_id: string | null, user_id: string | null, scope: 'private' | 'org' | 'global') => {
      count += 1;
      const id = `thing-${count}`;
      const state = STATE[type] ?? '{}';
      const texts = { name: id, description: '', tags: '', state, brief: '{}', size: 0, version: 1 };
      const now = new Date().toISOString();
      const row = { id, type, org_id, user_id, scope, ...texts, created_at: now, updated_at: now };
      await db.insertInto('deep_links').values(row).execute();
      const words = { link_id: id, name: id.replace('-', ' '), description: '', tags: '', body: '' };
      await db.insertInto('link_texts').values(words).execute();
      return id;
    };
  const thing: Cast['thing'] = async (target, caller, type = 'explore-v1') => {
    const keep = keeper(type);
    if (target === 'own') return keep(orgId, callers[caller].userId || by.userId, 'private');
    if (target === 'org') return keep(orgId, by.userId, 'org');
    if (target === 'global') return keep(null, null, 'global');
    if (target === 'private') return keep(orgId, by.userId, 'private');
    if (target === 'elsewhere') return keep(otherId, by.userId, 'org');
    const id = await keep(orgId, by.userId, 'org');
    await db.deleteFrom('deep_links').where('id', '=', id).execute();
    return id;
  };
  const links = linkStore(db);
  const remove: Cast['remove'] = async (id, target, caller) => {
    const isSeen = ['own', 'org', 'global'].includes(target);
    const remover = isSeen && callers[caller].userId ? callers[caller].userId : by.userId;
    await links.remove(OrgId.parse(target === 'elsewhere' ? otherId : orgId), UserId.parse(remover), id);
  };
  const bystander = async () => {
    const row = { org_id: orgId, user_id: by.userId, role: 'user' as const, created_at: '2026-01-01' };
    await db
      .insertInto('members')
      .values(row)
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role: 'user' }))
      .execute();
    return UserId.parse(by.userId);
  };
  return { at, orgId, otherId, callers, bystander, thing, remove };
}
