import { AppError, type FileText } from '@cairn/contracts';
import type { Reader } from '../query/engine/reader.ts';
import { isOutside } from '../sources/folder-access.ts';
import { readFolders } from '../sources/folders.ts';
import { type Connector, connectorOf, type WantedFile } from '../sources/connector.ts';
import { sourcesKnowing } from './diff.ts';
import { findEntity } from './find.ts';

const LATEST = `SELECT c.sha FROM "Relation" r JOIN "Commit" c ON c.uuid = r."fromUuid"
  WHERE r.relation = 'touches' AND r."toUuid" = $1::UUID AND NOT c.deleted
  ORDER BY c."committedAt" DESC NULLS LAST, c.uuid LIMIT 1`;

const NOT_KEPT = 'The source of this file keeps no text of it here.';
const SHA = /^[0-9a-f]{40,64}$/;

/** What is wanted of which entity: a file as it is, or the file of a path before a commit. */
async function wantedFile(
  store: Reader,
  uuid: string,
  path: string | undefined,
): Promise<{ entity: string; wanted: WantedFile }> {
  const { kind, row } = await findEntity(store, uuid);
  const entity = String(row['uuid']);
  if (kind.name === 'Commit' && path !== undefined)
    return { entity, wanted: { sha: String(row['sha']), path, before: true } };
  if (kind.name !== 'SourceFile') throw new AppError('not_found', 'Only files have a text.');
  const [latest] = await store.rows<{ sha: string }>(LATEST, [entity]);
  return { entity, wanted: { sha: latest?.sha ?? '', path: String(row['path']), before: false } };
}

/** A reader of the file when one of its sources keeps its text, else an answer that says so. */
export async function readableFile(
  store: Reader,
  connectors: readonly Connector[],
  uuid: string,
  path: string | undefined,
): Promise<() => Promise<FileText>> {
  const { entity, wanted } = await wantedFile(store, uuid, path);
  const folders = await readFolders(store);
  if (SHA.test(wanted.sha) && !wanted.path.includes('\0')) {
    for (const source of await sourcesKnowing(store, entity)) {
      const fileText = connectorOf(connectors, source.type)?.fileText;
      if (fileText && !(await isOutside(connectors, source, folders))) return () => fileText(source, wanted);
    }
  }
  const { path: named, sha } = wanted;
  return () => Promise.resolve({ path: named, sha, text: null, reason: NOT_KEPT, blame: [] });
}
