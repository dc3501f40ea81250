import { workspaceUnderTest } from './workspace-under-test.ts';

type Sent = Record<string, string>;

/** A service with an org, people of each role in it, a stranger with another org, and calls of deep links. */
export async function linkCast() {
  const at = await workspaceUnderTest();
  const { orgId } = await at.bootstrap();
  const { orgId: otherOrg } = await at.bootstrap('stranger@example.com', 'Umbrella');
  const joined = async (role: 'viewer' | 'user' | 'admin', name: string) =>
    (await at.member(orgId, role, name)).headers;
  return {
    at,
    orgId,
    otherOrg,
    owner: await at.bearer(await at.signIn('owner@example.com'), orgId),
    stranger: await at.bearer(await at.signIn('stranger@example.com'), otherOrg),
    admin: await joined('admin', 'admin'),
    ada: await joined('user', 'ada'),
    bob: await joined('user', 'bob'),
    viewer: await joined('viewer', 'viewer'),
    query: JSON.stringify({ params: { select: ['Commit'] } }),
    call: (action: string, who: Sent | undefined, body: object) =>
      at.send(`/api/deep-links/${action}`, { org_id: orgId, ...body }, who),
    codeOf: (answer: { body: { error?: { code: string } } }) => answer.body.error?.code,
  };
}
