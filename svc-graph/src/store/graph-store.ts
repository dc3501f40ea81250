import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  ResultReturnType,
} from '@duckdb/node-api';
import { type ColumnsThere, SCHEMA_VERSION, schemaStatements } from './ddl.ts';
import { OwnConnection } from './own-connection.ts';
import { RowsAhead } from './rows-ahead.ts';
import type { RowsAsked } from './rows-ahead.ts';
import { Snapshot } from './snapshot.ts';
import { runOn } from './statements.ts';
import type { Params, Stoppable } from './statements.ts';
import { TableChanges, publishes, writeOf } from './table-changes.ts';
import type { Mark, Write } from './table-changes.ts';

export interface StoreOptions {
  readonly file: string;
  readonly temp: string;
  readonly limits?: StoreLimits;
  /** Works out what follows from what a transaction brought, in that transaction, before it publishes. */
  readonly derive?: (connection: DuckDBConnection) => Promise<void>;
}

/** What questions to one org may use, as DuckDB writes sizes, such as 1GB. */
export interface StoreLimits {
  readonly memory: string;
  readonly temp: string;
}

const LIMITS: StoreLimits = { memory: '1GB', temp: '10GB' };

/** The file was written by a later version of Cairn, whose tables this one does not know. */
export class NewerDataError extends Error {
  constructor(file: string, version: number) {
    super(
      `${file} belongs to a newer version of Cairn (data version ${String(version)}, this one reads up to ${String(SCHEMA_VERSION)}). Start that version, or choose another data directory.`,
    );
    this.name = 'NewerDataError';
  }
}

const COUNTED_BITS = 18;
/** How much waits in the log of writes before the file itself is rewritten: reading a source would do little else, and 100,000 commits with bodies are to be in before the first time. */
const CHECKPOINT_AT = '256MB';

/** Rows that were set aside, in their order. */
export interface RowsAside {
  readonly rowCount: number;
  from(start: number, count: number, options: Stoppable): Promise<DuckDBMaterializedResult>;
  release(): void;
}

/** How many readers of an org may go on after their turn: each holds memory or disk until it has read all. */
const MOST_OWN = 8;
const RETRY_AFTER = 10;
const ROWS_FROM = 'SELECT * FROM "aside" WHERE rowid >= $1 AND rowid < $2';

async function versionOn(connection: DuckDBConnection): Promise<unknown> {
  const result = await connection.run(`SELECT value FROM "Meta" WHERE key = 'dataVersion'`);
  return (await result.getRows())[0]?.[0];
}

/** The same connection, which tells what its statements write. */
function tellingOf(connection: DuckDBConnection, tell: (write: Write) => void): DuckDBConnection {
  const run: DuckDBConnection['run'] = async (sql, ...bound) => {
    const write = writeOf(sql);
    const result = await connection.run(sql, ...bound);
    const none = result.returnType === ResultReturnType.CHANGED_ROWS && result.rowsChanged === 0;
    if (write && (write.kind === 'unknown' || !none)) tell(write);
    return result;
  };
  const createAppender: DuckDBConnection['createAppender'] = (table, ...of) => {
    if (of[1] !== 'temp') tell({ kind: 'insert', table, sql: `INSERT INTO "${table}"` });
    return connection.createAppender(table, ...of);
  };
  const own = { run: { value: run }, createAppender: { value: createAppender } };
  return Object.create(connection, own) as DuckDBConnection;
}

/** The graph of one org. */
export class GraphStore {
  private readonly instance: DuckDBInstance;
  private readonly free: DuckDBConnection[] = [];
  private readonly own = new Set<OwnConnection>();
  private version: Promise<number> | undefined;
  private known: Promise<ReadonlyMap<string, number>> | undefined;
  private told: number | undefined;
  private readonly watchers = new Set<(version: number) => void>();
  /** What was written to its tables. */
  readonly changes = new TableChanges();

  private readonly derive: StoreOptions['derive'];
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(instance: DuckDBInstance, derive: StoreOptions['derive']) {
    this.instance = instance;
    this.derive = derive;
  }

  /** Opens or creates the file, shut off from other files and from configuration, with the tables of the catalogue. */
  static async open(options: StoreOptions): Promise<GraphStore> {
    const { file, temp, limits = LIMITS, derive } = options;
    const instance = await DuckDBInstance.fromCache(file, {
      memory_limit: limits.memory,
      temp_directory: temp,
      checkpoint_threshold: CHECKPOINT_AT,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      enable_external_access: 'false',
    });
    const store = new GraphStore(instance, derive);
    try {
      await store.lock(options);
      await store.prepare(file);
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  /** Threads share the instance, so the second one finds it locked. */
  private async lock({ temp, limits = LIMITS }: StoreOptions): Promise<void> {
    const [row] = await this.rows<{ locked: boolean }>(
      `SELECT current_setting('lock_configuration') AS locked`,
    );
    if (row?.locked) return;
    // A process that was killed leaves behind what did not fit its memory.
    await rm(temp, { recursive: true, force: true });
    await this.run(`SET max_temp_directory_size = '${limits.temp}'`);
    // Groups of so few bits are counted without hashing: enough for a number of days.
    await this.run(`SET perfect_ht_threshold = ${COUNTED_BITS}`);
    // What is worked out from the data lies here, and is made anew after a restart.
    await this.run(`ATTACH ':memory:' AS rollups`);
    // The one thing that is changed later: `undivided`.
    await this.run(`SET allowed_configs = ['external_threads']`);
    await this.run('SET lock_configuration = true');
  }

  private async prepare(file: string): Promise<void> {
    const whole = schemaStatements(CATALOGUE.kinds, new Map());
    const schema = createHash('sha256').update(whole.join(';')).digest('hex');
    await this.run('CREATE TABLE IF NOT EXISTS "Meta" (key VARCHAR PRIMARY KEY, value VARCHAR)');
    const version = Number((await this.meta('schemaVersion')) ?? SCHEMA_VERSION);
    if (version > SCHEMA_VERSION) throw new NewerDataError(file, version);
    if ((await this.meta('schema')) === schema) return;
    const statements = schemaStatements(CATALOGUE.kinds, await this.columns());
    await this.transaction(async (connection) => {
      for (const statement of statements) await connection.run(statement);
      const values = { schema, schemaVersion: String(SCHEMA_VERSION) };
      for (const [key, value] of Object.entries(values))
        await connection.run('INSERT OR REPLACE INTO "Meta" VALUES ($1, $2)', [key, value]);
      await connection.run(`INSERT OR IGNORE INTO "Meta" VALUES ('dataVersion', '0')`);
    });
  }

  private async columns(): Promise<Map<string, ColumnsThere>> {
    // Only what is generated has an expression here.
    const rows = await this.rows<{ name: string; stored: string[] | null; empty: string[] | null }>(
      `SELECT table_name AS name, list(column_name) FILTER (column_default IS NULL) AS stored,
         list(column_name) FILTER (column_default IS NOT NULL) AS empty FROM duckdb_columns()
       WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal GROUP BY 1`,
    );
    return new Map(
      rows.map(({ name, stored, empty }) => [name, { stored: new Set(stored), empty: new Set(empty) }]),
    );
  }

  /** A value kept about the file itself. */
  async meta(key: string): Promise<string | undefined> {
    const [row] = await this.rows<{ value: string }>('SELECT value FROM "Meta" WHERE key = $1', [key]);
    return row?.value;
  }

  /** Grows with every committed batch; the same number means the same answers. Read once after each commit. */
  dataVersion(): Promise<number> {
    this.version ??= this.readVersion();
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

  /** How many rows each table has, as of about now: for choosing between ways to the same answer. */
  sizes(): Promise<ReadonlyMap<string, number>> {
    this.known ??= this.readSizes();
    return this.known;
  }

  private async readSizes(): Promise<ReadonlyMap<string, number>> {
    try {
      const rows = await this.rows<{ name: string; size: bigint }>(
        `SELECT table_name AS name, estimated_size AS size FROM duckdb_tables()
         WHERE database_name = current_database() AND schema_name = 'main'`,
      );
      return new Map(rows.map(({ name, size }) => [name, Number(size)]));
    } catch (error) {
      this.known = undefined;
      throw error;
    }
  }

  /** Tells of every new data version from now on; returns the way to stop it. */
  watch(watcher: (version: number) => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  private async tell(): Promise<void> {
    const version = await this.dataVersion().catch(() => undefined);
    if (version === undefined || version === this.told) return;
    this.told = version;
    for (const watcher of this.watchers) watcher(version);
  }

  /** Runs one statement to its end; aborting the signal interrupts it and throws `cancelled`. */
  async run(sql: string, params: Params = [], options: Stoppable = {}): Promise<DuckDBMaterializedResult> {
    const connection = await this.take();
    const write = writeOf(sql);
    if (write) this.changes.note([write]);
    try {
      return await runOn(connection, sql, params, options);
    } finally {
      this.free.push(connection);
      if (write) this.changes.note([write]);
    }
  }

  /** The data as of one moment, for as many statements as a question takes. */
  async snapshot(): Promise<Snapshot> {
    const connection = await this.take();
    return new Snapshot(connection, () => this.free.push(connection));
  }

  /** Sets the rows of a query aside, all as of now, to be read a part at a time; they stay until they are released. */
  async setAside(sql: string, params: Params = [], options: Stoppable = {}): Promise<RowsAside> {
    const own = await this.connectOwn();
    const on = (...asked: [sql: string, params: Params, options: Stoppable]) =>
      own.on((connection) => runOn(connection, ...asked));
    try {
      await on(`CREATE TEMP TABLE "aside" AS ${sql}`, params, options);
      const counted = await on('SELECT count(*)::INTEGER FROM "aside"', [], options);
      const rowCount = Number(counted.getChunk(0).getColumnVector(0).getItem(0));
      const from = (start: number, count: number, stop: Stoppable) =>
        on(ROWS_FROM, [BigInt(start), BigInt(start + count)], stop);
      return { rowCount, from, release: () => own.letGo() };
    } catch (error) {
      own.letGo();
      throw error;
    }
  }

  /** Counts rows and begins to read them, all as of now; the rest is read while their statement still runs. */
  async readAhead(
    asked: RowsAsked,
    options: Stoppable & { readonly idle?: number } = {},
  ): Promise<RowsAhead> {
    return RowsAhead.open(await this.connectOwn(), asked, options);
  }

  private async connectOwn(): Promise<OwnConnection> {
    const own = new OwnConnection(await this.instance.connect(), (each) => this.own.delete(each));
    if (this.own.size >= MOST_OWN) {
      own.letGo();
      throw new AppError('rate_limited', 'Too many exports of this org are open. Wait for one to end.', {
        retryAfter: RETRY_AFTER,
      });
    }
    this.own.add(own);
    return own;
  }

  /** The rows of a small answer as plain objects: numbers for integers, ISO text for moments, text for uuids. */
  async rows<Row>(
    sql: string,
    params: readonly DuckDBValue[] = [],
    options: { signal?: AbortSignal } = {},
  ): Promise<Row[]> {
    const result = await this.run(sql, [...params], options);
    return (await result.getRowObjectsJson()) as Row[];
  }

  /** Works something out beside the data, as of one version of it; each statement answers the numbers of its first row. */
  async asOfVersion<T>(
    work: (
      run: (statement: string) => Promise<readonly number[]>,
      as: { readonly version: number; readonly mark: Mark },
    ) => Promise<T>,
  ): Promise<T> {
    const mark = this.changes.mark();
    return this.beside(async (connection) => {
      const run = async (statement: string) => {
        const result = await connection.run(statement);
        if (result.chunkCount === 0) return [];
        const chunk = result.getChunk(0);
        return Array.from({ length: result.columnCount }, (_, index) =>
          Number(chunk.getColumnVector(index).getItem(0)),
        );
      };
      return work(run, { version: Number(await versionOn(connection)), mark });
    });
  }

  /** A transaction beside those of `transaction`: it sees what was there when it began, and writes what they never do. */
  async beside<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.take();
    try {
      await connection.run('BEGIN');
      const result = await work(connection);
      await connection.run('COMMIT');
      return result;
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      this.free.push(connection);
    }
  }

  /** All of it or nothing; one after another, since two that publish would not both commit. */
  transaction<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const result = this.writing.then(() => this.transact(work));
    this.writing = result.catch(() => undefined);
    return result;
  }

  private async transact<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.take();
    const writes: Write[] = [];
    const telling = tellingOf(connection, (write) => writes.push(write));
    try {
      await connection.run('BEGIN');
      const result = await work(telling);
      if (this.derive && writes.some(publishes)) await this.derive(telling);
      // Before, since others may see it before we hear of it; and after, for what was read in between.
      this.changes.note(writes);
      await connection.run('COMMIT');
      this.changes.note(writes);
      this.version = undefined;
      this.known = undefined;
      if (this.watchers.size > 0) void this.tell();
      return result;
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      this.free.push(connection);
    }
  }

  private async take(): Promise<DuckDBConnection> {
    return this.free.pop() ?? (await this.instance.connect());
  }

  /**
   * Where the engine has two threads, each statement keeps to the one that asks for it while this work is done. Else
   * the other takes half of them, and the first waits in a loop: a tenth of the two processors that the work needs.
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

  /** Lets go of the file. */
  close(): void {
    for (const connection of this.free.splice(0)) connection.closeSync();
    for (const own of this.own) own.letGo();
    this.instance.closeSync();
  }
}
