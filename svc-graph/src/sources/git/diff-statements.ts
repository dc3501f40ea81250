import {
  Uuids,
  constantColumn,
  textColumn,
  timestampColumn,
  dictionaryColumn,
  bigintColumn,
} from '../../store/columns.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import { dropTemp, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { type FilesOfBatch, KnownFiles } from './known-files.ts';
import { readText } from './git.ts';
import { BROUGHT } from './files-of-merges.ts';
import type { Context } from './normalise.ts';
import type { DiffRecord, FileChange } from './records.ts';

/** A commit of the graph whose changes are written. */
export interface Target {
  readonly uuid: string;
  readonly committedAt: number | null;
}

const CHANGES = ['added', 'modified', 'deleted', 'renamed'] as const satisfies FileChange['change'][];

/** One NUL separates paths and two separate commits; no path is empty or holds a NUL. */
const PATH_END = '\0';
const PATHS_END = '\0\0';

const COUNTS = 'diff_counts';

const pathLists = (param: number, name: string) =>
  `unnest(string_split($${String(param)}, chr(0) || chr(0))) AS "${name}"`;
const paths = (name: string) =>
  `CASE "${name}" WHEN '' THEN [] ELSE string_split("${name}", chr(0)) END AS "${name}"`;

/** The lists of paths on a commit: one for each sort of change, and one of the former paths of renamed files. */
const LISTS = [...CHANGES, 'before'] as const;

const CHANGED = `SELECT uuid, additions, deletions, ${LISTS.map(paths).join(', ')}
  FROM temp.${COUNTS} POSITIONAL JOIN
    (SELECT ${LISTS.map((name, index) => pathLists(index + 1, name)).join(', ')})`;
/** Finds rows by uuid alone and updates by row number, so the engine reads whole rows only of these commits. */
function updateCommits(paths: readonly (readonly string[])[]): Statement {
  return update(
    'Commit',
    {
      additions: 's.additions',
      deletions: 's.deletions',
      changedFiles: 'len(s.added) + len(s.modified) + len(s.deleted) + len(s.renamed)',
      totalFilesAdded: 'len(s.added)',
      totalFilesModified: 'len(s.modified)',
      totalFilesDeleted: 'len(s.deleted)',
      totalFilesRenamed: 'len(s.renamed)',
      filesAdded: 's.added',
      filesModified: 's.modified',
      filesDeleted: 's.deleted',
      filesRenamed: 's.renamed',
      filesRenamedFrom: 's.before',
    },
    `FROM (SELECT c.rowid AS place, d.* FROM (${CHANGED}) d JOIN "Commit" c ON c.uuid = d.uuid) s
     WHERE t.rowid = s.place`,
    paths.map((list) => list.join(PATHS_END)),
  );
}

type Numbers = (number | null)[];

/** The changes of the commits of a batch, added column by column as they are read, without an object for each. */
export class DiffBatch {
  private readonly files: FilesOfBatch;
  private readonly sourceId: string;
  private readonly counted: boolean;
  private readonly uuids = new Uuids(1_024);
  private readonly additions: Numbers = [];
  private readonly deletions: Numbers = [];
  /** For each list of `LISTS`, the joined paths of each commit. */
  private readonly paths: readonly string[][] = LISTS.map(() => []);
  private readonly touch = {
    /** Positions in the lists of commits and files, from 1. */
    commits: [] as number[],
    files: [] as number[],
    since: [] as Numbers,
    additions: [] as Numbers,
    deletions: [] as Numbers,
    change: [] as number[],
  };

  /** `counted` means that lines were counted. */
  constructor(context: Context, known: KnownFiles, counted: boolean) {
    this.files = known.batch(context);
    this.sourceId = context.sourceId;
    this.counted = counted;
  }

  /** The number of commits in the batch. */
  get length(): number {
    return this.uuids.length;
  }

  add({ files }: DiffRecord, { uuid, committedAt }: Target): void {
    this.uuids.addText(uuid);
    const sums = { additions: 0, deletions: 0 };
    const paths = LISTS.map(() => '');
    const list = (kind: number, path: string) => {
      paths[kind] = paths[kind] ? paths[kind] + PATH_END + path : path;
    };
    for (const change of files) {
      const kind = CHANGES.indexOf(change.change);
      list(kind, this.touched(change, kind, committedAt));
      if (change.from !== undefined) list(CHANGES.length, readText(change.from));
      sums.additions += change.additions ?? 0;
      sums.deletions += change.deletions ?? 0;
    }
    this.paths.forEach((list, kind) => list.push(paths[kind] ?? ''));
    this.additions.push(this.counted ? sums.additions : null);
    this.deletions.push(this.counted ? sums.deletions : null);
  }

  private touched({ path, additions, deletions }: FileChange, kind: number, at: number | null): string {
    const { touch } = this;
    const file = this.files.find(path, at);
    touch.commits.push(this.uuids.length);
    touch.files.push(file.place);
    touch.since.push(at);
    touch.additions.push(additions);
    touch.deletions.push(deletions);
    touch.change.push(kind);
    return file.path;
  }

  /** The steps that write the batch to the graph. */
  steps(): TransactionStep[] {
    if (this.length === 0) return [];
    return [...this.files.statements(), ...this.commitSteps(), ...this.touchSteps()];
  }

  private commitSteps(): TransactionStep[] {
    const columns = [
      this.uuids.column('uuid'),
      bigintColumn('additions', this.additions),
      bigintColumn('deletions', this.deletions),
    ];
    return [{ table: COUNTS, rows: this.length, columns }, updateCommits(this.paths), dropTemp(COUNTS)];
  }

  private touchSteps(): TransactionStep[] {
    const { commits, files, since, additions, deletions, change } = this.touch;
    if (files.length === 0) return [];
    const columns = [
      constantColumn('relation', 'touches', files.length),
      this.uuids.columnAt('fromUuid', commits),
      this.files.uuids().columnAt('toUuid', files),
      timestampColumn('since', since),
      bigintColumn('additions', additions),
      bigintColumn('deletions', deletions),
      dictionaryColumn('change', CHANGES, change),
      textColumn('sourceId', this.sourceId),
    ];
    return [{ table: 'Relation', persistent: true, rows: files.length, columns }];
  }
}

/** The steps that write what commits changed, and the files. `counted` means that lines were counted. */
export function diffStatements(
  records: readonly DiffRecord[],
  context: Context,
  known: KnownFiles,
  targetOf: (sha: string) => Target,
  counted: boolean,
): TransactionStep[] {
  const batch = new DiffBatch(context, known, counted);
  for (const record of records) batch.add(record, targetOf(record.sha));
  return batch.steps();
}

/**
 * Dates of the files of a repository, which follow from the commits that touched them and from merges that brought
 * them. In a shallow clone a file has begun only where a commit is known that added it.
 */
export function fileDates({ repositoryUuid, isShallow }: Context): Statement {
  const first = isShallow ? `CASE WHEN bool_or(e.change = 'added') THEN min(e.since) END` : 'min(e.since)';
  return update(
    'SourceFile',
    { createdAt: 's.first', updatedAt: 's.last' },
    `FROM (SELECT f.uuid, ${first} AS first, max(e.since) AS last FROM "SourceFile" f
         LEFT JOIN (SELECT r."toUuid", r.since, r.change FROM "Relation" r JOIN "Commit" c ON c.uuid = r."fromUuid"
           WHERE r.relation IN ('touches', '${BROUGHT}') AND NOT c.deleted) e ON e."toUuid" = f.uuid
         WHERE f."repositoryUuid" = $1::UUID GROUP BY 1) s
     WHERE t.uuid = s.uuid
       AND (t."createdAt" IS DISTINCT FROM s.first OR t."updatedAt" IS DISTINCT FROM s.last)`,
    [repositoryUuid],
  );
}
