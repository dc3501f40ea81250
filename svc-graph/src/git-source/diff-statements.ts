import { basename, dirname, extname } from 'node:path/posix';
import { type Row, type Statement, loadStatements } from '../store/load.ts';
import { readText } from './git.ts';
import { type Context, fileUuid } from './normalise.ts';
import type { DiffRecord, FileChange } from './records.ts';

/** A commit in the graph that changes are brought to. */
export interface Target {
  readonly uuid: string;
  readonly committedAt: number | null;
}

interface KnownFile {
  readonly uuid: string;
  readonly path: string;
  /** When its row was last brought in. */
  observedAt: number | null;
  /** The batch that names it last, and its place there. */
  batch: number;
  place: number;
}

function fileRow(
  context: Context,
  { uuid, path }: KnownFile,
  first: number | null,
  last: number | null,
): Row {
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
    createdAt: first,
    updatedAt: last,
  };
}

/** The files of a reading: each is named, hashed and brought in once. */
export class KnownFiles {
  private readonly files = new Map<string, KnownFile>();
  private batches = 0;

  batch(): FilesOfBatch {
    this.batches += 1;
    return new FilesOfBatch(this.files, this.batches);
  }
}

/** The files that a batch names. */
class FilesOfBatch {
  readonly named: KnownFile[] = [];
  private readonly known: Map<string, KnownFile>;
  private readonly number: number;

  constructor(known: Map<string, KnownFile>, number: number) {
    this.known = known;
    this.number = number;
  }

  find(context: Context, bytes: string): KnownFile {
    let file = this.known.get(bytes);
    if (!file) {
      file = { uuid: fileUuid(context, bytes), path: readText(bytes), observedAt: null, batch: 0, place: 0 };
      this.known.set(bytes, file);
    }
    if (file.batch !== this.number) {
      file.batch = this.number;
      file.place = this.named.length;
      this.named.push(file);
    }
    return file;
  }
}

/** Lists of equal length: they travel as one JSON text, and the engine puts the rows together. */
interface Columns {
  readonly commit: {
    uuid: string[];
    at: (number | null)[];
    additions: (number | null)[];
    deletions: (number | null)[];
    added: string[][];
    modified: string[][];
    deleted: string[][];
  };
  readonly touch: {
    commit: number[];
    file: number[];
    additions: (number | null)[];
    deletions: (number | null)[];
    change: number[];
  };
  /** Of each file of the batch, when it was changed first and last. */
  readonly span: { first: (number | null)[]; last: (number | null)[] };
}

const CHANGES: readonly FileChange['change'][] = ['added', 'modified', 'deleted'];

const empty = (): Columns => ({
  commit: { uuid: [], at: [], additions: [], deletions: [], added: [], modified: [], deleted: [] },
  touch: { commit: [], file: [], additions: [], deletions: [], change: [] },
  span: { first: [], last: [] },
});

function widen({ first, last }: Columns['span'], place: number, at: number | null): void {
  const [from = null, to = null] = [first[place], last[place]];
  first[place] = at === null ? from : Math.min(from ?? at, at);
  last[place] = at === null ? to : Math.max(to ?? at, at);
}

function gather(
  { commit, touch, span }: Columns,
  files: FilesOfBatch,
  context: Context,
  record: DiffRecord,
  { uuid, committedAt }: Target,
): { additions: number; deletions: number } {
  const place = commit.uuid.push(uuid) - 1;
  const sums = { additions: 0, deletions: 0 };
  const lists: string[][] = [[], [], []];
  for (const { path, change, additions, deletions } of record.files) {
    const file = files.find(context, path);
    const kind = CHANGES.indexOf(change);
    touch.commit.push(place);
    touch.file.push(file.place);
    touch.additions.push(additions);
    touch.deletions.push(deletions);
    touch.change.push(kind);
    lists[kind]?.push(file.path);
    sums.additions += additions ?? 0;
    sums.deletions += deletions ?? 0;
    widen(span, file.place, committedAt);
  }
  const [added = [], modified = [], deleted = []] = lists;
  commit.at.push(committedAt);
  commit.added.push(added);
  commit.modified.push(modified);
  commit.deleted.push(deleted);
  return sums;
}

const COMMIT_SHAPE = {
  uuid: ['UUID'],
  at: ['BIGINT'],
  additions: ['BIGINT'],
  deletions: ['BIGINT'],
  added: [['VARCHAR']],
  modified: [['VARCHAR']],
  deleted: [['VARCHAR']],
};
const TOUCH_SHAPE = {
  commit: ['INTEGER'],
  file: ['INTEGER'],
  additions: ['BIGINT'],
  deletions: ['BIGINT'],
  change: ['UTINYINT'],
};

function listed(shape: Readonly<Record<string, unknown>>, param: string): string {
  const columns = Object.keys(shape).map((name) => `unnest(j."${name}") AS "${name}"`);
  return `SELECT ${columns.join(', ')} FROM (SELECT from_json(${param}::JSON, '${JSON.stringify(shape)}') AS j)`;
}

const numbered = (shape: Readonly<Record<string, unknown>>, first: string) =>
  `SELECT unnest(range(len(j."${first}")))::INTEGER AS place, ${Object.keys(shape)
    .map((name) => `unnest(j."${name}") AS "${name}"`)
    .join(', ')} FROM (SELECT from_json($1::JSON, '${JSON.stringify(shape)}') AS j)`;

const STAGE_COMMITS = `CREATE OR REPLACE TEMP TABLE stage_diff AS ${numbered(COMMIT_SHAPE, 'uuid')}`;
const UPDATE_COMMITS = `UPDATE "Commit" t SET additions = s.additions, deletions = s.deletions,
  "changedFiles" = len(s.added) + len(s.modified) + len(s.deleted), "totalFilesAdded" = len(s.added),
  "totalFilesModified" = len(s.modified), "totalFilesDeleted" = len(s.deleted),
  "filesAdded" = s.added, "filesModified" = s.modified, "filesDeleted" = s.deleted
  FROM temp.stage_diff s WHERE t.uuid = s.uuid`;
const INSERT_TOUCHES = `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", since, additions, deletions, change)
  SELECT 'touches', c.uuid, f.uuid, make_timestamp(c.at * 1000000), t.additions, t.deletions,
    CASE t.change WHEN 0 THEN 'added' WHEN 1 THEN 'modified' ELSE 'deleted' END
  FROM (${listed(TOUCH_SHAPE, '$1')}) t JOIN temp.stage_diff c ON c.place = t.commit
  JOIN (SELECT unnest(range(len(u)))::INTEGER AS place, unnest(u) AS uuid
    FROM (SELECT from_json($2::JSON, '["UUID"]') AS u)) f ON f.place = t.file`;

/** Files that are new to the reading; those of the graph have their dates widened. */
function filesIn(
  context: Context,
  named: readonly KnownFile[],
  { first, last }: Columns['span'],
): Statement[] {
  const rows = named.flatMap((file, place) => {
    if (file.observedAt !== null && file.observedAt >= context.observedAt) return [];
    file.observedAt = context.observedAt;
    return [fileRow(context, file, first[place] ?? null, last[place] ?? null)];
  });
  const match = { createdAt: 'least', updatedAt: 'greatest', observedAt: 'greatest' } as const;
  return loadStatements({ table: 'SourceFile', rows, match });
}

/** What commits changed, and the files; `counted` says that lines were. */
export function diffStatements(
  records: readonly DiffRecord[],
  context: Context,
  known: KnownFiles,
  targetOf: (sha: string) => Target,
  counted: boolean,
): Statement[] {
  const columns = empty();
  const files = known.batch();
  for (const record of records) {
    const sums = gather(columns, files, context, record, targetOf(record.sha));
    columns.commit.additions.push(counted ? sums.additions : null);
    columns.commit.deletions.push(counted ? sums.deletions : null);
  }
  const uuids = JSON.stringify(files.named.map(({ uuid }) => uuid));
  return [
    ...filesIn(context, files.named, columns.span),
    { sql: STAGE_COMMITS, params: [JSON.stringify(columns.commit)] },
    { sql: UPDATE_COMMITS, params: [] },
    ...(files.named.length > 0
      ? [{ sql: INSERT_TOUCHES, params: [JSON.stringify(columns.touch), uuids] }]
      : []),
    { sql: 'DROP TABLE temp.stage_diff', params: [] },
  ];
}

/** Dates of the files of a repository, which follow from the commits that touched them. */
export function fileDates(context: Context): Statement {
  return {
    sql: `UPDATE "SourceFile" f SET "createdAt" = s.first, "updatedAt" = s.last
      FROM (SELECT "toUuid" AS uuid, min(since) AS first, max(since) AS last FROM "Relation" WHERE relation = 'touches' GROUP BY 1) s
      WHERE f.uuid = s.uuid AND f."repositoryUuid" = $1::UUID
        AND (f."createdAt" IS DISTINCT FROM s.first OR f."updatedAt" IS DISTINCT FROM s.last)`,
    params: [context.repositoryUuid],
  };
}
