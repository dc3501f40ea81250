import { ROLES, type LinkType, type Role } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

type Headers = Record<string, string>;

let at: WorkspaceUnderTest;
let orgId: string;
let keeper: Headers;
const people = {} as Record<Role, Headers>;
beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  keeper = (await at.member(orgId, 'super', 'keeper', true)).headers;
  for (const role of ROLES) people[role] = (await at.member(orgId, role, role)).headers;
});
afterAll(() => at.engine.db.destroy());

const call = async (action: string, who: Headers, body: object) => {
  const answer = await at.send(`/api/deep-links/${action}`, { org_id: orgId, ...body }, who);
  return { id: answer.body.data?.id, said: answer.body.error?.code ?? 'ok' };
};
const STATE: Partial<Record<LinkType, string>> = { 'digest-v2': '{"layout":[],"data":{}}' };
const create = (who: Headers, type: LinkType, scope: string) =>
  call('create', who, { type, name: 'Thing', scope, state: STATE[type] ?? '{}' });

/** What viewer, user, admin and super may do: create a private one, share one, change another's shared one, and their own. */
const RIGHTS: Readonly<Partial<Record<LinkType, Readonly<Record<string, string>>>>> = {
  'space-v1': {
    create: 'read_only ok ok ok',
    share: 'read_only forbidden ok ok',
    others: 'read_only forbidden ok ok',
  },
  'snippet-v1': {
    create: 'read_only ok ok ok',
    share: 'read_only forbidden ok ok',
    others: 'read_only forbidden ok ok',
  },
  'digest-v2': {
    create: 'read_only forbidden forbidden ok',
    share: 'read_only forbidden forbidden ok',
    others: 'read_only forbidden ok ok',
  },
  'narrative-v1': {
    create: 'read_only forbidden forbidden ok',
    share: 'read_only forbidden forbidden ok',
    others: 'read_only forbidden ok ok',
  },
  'competency-v1': {
    create: 'read_only forbidden forbidden ok',
    share: 'read_only forbidden forbidden ok',
    others: 'read_only forbidden ok ok',
  },
};

describe('the rights over records', () => {
  it.each(Object.entries(RIGHTS) as [LinkType, Record<string, string>][])('of %s', async (type, rights) => {
    const said = { create: [] as string[], share: [] as string[], others: [] as string[] };
    for (const role of ROLES) {
      const who = people[role];
      said.create.push((await create(who, type, 'private')).said);
      said.share.push((await create(who, type, 'org')).said);
      const { id } = await create(keeper, type, 'org');
      said.others.push((await call('update', who, { id, name: 'Theirs' })).said);
    }
    const words = Object.entries(said).map(([act, all]) => [act, all.join(' ')]);
    expect(Object.fromEntries(words)).toEqual(rights);
  });

  it('keep a private one from everybody else, and from other orgs', async () => {
    const { orgId: otherId } = await at.bootstrap('other@example.com', 'Other');
    const stranger = (await at.member(otherId, 'super', 'stranger')).headers;
    for (const type of Object.keys(RIGHTS) as LinkType[]) {
      const own = await create(people.super, type, 'private');
      expect((await call('read', keeper, { id: own.id })).said).toBe('not_found');
      const shared = await create(keeper, type, 'org');
      expect((await call('read', stranger, { id: shared.id })).said).toBe('not_found');
      expect((await call('read', people.viewer, { id: shared.id })).said).toBe('ok');
    }
  });
});
