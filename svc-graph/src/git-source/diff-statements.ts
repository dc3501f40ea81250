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

type Numbers = (number | null)[];

/** Lists of equal length for each thing: each travels as one text, which the engine cuts far sooner than JSON. */
interface Columns {
  readonly commit: {
    readonly uuid: string[];
    readonly at: Numbers;
    readonly additions: Numbers;
    readonly deletions: Numbers;
    /** Of each commit, the paths by what became of them. */
    readonly paths: readonly [added: string[], modified: string[], deleted: string[]];
  };
  readonly touch: {
    /** Places in the lists of commits and files, from 1. */
    readonly commit: number[];
    readonly file: number[];
    readonly additions: Numbers;
    readonly deletions: Numbers;
    readonly change: number[];
  };
  /** Of each file of the batch, when it was changed first and last. */
  readonly span: { readonly first: Numbers; readonly last: Numbers };
}

const CHANGES: Readonly<Record<FileChange['change'], number>> = { added: 0, modified: 1, deleted: 2 };

const empty = (): Columns => ({
  commit: { uuid: [], at: [], additions: [], deletions: [], paths: [[], [], []] },
  touch: { commit: [], file: [], additions: [], deletions: [], change: [] },
  span: { first: [], last: [] },
});

function widen({ first, last }: Columns['span'], place: number, at: number | null): void {
  const [from = null, to = null] = [first[place], last[place]];
  first[place] = at === null ? from : Math.min(from ?? at, at);
  last[place] = at === null ? to : Math.max(to ?? at, at);
}

/** No path is empty or holds a NUL, so one stands between paths and two between commits. */
const PATH_END = '\0';
const PATHS_END = '\0\0';

function gather(
  { commit, touch, span }: Columns,
  files: FilesOfBatch,
  context: Context,
  record: DiffRecord,
  { uuid, committedAt }: Target,
): { additions: number; deletions: number } {
  const place = commit.uuid.push(uuid);
  const sums = { additions: 0, deletions: 0 };
  const paths = ['', '', ''];
  for (const { path, change, additions, deletions } of record.files) {
    const file = files.find(context, path);
    const kind = CHANGES[change];
    touch.commit.push(place);
    touch.file.push(file.place + 1);
    touch.additions.push(additions);
    touch.deletions.push(deletions);
    touch.change.push(kind);
    paths[kind] = paths[kind] ? paths[kind] + PATH_END + file.path : file.path;
    sums.additions += additions ?? 0;
    sums.deletions += deletions ?? 0;
    widen(span, file.place, committedAt);
  }
  commit.at.push(committedAt);
  commit.paths.forEach((list, kind) => list.push(paths[kind] ?? ''));
  return sums;
}

/** Nothing stands for null. */
const spaced = (values: readonly (string | number | null)[]) => values.join(' ');

const column = (param: number, type: string, name: string) =>
  `TRY_CAST(unnest(string_split($${String(param)}, ' ')) AS ${type}) AS "${name}"`;
const pathLists = (param: number, name: string) =>
  `unnest(string_split($${String(param)}, chr(0) || chr(0))) AS "${name}"`;
const paths = (name: string) => `CASE "${name}" WHEN '' THEN [] ELSE string_split("${name}", chr(0)) END`;

const STAGE_COMMITS = `CREATE OR REPLACE TEMP TABLE stage_diff AS
  SELECT uuid, additions, deletions, ${paths('added')} AS added, ${paths('modified')} AS modified, ${paths('deleted')} AS deleted
  FROM (SELECT ${column(1, 'UUID', 'uuid')}, ${column(2, 'BIGINT', 'additions')}, ${column(3, 'BIGINT', 'deletions')},
    ${pathLists(4, 'added')}, ${pathLists(5, 'modified')}, ${pathLists(6, 'deleted')})`;
/** Rows are found by their uuid alone; by their number the engine then reads whole rows only where they lie. */
const UPDATE_COMMITS = `UPDATE "Commit" t SET additions = s.additions, deletions = s.deletions,
  "changedFiles" = len(s.added) + len(s.modified) + len(s.deleted), "totalFilesAdded" = len(s.added),
  "totalFilesModified" = len(s.modified), "totalFilesDeleted" = len(s.deleted),
  "filesAdded" = s.added, "filesModified" = s.modified, "filesDeleted" = s.deleted
  FROM (SELECT c.rowid AS place, d.* FROM temp.stage_diff d JOIN "Commit" c ON c.uuid = d.uuid) s
  WHERE t.rowid = s.place`;
/** Commits and files stand in short lists; to look them up by their place costs a quarter of joining them. */
const INSERT_TOUCHES = `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", since, additions, deletions, change)
  SELECT 'touches', list_extract(commits, t.commit), list_extract(files, t.file),
    make_timestamp(list_extract(moments, t.commit) * 1000000), t.additions, t.deletions,
    CASE t.change WHEN 0 THEN 'added' WHEN 1 THEN 'modified' ELSE 'deleted' END
  FROM (SELECT ${column(1, 'INTEGER', 'commit')}, ${column(2, 'INTEGER', 'file')}, ${column(3, 'BIGINT', 'additions')},
    ${column(4, 'BIGINT', 'deletions')}, ${column(5, 'UTINYINT', 'change')}) t,
    (SELECT string_split($6, ' ')::UUID[] AS commits, string_split($7, ' ')::UUID[] AS files,
      TRY_CAST(string_split($8, ' ') AS BIGINT[]) AS moments)`;

function commitStatements({ commit }: Columns): Statement[] {
  const { uuid, additions, deletions, paths: lists } = commit;
  const params = [uuid, additions, deletions].map(spaced);
  return [
    { sql: STAGE_COMMITS, params: [...params, ...lists.map((list) => list.join(PATHS_END))] },
    { sql: UPDATE_COMMITS, params: [] },
    { sql: 'DROP TABLE temp.stage_diff', params: [] },
  ];
}

function touchStatements({ commit, touch }: Columns, files: readonly KnownFile[]): Statement[] {
  if (files.length === 0) return [];
  const { additions, deletions, change } = touch;
  const lists = [touch.commit, touch.file, additions, deletions, change];
  const named = [commit.uuid, files.map(({ uuid }) => uuid), commit.at];
  return [{ sql: INSERT_TOUCHES, params: [...lists, ...named].map(spaced) }];
}

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
  if (records.length === 0) return [];
  const columns = empty();
  const files = known.batch();
  for (const record of records) {
    const sums = gather(columns, files, context, record, targetOf(record.sha));
    columns.commit.additions.push(counted ? sums.additions : null);
    columns.commit.deletions.push(counted ? sums.deletions : null);
  }
  return [
    ...filesIn(context, files.named, columns.span),
    ...commitStatements(columns),
    ...touchStatements(columns, files.named),
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
