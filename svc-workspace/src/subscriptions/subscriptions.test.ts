import { OrgId, type Org } from '@cairn/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Billing } from './billing.ts';
import { withSubscriptions } from './routes.ts';
import { workspaceUnderTest, type WorkspaceUnderTest } from '../../test/workspace-under-test.ts';

const DAY_MS = 86_400_000;
let at: WorkspaceUnderTest;
let orgId: string;
let ada: Record<string, string>;
beforeAll(async () => {
  at = await workspaceUnderTest(undefined, { trials: true });
  ({ orgId } = await at.bootstrap());
  ada = (await at.member(orgId, 'admin', 'ada')).headers;
});
afterEach(() => vi.useRealTimers());
afterAll(() => at.engine.db.destroy());

const subscriptionOf = async (headers: Record<string, string>, workspace = at, id = orgId) => {
  const orgs = (await workspace.send('/api/user/orgs', undefined, headers)).body as unknown as Org[];
  return orgs.find((org) => org.id === id)?.subscription;
};
const set = (headers: Record<string, string>, input: object, workspace = at, org_id = orgId) =>
  workspace.send('/api/user/set-subscription', { org_id, ...input }, headers);

describe('where there are trials', () => {
  it('an org has none for its superuser, and a trial of 14 days once somebody else sees it', async () => {
    const owner = await at.bearer(await at.signIn('owner@example.com'));
    expect(await subscriptionOf(owner)).toBeNull();
    const seen = Date.now();
    const trial = await subscriptionOf(ada);
    expect(trial).toMatchObject({ id: `sub-${orgId}`, name: 'Trial', status: 'trialing', endDate: null });
    expect(Math.round((Date.parse(trial?.trialEndDate ?? '') - seen) / DAY_MS)).toBe(14);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await subscriptionOf(ada)).toEqual(trial);
    expect(await subscriptionOf(owner)).toEqual(trial);
  });

  it('superusers keep plan and status, and the audit log says so', async () => {
    const { headers } = await at.member(orgId, 'admin', 'boss', true);
    expect((await set(ada, { status: 'active' })).body.error?.code).toBe('forbidden');
    const changed = await set(headers, { name: 'Team', status: 'active', trialEndDate: null });
    expect(changed.body.data).toMatchObject({ name: 'Team', status: 'active', trialEndDate: null });
    expect(await subscriptionOf(ada)).toEqual(changed.body.data);
    const log = await at.send(`/api/${orgId}/audit/list`, { action: 'subscription.changed' }, ada);
    expect(log.body.data).toMatchObject([
      {
        actor: 'boss@example.com',
        changes: [{ what: 'name' }, { what: 'status' }, { what: 'trial_end_date' }],
      },
    ]);
    expect((await set(headers, { status: 'free' })).status).toBe(400);
    expect((await set(headers, { status: 'active' }, at, 'org-none')).status).toBe(404);
  });

  it('a superuser who is no member sees the trial of an org by its name, and ends it', async () => {
    const eve = await at.member(orgId, 'user', 'eve');
    const orgs = (await at.send('/api/user/orgs', undefined, eve.headers)).body as unknown as Org[];
    const other = String(orgs.find(({ id }) => id !== orgId)?.id);
    expect((await subscriptionOf(eve.headers, at, other))?.status).toBe('trialing');
    const { headers } = await at.member(orgId, 'admin', 'keeper', true);
    const list = (search: string, by = headers) => at.send('/api/user/list-subscriptions', { search }, by);
    expect((await list("EVE'S")).body.data).toMatchObject([
      { id: other, name: "eve's own", subscription: { status: 'trialing' } },
    ]);
    expect((await list('%')).body.data).toEqual([]);
    expect((await list('', eve.headers)).body.error?.code).toBe('forbidden');
    expect((await set(headers, { name: 'Team', status: 'active' }, at, other)).status).toBe(200);
    expect((await subscriptionOf(eve.headers, at, other))?.status).toBe('active');
  });

  it('an invented org needs no subscription', async () => {
    const { userId } = await at.member(orgId, 'user', 'player');
    const made = await at.inside('/internal/simulated-org', { userId, orgName: 'Harbour' });
    const headers = await at.bearer(await at.signIn('player@example.com'));
    expect(await subscriptionOf(headers, at, String(made.body['orgId']))).toBeNull();
  });
});

describe('where there are no trials', () => {
  it('no org has a subscription, and none is set', async () => {
    const off = await workspaceUnderTest();
    const own = await off.bootstrap();
    const { headers } = await off.member(own.orgId, 'admin', 'boss', true);
    expect(await subscriptionOf(headers, off, own.orgId)).toBeUndefined();
    expect((await set(headers, { status: 'expired' }, off, own.orgId)).body.error?.code).toBe('conflict');
    await off.engine.db.destroy();
  });
});

describe('billing that fails', () => {
  const org = { id: OrgId.parse('acme'), name: 'Acme' } as Org;
  const [away, warn] = [() => Promise.reject(new Error('away')), vi.fn()];
  const subscribed = (billing: Partial<Billing>) =>
    withSubscriptions({ ...billing } as Billing, [org], { superuser: false }, { warn });

  it('is logged where subscriptions are read, and locks nobody out', async () => {
    expect(await subscribed({ of: away })).toEqual([org]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('is said where a trial cannot begin', async () => {
    const failing = subscribed({ of: () => Promise.resolve(new Map()), startTrial: away });
    await expect(failing).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Failed to create trial subscription',
    });
  });
});
