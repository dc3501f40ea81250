import { AppError, type FileText } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { isOutside } from '../sources/outside-folders.ts';
import { readFolders } from '../sources/folders.ts';
import { type Connector, connectorOf, type WantedFile } from '../sources/connector.ts';
import { pullRequestSeries } from './changed-series.ts';
import { sourcesKnowing } from './diff.ts';
import { type EntityMatch, findEntity } from './find.ts';

const LATEST = `SELECT c.sha FROM "Relation" r JOIN "Commit" c ON c.uuid = r."fromUuid"
  WHERE r.relation = 'touches' AND r."toUuid" = $1::UUID AND NOT c.deleted
  ORDER BY c."committedAt" DESC NULLS LAST, c.uuid LIMIT 1`;

/** A repository may keep commits that no branch has any more; only those of the graph are read. */
const KNOWN = 'SELECT sha FROM "Commit" WHERE sha = $1 AND NOT deleted LIMIT 1';

const NOT_KEPT = 'The source of this file keeps no text of it here.';
const SHA = /^[0-9a-f]{40,64}$/;

/** The last commit of a pull request that a comment could be about; the first one where it came before all. */
const COMMENTED = `SELECT c.uuid::VARCHAR AS uuid, c.sha FROM "Relation" r JOIN "Commit" c ON c.uuid = r."toUuid"
  WHERE r.relation = 'hasCommit' AND r."fromUuid" = $1::UUID AND NOT c.deleted
  ORDER BY coalesce(c."committedAt" > $2::TIMESTAMP, false),
    CASE WHEN c."committedAt" > $2::TIMESTAMP THEN -epoch(c."committedAt") ELSE epoch(c."committedAt") END DESC, c.uuid LIMIT 1`;

/** Which file of which commit. */
export interface FileQuestion {
  /** The path of a file before a commit. */
  readonly path?: string | undefined;
  /** The commit after which a SourceFile is read. */
  readonly sha?: string | undefined;
}

/** A file, and the entity whose sources may keep its text. */
interface FoundFile {
  readonly entity: string;
  readonly wanted: WantedFile;
}

async function commentedFile(store: Reader, row: EntityMatch['row']): Promise<FoundFile> {
  const moment = row['createdAt'] === null ? '9999-01-01' : String(row['createdAt']);
  const [commit] = await store.rows<{ uuid: string; sha: string }>(COMMENTED, [
    String(row['pullRequestUuid']),
    moment,
  ]);
  const wanted = { sha: commit?.sha ?? '', path: String(row['path'] ?? ''), before: false, former: [] };
  return { entity: commit?.uuid ?? String(row['uuid']), wanted };
}

/** What is wanted of which entity: a file as a commit left it, or the file of a path before a commit. */
async function wantedFile(store: Reader, uuid: string, { path, sha }: FileQuestion): Promise<FoundFile> {
  const found = await findEntity(store, uuid);
  const { kind, row } = found;
  const entity = String(row['uuid']);
  if (kind.name === 'Commit' && path !== undefined)
    return { entity, wanted: { sha: String(row['sha']), path, before: true, former: [] } };
  if (kind.name === 'PullRequest' && path !== undefined) {
    const series = await pullRequestSeries(store, found);
    const begins = series?.since ?? series?.sha ?? '';
    return {
      entity: series?.entity ?? entity,
      wanted: { sha: begins, path, before: true, former: [] },
    };
  }
  if (kind.name === 'PullRequestReviewComment' && row['pullRequestUuid']) return commentedFile(store, row);
  if (kind.name !== 'SourceFile') throw new AppError('not_found', 'Only files have a text.');
  const [latest] = await store.rows<{ sha: string }>(sha ? KNOWN : LATEST, [sha ?? entity]);
  if (sha && !latest) throw new AppError('not_found', 'There is no such commit.');
  const paths: unknown = row['formerPaths'];
  const former = Array.isArray(paths) ? paths.map(String) : [];
  return { entity, wanted: { sha: latest?.sha ?? '', path: String(row['path']), before: false, former } };
}

/** A reader of the file when one of its sources keeps its text, else an answer that says so. */
export async function readableFile(
  store: Reader,
  connectors: readonly Connector[],
  uuid: string,
  question: FileQuestion,
): Promise<() => Promise<FileText>> {
  const { entity, wanted } = await wantedFile(store, uuid, question);
  const folders = await readFolders(store);
  if (SHA.test(wanted.sha) && wanted.path !== '' && !wanted.path.includes('\0')) {
    for (const source of await sourcesKnowing(store, entity)) {
      const fileText = connectorOf(connectors, source.type)?.fileText;
      if (fileText && !(await isOutside(connectors, source, folders))) return () => fileText(source, wanted);
    }
  }
  const { path: named, sha } = wanted;
  return () => Promise.resolve({ path: named, sha, text: null, reason: NOT_KEPT, blame: [] });
}
