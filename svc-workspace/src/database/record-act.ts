import type { OrgId, UserId } from '@cairn/contracts';
import type { AuditAction, AuditChange } from '@cairn/contracts/audit';
import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What somebody did in an org, for its audit log. */
export interface Act {
  readonly orgId: OrgId;
  /** Null for what Cairn does itself. */
  readonly actorId: UserId | null;
  readonly action: AuditAction;
  readonly at: string;
  readonly target?: { readonly id: string; readonly name: string };
  readonly changes?: readonly AuditChange[];
}

/** Writes an act into the audit log, in the transaction of the act, so that neither is stored alone. */
export async function recordAct(trx: Transaction<Tables>, act: Act): Promise<void> {
  const { orgId, actorId, action, at, target, changes = [] } = act;
  await trx
    .insertInto('audit_log')
    .values((insert) => ({
      org_id: orgId,
      at,
      action,
      actor_id: actorId,
      actor: insert.selectFrom('user').select('email').where('id', '=', actorId),
      target_id: target?.id ?? null,
      target: target?.name ?? null,
      changes: JSON.stringify(changes),
    }))
    .execute();
}

/** The changes between two states of a thing, of the named fields that differ. */
export function changesBetween<Field extends string>(
  before: Readonly<Partial<Record<Field, unknown>>>,
  after: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
): AuditChange[] {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  return fields
    .map((what) => ({ what, from: text(before[what]), to: text(after[what]) }))
    .filter(({ from, to }) => from !== to);
}
