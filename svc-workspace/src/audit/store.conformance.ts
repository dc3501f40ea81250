import { sql } from 'kysely';
import type { OrgId, UserId } from '@cairn/contracts';
import type { AuditAction } from '@cairn/contracts/audit';
import { expect, it } from 'vitest';
import { recordAct } from '../database/record-act.ts';
import type { Database } from '../database/tables.ts';
import { auditStore } from './store.ts';

/** What the audit log promises on every database. */
export function auditStoreConformance(
  open: () => Database,
  addOrg: () => Promise<OrgId>,
  addUser: (name: string) => Promise<UserId>,
): void {
  const record = (orgId: OrgId, actorId: UserId, action: AuditAction, at = '2026-03-01T00:00:00.000Z') =>
    open()
      .transaction()
      .execute((trx) => recordAct(trx, { orgId, actorId, action, at, target: { id: 'x', name: '50% off' } }));

  it('gives the acts of one org, newest first, page by page', async () => {
    const [orgId, other, ada] = [await addOrg(), await addOrg(), await addUser('ada')];
    for (const action of ['org.created', 'org.changed', 'member.joined'] as const)
      await record(orgId, ada, action);
    await record(other, ada, 'org.created');
    const log = auditStore(open());
    const [first, ...rest] = await log.page(orgId, {}, { limit: 2 });
    expect([first, ...rest].map((each) => each?.action)).toEqual(['member.joined', 'org.changed']);
    expect(first).toMatchObject({ actorId: ada, actor: expect.stringMatching(/^ada-.*@example\.com$/) });
    const next = await log.page(orgId, {}, { before: rest[0]?.id, limit: 2 });
    expect(next.map(({ action }) => action)).toEqual(['org.created']);
  });

  it('finds acts by kind, by a part of the e-mail, and by time', async () => {
    const [orgId, ada, bob] = [await addOrg(), await addUser('Ada_L'), await addUser('bob')];
    await record(orgId, ada, 'org.created', '2026-03-01T00:00:00.000Z');
    await record(orgId, bob, 'member.joined', '2026-03-02T00:00:00.000Z');
    const actions = async (filter: Parameters<ReturnType<typeof auditStore>['page']>[1]) =>
      (await auditStore(open()).page(orgId, filter, { limit: 9 })).map(({ action }) => action);
    expect(await actions({ action: 'org.created' })).toEqual(['org.created']);
    expect(await actions({ actor: 'ADA_' })).toEqual(['org.created']);
    expect([await actions({ actor: '%' }), await actions({ actor: 'a!' })]).toEqual([[], []]);
    expect(await actions({ since: '2026-03-02T01:00:00+01:00' })).toEqual(['member.joined']);
    expect(await actions({ until: '2026-03-01T23:00:00Z' })).toEqual(['org.created']);
  });

  it('keeps every act as it was, with the e-mail of that time', async () => {
    const [orgId, ada] = [await addOrg(), await addUser('ada')];
    await record(orgId, ada, 'org.created');
    await open().deleteFrom('user').where('id', '=', ada).execute();
    const change = open().updateTable('audit_log').set({ actor: 'eve' }).where('org_id', '=', orgId);
    await expect(change.execute()).rejects.toThrow(/only added to/);
    await expect(sql`delete from audit_log`.execute(open())).rejects.toThrow(/only added to/);
    expect(await auditStore(open()).page(orgId, {}, { limit: 9 })).toHaveLength(1);
  });
}
