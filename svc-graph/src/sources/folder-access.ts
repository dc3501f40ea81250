import type { AllowedFolder, OrgId, UserId } from '@cairn/contracts';
import { writerOf } from '../store/graph-writer.ts';
import { tell } from '../store/outbox.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import { allowFolder, forbidFolder, liesInAny, readFolders } from './folders.ts';
import { findFolder, isOutside, outsideFolders } from './outside-folders.ts';
import { recordFailure } from './run-task.ts';
import type { SourcesDeps } from './sources-deps.ts';

/** The folders that an org may read, each with the sources that lie in it. */
export async function listFolders(
  { stores, connectors }: SourcesDeps,
  orgId: OrgId,
): Promise<AllowedFolder[]> {
  const store = await stores.open(orgId);
  const [folders, sources] = await Promise.all([readFolders(store), readSources(store)]);
  const inside = async (path: string) => {
    const lies = await Promise.all(
      sources.map(async (source) => {
        const at = findFolder(connectors, source);
        return at !== undefined && (await liesInAny(at, [path]));
      }),
    );
    return sources.filter((_, index) => lies[index]).map(({ id, name }) => ({ id, name }));
  };
  return Promise.all(folders.map(async (path) => ({ path, sources: await inside(path) })));
}

/** The sources that one list of folders holds and the other does not. */
async function onlyInFirst(
  { stores, connectors }: SourcesDeps,
  orgId: OrgId,
  [first, second]: readonly [readonly string[], readonly string[]],
): Promise<SourceRow[]> {
  const sources = await readSources(await stores.open(orgId));
  const differ = await Promise.all(
    sources.map(
      async (source) =>
        !(await isOutside(connectors, source, first)) && (await isOutside(connectors, source, second)),
    ),
  );
  return sources.filter((_, index) => differ[index]);
}

interface FolderChange {
  readonly orgId: OrgId;
  readonly path: string;
  readonly actorId: UserId | null;
}

/** Tells svc-workspace of a folder that was allowed or forbidden. */
const folderAct =
  (orgId: OrgId, action: 'folder.allowed' | 'folder.forbidden', actorId: UserId | null) => (path: string) =>
    tell(orgId, { kind: 'act', actorId, action, target: { id: path.slice(-200), name: path }, changes: [] });

/** Lets an org read a folder, and reads the sources in it that were outside until now. */
export async function openFolder(deps: SourcesDeps, { orgId, path, actorId }: FolderChange): Promise<void> {
  const store = await deps.stores.open(orgId);
  const before = await readFolders(store);
  const act = folderAct(orgId, 'folder.allowed', actorId);
  const after = await allowFolder(store, path, { roots: deps.roots ?? [], act });
  for (const { id } of await onlyInFirst(deps, orgId, [after, before]))
    deps.jobs.start({ orgId, sourceId: id, kind: 'ingest', reason: 'change' });
}

/** Takes a folder from an org. Sources that lie outside now stop, keep what they have, and say why. */
export async function closeFolder(deps: SourcesDeps, { orgId, path, actorId }: FolderChange): Promise<void> {
  const store = await deps.stores.open(orgId);
  const before = await readFolders(store);
  const after = await forbidFolder(store, path, folderAct(orgId, 'folder.forbidden', actorId));
  for (const { id } of await onlyInFirst(deps, orgId, [before, after]))
    await deps.jobs.whilePaused({ orgId, sourceId: id }, () =>
      recordFailure(writerOf(store), id, outsideFolders()),
    );
}
