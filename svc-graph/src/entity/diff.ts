import { AppError, ChangedFile, entityContract, type OutputOf } from '@cairn/contracts';
import { isOutside } from '../sources/outside-folders.ts';
import { readFolders } from '../sources/folders.ts';
import { type CommitDiff, type Connector, MOST_FILES, connectorOf } from '../sources/connector.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import type { Reader } from '../query/engine/reader.ts';
import { type ChangedSeries, pullRequestSeries } from './changed-series.ts';
import { type EntityMatch, findEntity } from './find.ts';
import { toldFiles } from './told-files.ts';

type Diff = OutputOf<typeof entityContract.entityDiff>;

/** A commit or pull request whose source can return its diff. */
export interface ReadableChanges {
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

/** Of several commits, what a file is now: added if one of them added it, and gone if the last of them took it away. */
const TOUCHED = `SELECT f.path, CASE WHEN arg_max(r.change, c."committedAt") = 'deleted' THEN 'deleted'
    WHEN bool_or(r.change = 'added') THEN 'added' ELSE arg_max(r.change, c."committedAt") END AS change,
  sum(r.additions)::INTEGER AS additions, sum(r.deletions)::INTEGER AS deletions, (count(*) OVER ())::INTEGER AS total
  FROM "Relation" r JOIN "SourceFile" f ON f.uuid = r."toUuid" LEFT JOIN "Commit" c ON c.uuid = r."fromUuid"
  WHERE r.relation = 'touches' AND r."fromUuid" IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))
  GROUP BY f.uuid, f.path ORDER BY f.path LIMIT ${String(MOST_FILES)}`;
const { change: Change } = ChangedFile.shape;

/** The files and line counts of commits in the graph, which holds no text of changes. */
async function touchedFiles(store: Reader, commits: readonly string[]): Promise<Diff> {
  const rows = await store.rows<Touched>(TOUCHED, [JSON.stringify(commits)]);
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

/** The commits whose changes an entity has; null for a pull request without one. */
async function readSeries(store: Reader, found: EntityMatch): Promise<ChangedSeries | null> {
  const { kind, row } = found;
  if (kind.name === 'PullRequest') return pullRequestSeries(store, found);
  if (kind.name !== 'Commit') throw new AppError('not_found', 'Only commits and pull requests have a diff.');
  const uuid = String(row['uuid']);
  return { entity: uuid, sha: String(row['sha']), since: undefined, commits: [uuid] };
}

/** What a forge tells of the files of a pull request that no clone knows; no file of anything else. */
async function otherFiles(
  store: Reader,
  connectors: readonly Connector[],
  { kind, row }: EntityMatch,
): Promise<ReadableChanges | Diff> {
  const told = kind.name === 'PullRequest' ? await toldFiles(store, connectors, String(row['uuid'])) : null;
  return told ? { read: () => Promise.resolve(told) } : { data: [], meta: { total: 0, truncated: false } };
}

/** A reader of the diff of a commit or pull request when a source can return it, else the files in the graph. */
export async function readChanges(
  store: Reader,
  connectors: readonly Connector[],
  uuid: string,
): Promise<ReadableChanges | Diff> {
  const found = await findEntity(store, uuid);
  const series = await readSeries(store, found);
  if (series === null) return otherFiles(store, connectors, found);
  const { entity, sha, since } = series;
  const folders = await readFolders(store);
  for (const source of await sourcesKnowing(store, entity)) {
    const commitDiff = connectorOf(connectors, source.type)?.commitDiff;
    if (commitDiff && !(await isOutside(connectors, source, folders)))
      return { read: () => commitDiff(source, sha, since) };
  }
  const touched = await touchedFiles(store, series.commits);
  return touched.data.length > 0 ? touched : otherFiles(store, connectors, found);
}

/** Reads the changed files of a commit or pull request with their diffs from its source. */
export async function readDiff({ read }: ReadableChanges): Promise<Diff> {
  const { files, total } = await read();
  const truncated =
    files.length < total || files.some(({ patch, reason }) => patch === null && reason !== 'A binary file.');
  return { data: [...files], meta: { total, truncated } };
}
