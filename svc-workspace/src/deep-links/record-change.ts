import type { OrgId, UserId } from '@cairn/contracts';
import type { AuditAction } from '@cairn/contracts/audit';
import type { Transaction } from 'kysely';
import { changesBetween, recordAct } from '../database/record-act.ts';
import type { Tables } from '../database/tables.ts';
import type { Content } from './stored-link.ts';

type Shown = Pick<Content, 'name' | 'description' | 'tags' | 'scope'>;

interface ChangedLink {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly id: string;
  readonly at: string;
}

function actionOf(before: Shown | null, after: Shown | null): AuditAction {
  if (before === null) return 'thing.created';
  if (after === null) return 'thing.deleted';
  return before.scope === after.scope ? 'thing.changed' : 'thing.shared';
}

/** Records a change of a saved thing; null where it was not there before, or is not any more. Private ones leave no trace. */
export async function recordChange(
  trx: Transaction<Tables>,
  { orgId, userId, id, at }: ChangedLink,
  before: Shown | null,
  after: Shown | null,
): Promise<void> {
  const shared = [after, before].filter((each) => each !== null && each.scope !== 'private');
  const [shown] = shared;
  if (!shown) return;
  // The texts of a private thing are its owner's, also where it was shared a moment ago.
  const fields =
    shared.length === 2 ? (['name', 'description', 'tags', 'scope'] as const) : (['scope'] as const);
  const changes = before && after ? changesBetween(before, after, fields) : [];
  const action = actionOf(before, after);
  await recordAct(trx, { orgId, actorId: userId, action, at, target: { id, name: shown.name }, changes });
}
