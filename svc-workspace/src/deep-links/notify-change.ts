import { OrgId, type FollowedLinkKind, type LinkType, SAVED_TYPES, UserId } from '@cairn/contracts';
import { followedKindOf, followedPath, linkPath } from '@cairn/contracts/followed-links';
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

type Shown = Pick<Content, 'name' | 'scope' | 'brief'>;

/** How people call somebody. */
async function nameOf(db: Database, userId: UserId): Promise<string> {
  const user = await db
    .selectFrom('user')
    .leftJoin('preferences', 'preferences.user_id', 'user.id')
    .select(['user.name', 'preferences.display_name'])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  return user?.display_name ?? user?.name ?? 'Somebody';
}

/** The followers of a thing but for one, by org: what is global has some in every org. */
async function followersOf(
  db: Database,
  kind: FollowedLinkKind,
  { id, userId }: Pick<ChangedLink, 'id' | 'userId'>,
): Promise<Map<OrgId, UserId[]>> {
  const rows = await db
    .selectFrom('followed')
    .select(['org_id', 'user_id'])
    .where('kind', '=', kind)
    .where('thing_id', '=', id)
    .where('user_id', '!=', userId)
    .execute();
  const byOrg = new Map<OrgId, UserId[]>();
  for (const { org_id, user_id } of rows) {
    const org = OrgId.parse(org_id);
    byOrg.set(org, [...(byOrg.get(org) ?? []), UserId.parse(user_id)]);
  }
  return byOrg;
}

/** Tells an org that a board is shared with it, and followers that a thing has changed. `before` is null for a new one. */
export async function notifyChange(
  db: Database,
  { orgId, userId, id, type, at }: ChangedLink,
  before: Pick<Shown, 'scope'> | null,
  after: Shown,
): Promise<void> {
  const kind = followedKindOf(type);
  if (kind === undefined || after.scope === 'private') return;
  const isShared = before === null || before.scope === 'private';
  if (isShared && kind !== 'board') return;
  const followers = isShared ? null : await followersOf(db, kind, { id, userId });
  if (followers?.size === 0) return;
  const who = await nameOf(db, userId);
  const told = { about: id, at };
  const metadataIn = (org: OrgId) => ({ path: followedPath(kind, org, { id, ...after }) });
  if (followers === null) {
    const message = `${who} shared the board ${after.name}`;
    const others = await othersIn(db, orgId, userId);
    await notify(db, orgId, others, { type: 'Shared', message, metadata: metadataIn(orgId), ...told });
    return;
  }
  const message = `${who} changed the ${kind} ${after.name}`;
  for (const [org, people] of followers)
    await notify(db, org, people, { type: 'Followed', message, metadata: metadataIn(org), ...told });
}

const isOpened = (type: LinkType): type is keyof typeof SAVED_TYPES => type in SAVED_TYPES;

/** Tells the new owner of a thing who gave it to them; nothing to somebody who takes it. */
export async function notifyOwner(
  db: Database,
  { orgId, userId, id, type, at }: ChangedLink,
  owner: UserId,
  given: { readonly name: string; readonly brief: string | null },
): Promise<void> {
  if (owner === userId) return;
  const word = isOpened(type) ? SAVED_TYPES[type].label.toLowerCase() : 'saved thing';
  const message = `${await nameOf(db, userId)} gave you the ${word} ${given.name}`;
  const metadata = isOpened(type) ? { path: linkPath(type, orgId, { id, ...given }) } : {};
  await notify(db, orgId, [owner], { type: 'Given', message, metadata, about: id, at });
}
