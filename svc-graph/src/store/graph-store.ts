import { rm } from 'node:fs/promises';
import { AppError } from '@cairn/contracts';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  ResultReturnType,
} from '@duckdb/node-api';
import { copyApart } from './copy-apart.ts';
import { DamagedGraphError, endsGraph } from './damaged-graph.ts';
import { DedicatedConnection } from './dedicated-connection.ts';
import { StreamedRows } from './streamed-rows.ts';
import type { StreamRequest } from './streamed-rows.ts';
import { PLAN_SETTINGS } from './plan-settings.ts';
import { type Cancellable, type Params, runOn } from './run-statement.ts';
import { updateSchema } from './schema.ts';
import { Snapshot } from './snapshot.ts';
import { type ChangeVersion, TableChanges } from './table-changes.ts';
import { Transaction } from './transaction.ts';

export interface StoreOptions {
  readonly file: string;
  readonly temp: string;
  readonly limits?: StoreLimits;
  /** Computes measures from the rows of a transaction, inside it, before it publishes. */
  readonly derive?: (transaction: Transaction) => Promise<void>;
  /** Throws once this process may no longer write. */
  readonly mayWrite?: () => void;
  /** Called once when the open file turns out to be damaged. */
  readonly onDamage?: (error: DamagedGraphError) => void;
  /** Called after each commit that puts a message into the outbox. */
  readonly onMessage?: () => void;
}

/** What queries of one org may use, in DuckDB's units such as 1GB. */
export interface StoreLimits {
  readonly memory: string;
  readonly temp: string;
}

const LIMITS: StoreLimits = { memory: '1GB', temp: '10GB' };

/**
 * The size of the write-ahead log at which DuckDB rewrites the file. 100,000 commits with bodies fit before
 * the first checkpoint.
 */
const CHECKPOINT_AT = '256MB';

/** Spooled rows in order. */
export interface SpoolTable {
  readonly rowCount: number;
  from(start: number, count: number, options: Cancellable): Promise<DuckDBMaterializedResult>;
  release(): void;
}

/** The number of an org's dedicated connections; each holds memory or disk until its reader is done. */
const MAX_DEDICATED = 8;
const RETRY_AFTER = 10;
const ROWS_FROM = 'SELECT * FROM "spool" WHERE rowid >= $1 AND rowid < $2';

async function versionIn(transaction: Transaction): Promise<number> {
  const rows = await transaction.rows<{ value: string }>(
    `SELECT value FROM "Meta" WHERE key = 'dataVersion'`,
  );
  return Number(rows[0]?.value);
}

/** The graph of one org. */
export class GraphStore {
  private readonly instance: DuckDBInstance;
  private readonly free: DuckDBConnection[] = [];
  private readonly own = new Set<DedicatedConnection>();
  private version: Promise<number> | undefined;
  private tableSizes: Promise<ReadonlyMap<string, number>> | undefined;
  private announced: number | undefined;
  private readonly watchers = new Set<(version: number) => void>();
  /** The history of writes to its tables. */
  readonly changes = new TableChanges();

  private readonly options: StoreOptions;
  private writing: Promise<unknown> = Promise.resolve();
  private damage: DamagedGraphError | undefined;
  private isClosed = false;

  private constructor(instance: DuckDBInstance, options: StoreOptions) {
    this.instance = instance;
    this.options = options;
  }

  /**
   * Opens or creates the file with the tables of the catalogue. SQL can neither reach other files nor change
   * settings.
   */
  static async open(options: StoreOptions): Promise<GraphStore> {
    const { file, temp, limits = LIMITS } = options;
    const instance = await DuckDBInstance.fromCache(file, {
      memory_limit: limits.memory,
      temp_directory: temp,
      checkpoint_threshold: CHECKPOINT_AT,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      enable_external_access: 'false',
    });
    const store = new GraphStore(instance, options);
    try {
      await store.lock(options);
      await updateSchema(store, file);
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  /** Sets and locks the configuration. Threads share the instance, so the second one finds it locked. */
  private async lock({ temp, limits = LIMITS }: StoreOptions): Promise<void> {
    const [row] = await this.rows<{ locked: boolean }>(
      `SELECT current_setting('lock_configuration') AS locked`,
    );
    if (row?.locked) return;
    // A killed process leaves its temporary files behind.
    await rm(temp, { recursive: true, force: true });
    await this.run(`SET max_temp_directory_size = '${limits.temp}'`);
    for (const setting of PLAN_SETTINGS) await this.run(setting);
    // Rollups are kept here in memory, and are made again after a restart.
    await this.run(`ATTACH ':memory:' AS rollups`);
    // Indexes of keys, made again likewise. What does not fit in memory goes to the temporary folder.
    await this.run(`ATTACH ':memory:' AS keys (COMPRESS)`);
    // The only setting that changes later; see `undivided`.
    await this.run(`SET allowed_configs = ['external_threads']`);
    await this.run('SET lock_configuration = true');
  }

  /** A stored fact about the file itself. */
  async meta(key: string): Promise<string | undefined> {
    const [row] = await this.rows<{ value: string }>('SELECT value FROM "Meta" WHERE key = $1', [key]);
    return row?.value;
  }

  /**
   * A number that grows with every published batch; the same number means the same answers. It is read once
   * after each commit.
   */
  dataVersion(): Promise<number> {
    this.version ??= keepForLater(this.readVersion());
    return this.version;
  }

  private async readVersion(): Promise<number> {
    try {
      return Number((await this.meta('dataVersion')) ?? 0);
    } catch (error) {
      this.version = undefined;
      throw error;
    }
  }

  /** The approximate number of rows of each table, for choosing between plans with the same answer. */
  sizes(): Promise<ReadonlyMap<string, number>> {
    this.tableSizes ??= keepForLater(this.readSizes());
    return this.tableSizes;
  }

  private async readSizes(): Promise<ReadonlyMap<string, number>> {
    try {
      const rows = await this.rows<{ name: string; size: bigint }>(
        `SELECT table_name AS name, estimated_size AS size FROM duckdb_tables()
         WHERE database_name = current_database() AND schema_name = 'main'`,
      );
      return new Map(rows.map(({ name, size }) => [name, Number(size)]));
    } catch (error) {
      this.tableSizes = undefined;
      throw error;
    }
  }

  /** Calls the watcher with each new data version; returns a function that stops it. */
  watch(watcher: (version: number) => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  private async announce(): Promise<void> {
    const version = await this.dataVersion().catch(() => undefined);
    if (version === undefined || version === this.announced) return;
    this.announced = version;
    for (const watcher of this.watchers) watcher(version);
  }

  /**
   * Runs one query to its end; an abort interrupts it and throws `cancelled`. Statements that write belong in
   * a transaction, where they declare their effect. Here they count as a change of every table.
   */
  async run(sql: string, params: Params = [], options: Cancellable = {}): Promise<DuckDBMaterializedResult> {
    const connection = await this.take();
    try {
      const result = await runOn(connection, sql, params, options);
      if (result.returnType === ResultReturnType.CHANGED_ROWS) this.changes.note(['anything']);
      return result;
    } catch (error) {
      throw this.explain(error);
    } finally {
      this.giveBack(connection);
    }
  }

  /** Takes a read snapshot for all statements of a query. */
  async snapshot(): Promise<Snapshot> {
    const connection = await this.take();
    return new Snapshot(connection, () => this.giveBack(connection), this.explain);
  }

  /** Spools the rows of a query as of now, to be read in parts; they stay until they are released. */
  async spool(sql: string, params: Params = [], options: Cancellable = {}): Promise<SpoolTable> {
    const own = await this.connectDedicated();
    const on = (...asked: [sql: string, params: Params, options: Cancellable]) =>
      own.on((connection) => runOn(connection, ...asked));
    try {
      await on(`CREATE TEMP TABLE "spool" AS ${sql}`, params, options);
      const counted = await on('SELECT count(*)::INTEGER FROM "spool"', [], options);
      const rowCount = Number(counted.getChunk(0).getColumnVector(0).getItem(0));
      const from = (start: number, count: number, stop: Cancellable) =>
        on(ROWS_FROM, [BigInt(start), BigInt(start + count)], stop);
      return { rowCount, from, release: () => own.close() };
    } catch (error) {
      own.close();
      throw error;
    }
  }

  /** Counts rows and starts to read them in one snapshot; the rest is read while the statement runs. */
  async streamRows(
    asked: StreamRequest,
    options: Cancellable & { readonly idle?: number } = {},
  ): Promise<StreamedRows> {
    return StreamedRows.open(await this.connectDedicated(), asked, options);
  }

  private async connectDedicated(): Promise<DedicatedConnection> {
    const closed = (each: DedicatedConnection) => this.own.delete(each);
    const own = new DedicatedConnection(await this.connect(), closed, this.explain);
    if (this.own.size >= MAX_DEDICATED) {
      own.close();
      throw new AppError('rate_limited', 'Too many exports of this org are open. Wait for one to end.', {
        retryAfter: RETRY_AFTER,
      });
    }
    this.own.add(own);
    return own;
  }

  /** The rows of a small result as objects: numbers for integers, ISO text for moments, text for uuids. */
  async rows<Row>(
    sql: string,
    params: readonly DuckDBValue[] = [],
    options: { signal?: AbortSignal } = {},
  ): Promise<Row[]> {
    const result = await this.run(sql, [...params], options);
    return (await result.getRowObjectsJson()) as Row[];
  }

  /** Computes something from one version of the data; each statement returns the numbers of its first row. */
  async asOfVersion<T>(
    work: (
      run: (statement: string) => Promise<readonly number[]>,
      as: { readonly version: number; readonly changes: ChangeVersion },
    ) => Promise<T>,
  ): Promise<T> {
    const changes = this.changes.version();
    return this.beside(async (transaction) => {
      const run = async (statement: string) => {
        const result = await transaction.read(statement);
        if (result.chunkCount === 0) return [];
        const chunk = result.getChunk(0);
        return Array.from({ length: result.columnCount }, (_, index) =>
          Number(chunk.getColumnVector(index).getItem(0)),
        );
      };
      return work(run, { version: await versionIn(transaction), changes });
    });
  }

  /**
   * Runs a transaction concurrent with those of `transaction`. It sees the data as of its start, and may
   * write only what they never write.
   */
  beside<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.transact(work);
  }

  /**
   * Runs a transaction: all of it or nothing. Transactions run one after another, because two that publish
   * could not both commit.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const derived = async (transaction: Transaction) => {
      const result = await work(transaction);
      if (transaction.publishes) await this.options.derive?.(transaction);
      return result;
    };
    const result = this.writing.then(() => this.transact(derived));
    this.writing = result.catch(() => undefined);
    return result;
  }

  /** Copies the file into a new one at rest: writes wait until it is there, and reads go on. */
  copyTo(path: string): Promise<void> {
    const copied = this.writing.then(async () => {
      // Brings the write-ahead log into the file; nobody writes until the copy is there.
      this.options.mayWrite?.();
      await this.run('CHECKPOINT');
      await copyApart(this.options.file, path);
    });
    this.writing = copied.catch(() => undefined);
    return copied;
  }

  private async transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.take();
    try {
      await connection.run('BEGIN');
      const transaction = new Transaction(connection);
      const result = await work(transaction);
      // Noted before the commit, because others may read it before this process resumes; and after, for reads
      // in between.
      this.changes.note(transaction.effects);
      this.options.mayWrite?.();
      await connection.run('COMMIT');
      this.committed(transaction);
      return result;
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined);
      throw this.explain(error);
    } finally {
      this.giveBack(connection);
    }
  }

  private committed({ effects, tells }: Transaction): void {
    if (effects.length === 0) return;
    this.changes.note(effects);
    this.version = undefined;
    this.tableSizes = undefined;
    if (this.watchers.size > 0) void this.announce();
    if (tells) this.options.onMessage?.();
  }

  private async take(): Promise<DuckDBConnection> {
    return this.free.pop() ?? (await this.connect());
  }

  private async connect(): Promise<DuckDBConnection> {
    if (this.damage) throw this.damage;
    return this.instance.connect();
  }

  private giveBack(connection: DuckDBConnection): void {
    // A connection left open would keep the file open.
    if (this.isClosed) connection.closeSync();
    else this.free.push(connection);
  }

  /** Turns the error of a damaged file into one for people; any other error stays. */
  private readonly explain = (error: unknown): unknown => {
    if (!endsGraph(error)) return error;
    if (!this.damage) {
      this.damage = new DamagedGraphError(error);
      this.options.onDamage?.(this.damage);
    }
    return this.damage;
  };

  /**
   * Runs work without DuckDB's second thread on machines with two. Otherwise that thread takes half of each
   * statement while the first one spins, which costs a tenth of both processors.
   */
  async undivided<T>(work: () => Promise<T>): Promise<T> {
    const [row] = await this.rows<{ threads: number }>(
      `SELECT current_setting('threads')::INTEGER AS threads`,
    );
    if (row?.threads !== 2) return work();
    await this.run('SET external_threads = 2');
    try {
      return await work();
    } finally {
      await this.run('SET external_threads = 1');
    }
  }

  /** Closes the file. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.free.splice(0)) connection.closeSync();
    for (const own of this.own) own.close();
    this.instance.closeSync();
  }
}
