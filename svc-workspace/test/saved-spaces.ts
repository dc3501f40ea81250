import type { OrgId, UserId } from '@cairn/contracts';
import type { Database } from '../src/database/tables.ts';
import { linkStore } from '../src/deep-links/store.ts';

const CONTENT = { description: '', tags: '', state: '{}', brief: '{}' };

/** Spaces that a user shares with an org, deletes, restores and hides again. */
export function savedSpaces(db: Database, orgId: OrgId, userId: UserId) {
  const links = linkStore(db);
  return {
    make: (name: string) => links.create(orgId, userId, 'space-v1', { ...CONTENT, name, scope: 'org' }),
    remove: (id: string) => links.remove(orgId, userId, id),
    restore: (id: string) => links.restore(orgId, userId, id, { brief: '{}', text: '' }),
    hide: (id: string, name: string) =>
      links.update(orgId, userId, id, 1, { ...CONTENT, name, scope: 'private' }),
  };
}
