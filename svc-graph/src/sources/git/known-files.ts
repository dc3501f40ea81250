import { basename, dirname, extname } from 'node:path/posix';
import { Uuids } from '../../store/columns.ts';
import { type Row, loadStatements } from '../../store/load.ts';
import { recordLoad } from '../../store/source-records.ts';
import type { Statement } from '../../store/statement.ts';
import { readText } from './git.ts';
import { type Context, fileUuid } from './normalise.ts';

interface KnownFile {
  readonly uuid: string;
  readonly path: string;
  /** The moment of the reading that last loaded its row. */
  observedAt: number | null;
  /** The last batch that names the file, and its position there, from 1. */
  batch: number;
  place: number;
}

function fileRow(
  context: Context,
  { uuid, path }: KnownFile,
  first: number | null,
  last: number | null,
  removed: boolean,
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
    removed,
    createdAt: first,
    updatedAt: last,
  };
}

/** The files of a run: each is named, hashed and inserted once. */
export class KnownFiles {
  private readonly files = new Map<string, KnownFile>();
  private readonly fresh: boolean;
  private readonly head: ReadonlySet<string> | undefined;
  private batches = 0;

  /** `fresh` means that the graph has none of the files; the others are removed that `head` is without. */
  constructor(fresh = false, head?: ReadonlySet<string>) {
    this.fresh = fresh;
    this.head = head;
  }

  batch(context: Context): FilesOfBatch {
    this.batches += 1;
    return new FilesOfBatch(this.files, this.batches, context, this.fresh, this.head);
  }
}

/** The files that a batch names. */
export class FilesOfBatch {
  private readonly named: KnownFile[] = [];
  /** When each named file was first and last changed. */
  private readonly first: (number | null)[] = [];
  private readonly last: (number | null)[] = [];
  private readonly known: Map<string, KnownFile>;
  private readonly number: number;
  private readonly context: Context;
  private readonly fresh: boolean;
  private readonly head: ReadonlySet<string> | undefined;

  constructor(
    known: Map<string, KnownFile>,
    number: number,
    context: Context,
    fresh: boolean,
    head: ReadonlySet<string> | undefined,
  ) {
    this.known = known;
    this.number = number;
    this.context = context;
    this.fresh = fresh;
    this.head = head;
  }

  /** The file that a commit changed at this moment; `bytes` is its path. */
  find(bytes: string, at: number | null): KnownFile {
    const file = this.known.get(bytes) ?? this.met(bytes);
    if (file.batch !== this.number) {
      file.batch = this.number;
      file.place = this.named.push(file);
      this.first.push(null);
      this.last.push(null);
    }
    if (at !== null) this.widen(file.place - 1, at);
    return file;
  }

  private met(bytes: string): KnownFile {
    const path = readText(bytes);
    const file = { uuid: fileUuid(this.context, bytes), path, observedAt: null, batch: 0, place: 0 };
    this.known.set(bytes, file);
    return file;
  }

  private widen(index: number, at: number): void {
    this.first[index] = Math.min(this.first[index] ?? at, at);
    this.last[index] = Math.max(this.last[index] ?? at, at);
  }

  /** The uuids of the files, by position. */
  uuids(): Uuids {
    return Uuids.of(this.named.map(({ uuid }) => uuid));
  }

  /** Inserts the files that are new to the run, and widens the dates of those that the graph has. */
  statements(): Statement[] {
    const { context } = this;
    const rows = this.named.flatMap((file, index) => {
      if (file.observedAt !== null && file.observedAt >= context.observedAt) return [];
      file.observedAt = context.observedAt;
      const removed = this.head?.has(file.path) === false;
      return [fileRow(context, file, this.first[index] ?? null, this.last[index] ?? null, removed)];
    });
    const by = { sourceId: context.sourceId, kind: 'SourceFile', at: context.observedAt, isNew: this.fresh };
    const known = rows.map(({ uuid, path }) => ({ uuid: String(uuid), externalId: String(path) }));
    const records = loadStatements(recordLoad(by, known));
    if (this.fresh) return [...loadStatements({ table: 'SourceFile', rows, append: true }), ...records];
    const match = { createdAt: 'least', updatedAt: 'greatest', observedAt: 'greatest' } as const;
    return [...loadStatements({ table: 'SourceFile', rows, match }), ...records];
  }
}
