import { basename, dirname, extname } from 'node:path/posix';
import type { Load, Row } from '../store/load.ts';
import { entityUuid } from '../store/uuid.ts';
import { readText } from './git.ts';
import type { KnownPeople } from './people.ts';
import type { DiffRecord, FileChange } from './records.ts';

/** What turning payloads into entities depends on beside the payload. */
export interface Context {
  readonly orgId: string;
  /** Names the repository within the org. */
  readonly repositoryId: string;
  readonly repositoryUuid: string;
  /** Where commits can be seen, such as https://github.com/owner/name. */
  readonly webUrl: string | null;
  readonly known: KnownPeople;
  /** Seconds since 1970 at which the payload was read. */
  readonly observedAt: number;
}

/** The uuid of a commit of the repository. */
export function commitUuid(context: Context, sha: string): string {
  return entityUuid(context.orgId, 'git', `commit:${context.repositoryId}:${sha}`);
}

/** The uuid of a file of the repository. */
export function fileUuid(context: Context, path: string): string {
  return entityUuid(context.orgId, 'git', `file:${context.repositoryId}:${path}`);
}

interface Sums {
  readonly additions: number | null;
  readonly deletions: number | null;
}

function sums(files: readonly FileChange[], counted: boolean): Sums {
  if (!counted) return { additions: null, deletions: null };
  return {
    additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
    deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
  };
}

function diffRow(context: Context, { sha, files }: DiffRecord, counted: boolean): Row {
  const named = (change: FileChange['change']) =>
    files.filter((file) => file.change === change).map((file) => readText(file.path));
  const [filesAdded, filesModified, filesDeleted] = [named('added'), named('modified'), named('deleted')];
  return {
    uuid: commitUuid(context, sha),
    ...sums(files, counted),
    changedFiles: files.length,
    totalFilesAdded: filesAdded.length,
    totalFilesModified: filesModified.length,
    totalFilesDeleted: filesDeleted.length,
    filesAdded,
    filesModified,
    filesDeleted,
  };
}

function fileRow(context: Context, bytes: string, uuid: string): Row {
  const path = readText(bytes);
  const folder = dirname(path);
  const atTop = folder === '.';
  return {
    uuid,
    name: basename(path),
    integration: 'git',
    externalId: path,
    path,
    extension: extname(path).slice(1).toLowerCase() || null,
    directory: atTop ? '/' : folder,
    topFolder: atTop ? '/' : (path.split('/', 1)[0] ?? '/'),
    repositoryUuid: context.repositoryUuid,
    firstObservedAt: context.observedAt,
    observedAt: context.observedAt,
    deleted: false,
    removed: false,
  };
}

const DIFF_COLUMNS = [
  'additions',
  'deletions',
  'changedFiles',
  'totalFilesAdded',
  'totalFilesModified',
  'totalFilesDeleted',
  'filesAdded',
  'filesModified',
  'filesDeleted',
];
const DIFF_MATCH = Object.fromEntries(DIFF_COLUMNS.map((column) => [column, 'replace' as const]));

/** What commits changed, and the files; `committedAt` gives the moment of each, `counted` says that lines were. */
export function normaliseDiffs(
  records: readonly DiffRecord[],
  context: Context,
  committedAt: (sha: string) => number | null,
  counted: boolean,
): Load[] {
  const files = new Map<string, { row: Row; first: number | null; last: number | null }>();
  const touches: Row[] = [];
  for (const { sha, files: changes } of records) {
    const at = committedAt(sha);
    const fromUuid = commitUuid(context, sha);
    for (const { path, change, additions, deletions } of changes) {
      const seen = files.get(path) ?? {
        row: fileRow(context, path, fileUuid(context, path)),
        first: at,
        last: at,
      };
      if (at !== null) {
        seen.first = Math.min(seen.first ?? at, at);
        seen.last = Math.max(seen.last ?? at, at);
      }
      files.set(path, seen);
      const toUuid = String(seen.row['uuid']);
      touches.push({ relation: 'touches', fromUuid, toUuid, since: at, additions, deletions, change });
    }
  }
  const fileRows = [...files.values()].map(({ row, first, last }) => ({
    ...row,
    createdAt: first,
    updatedAt: last,
  }));
  return [
    {
      table: 'SourceFile',
      rows: fileRows,
      match: { createdAt: 'least', updatedAt: 'greatest', observedAt: 'greatest' },
    },
    { table: 'Relation', rows: touches, append: true },
    {
      table: 'Commit',
      rows: records.map((record) => diffRow(context, record, counted)),
      match: DIFF_MATCH,
      updateOnly: true,
    },
  ];
}
