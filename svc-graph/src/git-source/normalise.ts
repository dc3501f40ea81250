import { basename, dirname, extname } from 'node:path/posix';
import type { Load, Row } from '../store/load.ts';
import { entityUuid } from '../store/uuid.ts';
import { readText } from './git.ts';
import { type KnownPeople, PeopleOfBatch } from './people.ts';
import type { DiffRecord, FileChange, LogRecord } from './records.ts';

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

export const MESSAGE_LIMIT = 100_000;
const NAME_LIMIT = 500;

/** The uuid of a commit of the repository. */
export function commitUuid(context: Context, sha: string): string {
  return entityUuid(context.orgId, 'git', `commit:${context.repositoryId}:${sha}`);
}

/** The uuid of a file of the repository. */
export function fileUuid(context: Context, path: string): string {
  return entityUuid(context.orgId, 'git', `file:${context.repositoryId}:${path}`);
}

function commitRow(
  context: Context,
  record: LogRecord,
  uuid: string,
  authorUuid: string,
  committerUuid: string,
): Row {
  const message = readText(record.message).trimEnd();
  const isMerge = record.parents.length > 1;
  const none = isMerge ? 0 : null;
  return {
    uuid,
    name: message.split('\n', 1)[0]?.slice(0, NAME_LIMIT) ?? '',
    integration: 'git',
    externalId: record.sha,
    sourceUrl: context.webUrl === null ? null : `${context.webUrl}/commit/${record.sha}`,
    sha: record.sha,
    message: message.slice(0, MESSAGE_LIMIT),
    authoredAt: record.author.at,
    committedAt: record.committer.at,
    createdAt: record.author.at,
    updatedAt: record.committer.at,
    firstObservedAt: context.observedAt,
    observedAt: context.observedAt,
    deleted: false,
    isMerge,
    additions: none,
    deletions: none,
    changedFiles: none,
    totalFilesAdded: none,
    totalFilesModified: none,
    totalFilesDeleted: none,
    repositoryUuid: context.repositoryUuid,
    authorUuid,
    committerUuid,
  };
}

function commitEvent(context: Context, commit: Row, actorUuid: string): Row {
  const sourceEventId = `commit:${context.repositoryId}:${String(commit['sha'])}`;
  return {
    uuid: entityUuid(context.orgId, 'git', `event:${sourceEventId}`),
    occurredAt: commit['committedAt'] ?? null,
    observedAt: context.observedAt,
    sourceEventId,
    integration: 'git',
    action: commit['isMerge'] === true ? 'merged' : 'committed',
    entityType: 'Commit',
    entityUuid: commit['uuid'] ?? null,
    actorUuid,
    name: commit['name'] ?? null,
    reference: String(commit['sha']).slice(0, 10),
    repositoryUuid: context.repositoryUuid,
  };
}

/** How people that are known already change when they are met again. */
const PERSON_MATCH = {
  name: 'newest',
  createdAt: 'least',
  updatedAt: 'greatest',
  observedAt: 'greatest',
} as const;

/** What is known of commits before they come: they are not there, or those that are get their people set anew. */
export type Before = 'none' | 'some' | 'again';

/** Commits, their people, parents and events. */
export function normaliseLog(
  records: readonly LogRecord[],
  context: Context,
  before: Before = 'some',
): Load[] {
  const again = before === 'again';
  const append = before === 'none';
  const people = new PeopleOfBatch(context.orgId, context.known, context.observedAt);
  const commits: Row[] = [];
  const events: Row[] = [];
  const parents: Row[] = [];
  const uuids = new Map<string, string>();
  const uuidOf = (sha: string) => {
    const known = uuids.get(sha) ?? commitUuid(context, sha);
    uuids.set(sha, known);
    return known;
  };
  for (const record of records) {
    const authorUuid = people.add(record.author);
    const committerUuid = people.add(record.committer);
    const commit = commitRow(context, record, uuidOf(record.sha), authorUuid, committerUuid);
    commits.push(commit);
    events.push(commitEvent(context, commit, authorUuid));
    for (const parent of record.parents)
      parents.push({ relation: 'parent', fromUuid: uuidOf(record.sha), toUuid: uuidOf(parent) });
  }
  return [
    { table: 'Person', rows: people.personRows(), match: PERSON_MATCH },
    { table: 'Identity', rows: people.identityRows() },
    { table: 'IdentityLink', rows: people.linkRows(), key: ['identityUuid', 'personUuid', 'method'] },
    {
      table: 'Commit',
      rows: commits,
      match: again ? { authorUuid: 'replace', committerUuid: 'replace' } : {},
      append,
    },
    { table: 'Event', rows: events, match: again ? { actorUuid: 'replace' } : {}, append },
    { table: 'Relation', rows: parents, key: ['relation', 'fromUuid', 'toUuid'], append },
  ];
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
