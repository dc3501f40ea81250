import { AppError, type Caller, type sourceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { CAIRN, actorIdOf } from '../store/outbox.ts';
import { closeFolder, listFolders, openFolder } from './folder-access.ts';
import type { SourcesDeps } from './sources-deps.ts';

/** What a machine may read is for those who run it: an org's own super admins do not. */
export function requireSuperuser({ superuser, userId }: Caller, what: string): void {
  if (superuser || userId === CAIRN) return;
  throw new AppError('forbidden', `Only a superuser of this Cairn decides ${what}.`);
}

const DECIDES = 'which folders an organization may read';

type FolderHandlers = Pick<Handlers<typeof sourceContract>, 'listFolders' | 'allowFolder' | 'forbidFolder'>;

/** Lists, allows and forbids the folders that the sources of an org may read. */
export function folderHandlers(deps: SourcesDeps): FolderHandlers {
  return {
    listFolders: async ({ params: { orgId } }) => ({ data: await listFolders(deps, orgId) }),
    allowFolder: async ({ params: { orgId }, input: { path }, caller }) => {
      requireSuperuser(caller, DECIDES);
      await openFolder(deps, { orgId, path, actorId: actorIdOf(caller) });
      return { data: await listFolders(deps, orgId) };
    },
    forbidFolder: async ({ params: { orgId }, input: { path }, caller }) => {
      requireSuperuser(caller, DECIDES);
      await closeFolder(deps, { orgId, path, actorId: actorIdOf(caller) });
      return { data: await listFolders(deps, orgId) };
    },
  };
}
