import type { OrgId } from '@cairn/contracts';
import { Pool } from 'pg';

/** A process of svc-graph whose time has not run out. */
export interface LiveProcess {
  readonly id: string;
  /** Where the others reach it. */
  readonly address: string;
  /** Its number among the processes of this installation, from 1. */
  readonly place: number;
}

/** Any numbers; they tell what Cairn locks here from what others lock. */
const [MAKING, ALONE] = [714_263_001, 714_263_002];

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS cairn_graph;
  CREATE TABLE IF NOT EXISTS cairn_graph.process (
    id uuid PRIMARY KEY, address text NOT NULL, place integer NOT NULL, run text, expires_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS cairn_graph.owned_org (
    org_id text PRIMARY KEY, process_id uuid NOT NULL REFERENCES cairn_graph.process ON DELETE CASCADE);`;
// A row that is just being renewed is locked; then this waits, and looks at its new time.
const FORGET_EXPIRED = 'DELETE FROM cairn_graph.process WHERE expires_at <= clock_timestamp() AND id <> $1';
const UNTIL = (at: number) => `clock_timestamp() + $${String(at)} * interval '1 millisecond'`;
const RENEW = `UPDATE cairn_graph.process SET expires_at = ${UNTIL(2)} WHERE id = $1`;
const REGISTER = `INSERT INTO cairn_graph.process (id, address, place, run, expires_at)
  VALUES ($1, $2, $3, $4, ${UNTIL(5)})`;
const REPLACE = 'DELETE FROM cairn_graph.process WHERE address = $1 OR run <> $2';
const LIVE = 'SELECT id, address, place FROM cairn_graph.process WHERE expires_at > clock_timestamp()';
const OWNERS = `SELECT owned.org_id, owned.process_id FROM cairn_graph.owned_org owned
  JOIN cairn_graph.process process ON process.id = owned.process_id WHERE expires_at > clock_timestamp()`;
const TAKE = `INSERT INTO cairn_graph.owned_org (org_id, process_id) VALUES ($1, $2) ON CONFLICT (org_id) DO NOTHING`;

const isCount = ({ rowCount }: { readonly rowCount: number | null }) => (rowCount ?? 0) > 0;

/**
 * Who owns which org, in PostgreSQL. A process is a row with a time until which it counts as alive, by the clock of the
 * database. An org has at most one row, of a process that has one; it goes with the row of its process.
 */
export class LeaseTable {
  readonly #pool: Pool;

  /** `patience` bounds each statement, in milliseconds. */
  constructor(url: string, patience: number) {
    this.#pool = new Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    // A connection that breaks fails the statement that uses it, which tells enough.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#pool.on('error', () => undefined);
  }

  /** Makes the tables, where they are missing; processes that start together do it one after another. */
  async make(): Promise<void> {
    await this.#locked(MAKING, (run) => run(TABLES));
  }

  /**
   * Registers a process, in the place of the one that had its address before, and of those of former runs: the launcher
   * started this one after it saw them end. One that lives all the same keeps others out by the lock on its open files.
   */
  async register(process: LiveProcess & { readonly run: string | undefined }, ms: number): Promise<void> {
    const { id, address, place, run = null } = process;
    await this.#locked(MAKING, async (execute) => {
      await execute(REPLACE, [address, run]);
      await execute(REGISTER, [id, address, place, run, ms]);
    });
  }

  /** Renews the time of a process; false when it has lost its place. */
  async renew(id: string, ms: number): Promise<boolean> {
    return isCount(await this.#pool.query(RENEW, [id, ms]));
  }

  /** Takes an org that nobody owns; false when somebody does. */
  async take(orgId: OrgId, id: string): Promise<boolean> {
    return isCount(await this.#pool.query(TAKE, [orgId, id]));
  }

  /** Frees the orgs of other processes whose time is over. */
  async forgetExpired(id: string): Promise<void> {
    await this.#pool.query(FORGET_EXPIRED, [id]);
  }

  /** The processes that live. */
  async live(): Promise<LiveProcess[]> {
    return (await this.#pool.query<LiveProcess>(LIVE)).rows;
  }

  /** The ids of the processes that own orgs, by org. */
  async owners(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ org_id: string; process_id: string }>(OWNERS);
    return new Map(rows.map(({ org_id, process_id }) => [org_id, process_id]));
  }

  /** The id of the process that owns an org. */
  async ownerOf(orgId: OrgId): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ process_id: string }>(`${OWNERS} AND owned.org_id = $1`, [
      orgId,
    ]);
    return rows[0]?.process_id;
  }

  /** Runs work that no other process runs at the same time. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#locked(ALONE, work);
  }

  /** Takes a process out, so that others need not wait for its time to run out. */
  async leave(id: string): Promise<void> {
    await this.#pool.query('DELETE FROM cairn_graph.process WHERE id = $1', [id]);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #locked<T>(
    lock: number,
    work: (run: (sql: string, values?: unknown[]) => Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      const result = await work((sql, values) => client.query(sql, values));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}
