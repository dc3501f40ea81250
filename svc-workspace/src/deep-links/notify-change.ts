import type { LinkType, OrgId, UserId } from '@cairn/contracts';
import { notify, othersIn } from '../database/notify.ts';
import type { Database } from '../database/tables.ts';
import type { Content } from './stored-link.ts';

interface ChangedLink {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly id: string;
  readonly type: LinkType;
  readonly at: string;
}

type Shown = Pick<Content, 'name' | 'scope'>;

/** Tells an org that a board is shared with it, and followers that one has changed. `before` is null for a new one. */
export async function notifyChange(
  db: Database,
  { orgId, userId, id, type, at }: ChangedLink,
  before: Shown | null,
  { name, scope }: Shown,
): Promise<void> {
  if (type !== 'dashboard-v1' || scope === 'private') return;
  const author = await db
    .selectFrom('user')
    .leftJoin('preferences', 'preferences.user_id', 'user.id')
    .select(['user.name', 'preferences.display_name'])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  const who = author?.display_name ?? author?.name ?? 'Somebody';
  const metadata = { path: `boards/${encodeURIComponent(id)}` };
  const told = { about: id, metadata, at };
  if (before === null || before.scope === 'private') {
    const message = `${who} shared the board ${name}`;
    await notify(db, orgId, await othersIn(db, orgId, userId), { type: 'Shared', message, ...told });
    return;
  }
  const followers = await db
    .selectFrom('followed')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'board')
    .where('thing_id', '=', id)
    .where('user_id', '!=', userId)
    .execute();
  const people = followers.map((each) => each.user_id as UserId);
  await notify(db, orgId, people, { type: 'Followed', message: `${who} changed the board ${name}`, ...told });
}
