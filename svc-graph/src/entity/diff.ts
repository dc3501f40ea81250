import { AppError, ChangedFile, entityContract, type OutputOf } from '@cairn/contracts';
import { isOutside } from '../sources/folder-access.ts';
import { readFolders } from '../sources/folders.ts';
import { type CommitDiff, type Connector, MOST_FILES, connectorOf } from '../sources/connector.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import type { Reader } from '../query/engine/reader.ts';
import { findEntity } from './find.ts';

type Diff = OutputOf<typeof entityContract.entityDiff>;

/** A commit whose source can return its diff. */
export interface ReadableCommit {
  readonly read: () => Promise<CommitDiff>;
}

/** The sources that know an entity. */
export async function sourcesKnowing(store: Reader, uuid: string): Promise<SourceRow[]> {
  const records = await store.rows<{ sourceId: string }>(
    'SELECT "sourceId" FROM "SourceRecord" WHERE "entityUuid" = $1::UUID AND NOT deleted',
    [uuid],
  );
  const known = new Set(records.map(({ sourceId }) => sourceId));
  return (await readSources(store)).filter(({ id }) => known.has(id));
}

interface Touched {
  readonly path: string;
  readonly change: string | null;
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly total: number;
}

const TOUCHED = `SELECT f.path, r.change, r.additions::INTEGER AS additions, r.deletions::INTEGER AS deletions,
  (count(*) OVER ())::INTEGER AS total
  FROM "Relation" r JOIN "SourceFile" f ON f.uuid = r."toUuid"
  WHERE r.relation = 'touches' AND r."fromUuid" = $1::UUID
  ORDER BY f.path LIMIT ${String(MOST_FILES)}`;
const { change: Change } = ChangedFile.shape;

/** The files and line counts of a change set in the graph, which holds no text of changes. */
async function touchedFiles(store: Reader, uuid: string): Promise<Diff> {
  const rows = await store.rows<Touched>(TOUCHED, [uuid]);
  const data = rows.map(({ path, change, additions, deletions }): ChangedFile => ({
    path,
    previousPath: null,
    change: Change.catch('modified').parse(change),
    additions,
    deletions,
    patch: null,
    reason: 'No diff data available',
  }));
  return { data, meta: { total: rows[0]?.total ?? 0, truncated: data.length > 0 } };
}

/** A reader of the commit's diff when its source can return one, else the files in the graph. */
export async function commitChanges(
  store: Reader,
  connectors: readonly Connector[],
  uuid: string,
): Promise<ReadableCommit | Diff> {
  const { kind, row } = await findEntity(store, uuid);
  if (kind.name !== 'Commit') throw new AppError('not_found', 'Only commits have a diff.');
  const folders = await readFolders(store);
  for (const source of await sourcesKnowing(store, String(row['uuid']))) {
    const commitDiff = connectorOf(connectors, source.type)?.commitDiff;
    if (commitDiff && !(await isOutside(connectors, source, folders)))
      return { read: () => commitDiff(source, String(row['sha'])) };
  }
  return touchedFiles(store, String(row['uuid']));
}

/** Reads the changed files of a commit with their diffs from its source. */
export async function readDiff({ read }: ReadableCommit): Promise<Diff> {
  const { files, total } = await read();
  const truncated =
    files.length < total || files.some(({ patch, reason }) => patch === null && reason !== 'A binary file.');
  return { data: [...files], meta: { total, truncated } };
}
