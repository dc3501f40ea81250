import { ROLES, type Role } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

type Headers = Record<string, string>;

const SCOPES = ['private', 'org', 'global'] as const;
const ACTIONS = ['create', 'update', 'delete', 'share'] as const;
const STATE = JSON.stringify({ params: { select: ['Commit'] } });

let at: WorkspaceUnderTest;
let orgId: string;
let keeper: Headers;

beforeAll(async () => {
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  keeper = (await at.member(orgId, 'super', 'keeper', true)).headers;
});
afterAll(() => at.engine.db.destroy());

const call = (action: string, who: Headers, body: object) =>
  at.send(`/api/deep-links/${action}`, { org_id: orgId, ...body }, who);

const create = (who: Headers, scope: string) =>
  call('create', who, { type: 'explore-v1', name: 'Commits', state: STATE, scope });

/** Performs an action on somebody else's saved thing, or creates one. */
async function act(who: Headers, action: (typeof ACTIONS)[number], scope: string) {
  if (action === 'create') return create(who, scope);
  const id = (await create(keeper, scope)).body.data?.id ?? '';
  if (action === 'delete') return call('delete', who, { id });
  return call('update', who, { id, ...(action === 'share' ? { scope: 'global' } : { name: 'Mine now' }) });
}

/** The answers to create, update, delete and making global, for a saved thing of each scope. */
const table: Record<string, Record<(typeof SCOPES)[number], string>> = {
  viewer: {
    private: 'read_only not_found not_found not_found',
    org: 'read_only read_only read_only read_only',
    global: 'read_only read_only read_only read_only',
  },
  user: {
    private: 'ok not_found not_found not_found',
    org: 'ok forbidden forbidden forbidden',
    global: 'forbidden forbidden forbidden forbidden',
  },
  admin: {
    private: 'ok not_found not_found not_found',
    org: 'ok ok ok forbidden',
    global: 'forbidden forbidden forbidden forbidden',
  },
  super: {
    private: 'ok not_found not_found not_found',
    org: 'ok ok ok forbidden',
    global: 'forbidden forbidden forbidden forbidden',
  },
  flag: {
    private: 'ok not_found not_found not_found',
    org: 'ok ok ok ok',
    global: 'ok ok ok ok',
  },
};

describe('rights over what others saved', () => {
  const people = ROLES.flatMap((role): [Role, boolean][] => [
    [role, false],
    [role, true],
  ]);

  it.each(people)('of the role %s with the superuser flag %s are those of the table', async (role, flag) => {
    const { headers } = await at.member(orgId, role, `${role}-${flag}`, flag);
    const answers: Record<string, string> = {};
    for (const scope of SCOPES) {
      const codes: string[] = [];
      for (const action of ACTIONS) {
        codes.push((await act(headers, action, scope)).body.error?.code ?? 'ok');
      }
      answers[scope] = codes.join(' ');
    }
    expect(answers).toEqual(table[flag ? 'flag' : role]);
  });

  it('end for what is global at the next request after the flag is taken', async () => {
    const { headers, userId } = await at.member(orgId, 'super', 'former', true);
    expect((await act(headers, 'delete', 'global')).status).toBe(200);
    await at.engine.db.updateTable('user').set({ superuser: 0 }).where('id', '=', userId).execute();
    expect((await act(headers, 'delete', 'global')).body.error?.code).toBe('forbidden');
  });
});
