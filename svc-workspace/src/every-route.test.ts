import type { ApiScope, Contract } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { refusalsOf } from '@cairn/service-kit/refusals';
import { describe, expect, it } from 'vitest';
import { workspaceUnderTest } from '../test/workspace-under-test.ts';

const contract: Contract = Object.assign({}, ...SERVICES.workspace.contracts);
/** Routes that are open to all and take no input, so they have nothing to refuse. */
const OPEN_TO_ALL = new Set([
  'signInOptions',
  'signOut',
  'readLogin',
  'createLoginCode',
  'resendEmailChange',
  'cancelEmailChange',
  'listApiTokens',
  'readSecondFactor',
  'listConnections',
  'keys',
  'endProviderSignIn',
]);

const STATE = JSON.stringify({ params: { select: ['Commit'] }, viz: [] });

const workspace = await workspaceUnderTest();
const [own, other] = [
  await workspace.bootstrap('own@example.com', 'Own'),
  await workspace.bootstrap('other@example.com', 'Other'),
];

/** The id of a saved query of the org, for requests of people of the other org. */
async function savedLink(): Promise<string> {
  const { headers } = await workspace.member(own.orgId, 'admin', 'keeper');
  const input = { org_id: own.orgId, type: 'explore-v1', name: 'Commits', scope: 'org', state: STATE };
  const { status, body } = await workspace.send('/api/deep-links/create', input, headers);
  if (status !== 200 || !body.data) throw new Error(JSON.stringify(body));
  return body.data.id;
}

const link = { org_id: own.orgId, id: await savedLink() };
const signedIn = new Map<string, Promise<Record<string, string>>>();
let people = 0;

/** Signs one person in for each role of each org, none with the superuser flag. */
function headersOf(role: 'viewer' | 'user' | 'admin' | 'super', org: 'own' | 'other') {
  const key = `${org}-${role}`;
  const known = signedIn.get(key);
  if (known) return known;
  people += 1;
  const { orgId } = org === 'own' ? own : other;
  const made = workspace.member(orgId, role, `person${people}`);
  const headers = made.then((member) => ({ ...member.headers, 'content-type': 'application/json' }));
  signedIn.set(key, headers);
  return headers;
}

/** The headers of an API token that somebody of the org made. */
async function scopedHeaders(scope: ApiScope): Promise<Record<string, string>> {
  const name = `scripter-${scope}`;
  await workspace.member(own.orgId, 'admin', name);
  const cookie = await workspace.signIn(`${name}@example.com`);
  const input = { name: 'Script', org_id: own.orgId, scope };
  const { body } = await workspace.send('/api/auth/api-tokens/create', input, { cookie });
  const issued = await workspace.inside('/internal/token', { apiToken: String(body['token']) });
  return { authorization: `Bearer ${String(issued.body['token'])}`, 'content-type': 'application/json' };
}
const scoped = new Map<ApiScope, Promise<Record<string, string>>>();

const cases = refusalsOf(contract, {
  headersOf: ({ role, org, scope }) => {
    if (!scope) return headersOf(role, org);
    const known = scoped.get(scope) ?? scopedHeaders(scope);
    scoped.set(scope, known);
    return known;
  },
  params: { orgId: own.orgId, key: `k${'0'.repeat(32)}`, provider: 'github', userId: 'nobody' },
  inputs: {
    listLinks: { org_id: own.orgId },
    searchLinks: { org_id: own.orgId },
    readThumbnails: { org_id: own.orgId, ids: [link.id] },
    annotateLink: { ...link, useCase: 'Mine' },
    regroupLinks: { org_id: own.orgId, fromGroup: 'a', toGroup: 'b' },
    readLink: link,
    createLink: { org_id: own.orgId, type: 'explore-v1', name: 'Mine', state: STATE },
    updateLink: { ...link, name: 'Mine now' },
    deleteLink: link,
    duplicateLink: link,
    listDeleted: { org_id: own.orgId },
    restoreLink: link,
    setLinkOwner: { ...link, owner: 'somebody' },
    hitLink: link,
    bookmarkLink: { ...link, action: 'add' },
    setSubscription: { org_id: own.orgId, status: 'active' },
    listSubscriptions: {},
    listInvitations: { org_id: own.orgId },
    createInvitation: { org_id: own.orgId, role: 'user' },
    toggleInvitations: { org_id: own.orgId, enabled: false },
  },
});

describe('every route of the workspace', () => {
  it('is among those that are tried', () => {
    const tried = new Set(cases.map(({ route }) => route));
    const left = Object.keys(contract).filter((name) => !tried.has(name));
    expect(new Set(left)).toEqual(OPEN_TO_ALL);
  });

  it.each(Object.keys(contract))('%s refuses whom and what it must', async (name) => {
    for (const { why, path, method, body, headers, codes } of cases.filter(({ route }) => route === name)) {
      const sent = { method, headers: await headers(), ...(body === undefined ? {} : { body }) };
      const answer = await workspace.app.request(path, sent);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(codes, `${method} ${path}, ${why}: ${error?.message}`).toContain(error?.code);
    }
  });

  it('leaves what is saved as it was', async () => {
    const { headers } = await workspace.member(own.orgId, 'user', 'reader');
    const { body } = await workspace.send('/api/deep-links/read', link, headers);
    expect(body.data).toMatchObject({ id: link.id, name: 'Commits', version: 1 });
  });
});
