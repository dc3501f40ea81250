import {
  DuckDBTimestampValue,
  listValue,
  type DuckDBMaterializedResult,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { SpoolTable } from '../../store/graph-store.ts';
import type { StreamRequest, StreamedRows } from '../../store/streamed-rows.ts';
import type { Bound } from '../plan/plan.ts';
import { cellOf } from '../table.ts';
import type { Param, CompiledStatement } from '../dialect/sql.ts';
import { partsAhead, tableOf } from './duckdb-columns.ts';
import { refusalOf } from './duckdb-refusals.ts';
import { spooledInMemory } from './engine.ts';
import type { SpooledRows, Engine } from './engine.ts';

/** Runs SQL on an org's file. It throws when the run fails or the signal aborts, and never ends early. */
export interface DuckdbSource {
  run(
    sql: string,
    params: DuckDBValue[],
    options: { signal?: AbortSignal },
  ): Promise<DuckDBMaterializedResult>;
  /** Optional; without it a spool is held in memory. */
  spool?(sql: string, params: DuckDBValue[], options: { signal?: AbortSignal }): Promise<SpoolTable>;
  /** Optional; without it rows are read after their statement has ended. */
  streamRows?(asked: StreamRequest, options: { signal?: AbortSignal }): Promise<StreamedRows>;
}

function duckdbValue(param: Param): DuckDBValue {
  const { type } = param;
  return 'list' in param ? listValue(param.list.map((value) => scalar({ type, value }))) : scalar(param);
}

function scalar({ type, value }: Bound): DuckDBValue {
  if (type === 'datetime') return new DuckDBTimestampValue(BigInt(Math.round(Number(value))) * 1_000n);
  // The client binds whole numbers as 64-bit integers. Others travel as text, which the dialect casts.
  if (type === 'number') return Number.isSafeInteger(value) ? BigInt(value) : String(value);
  return value;
}

const askedOf = ({ text, values }: CompiledStatement) => ({ sql: text, params: values.map(duckdbValue) });

const ROWS_A_PART = 50_000;

function spooledRowsOf(rows: SpoolTable): SpooledRows {
  return {
    rowCount: rows.rowCount,
    async *parts(signal) {
      for (let start = 0; start < rows.rowCount; start += ROWS_A_PART) {
        yield tableOf(await rows.from(start, ROWS_A_PART, { signal }));
      }
    },
    release: () => rows.release(),
  };
}

/** Makes the engine of one org's DuckDB file. With a snapshot, statements that read no rollup run in it. */
export function createDuckdbEngine(
  source: DuckdbSource,
  snapshot: Pick<DuckdbSource, 'run'> = source,
): Engine {
  const refused = (error: unknown) => {
    throw refusalOf(error);
  };
  // A rollup is chosen by its version, and may be newer than the snapshot.
  const result = ({ text, values, reads }: CompiledStatement, signal: AbortSignal) =>
    (reads === 'rollup' ? source : snapshot).run(text, values.map(duckdbValue), { signal }).catch(refused);
  const run: Engine['run'] = async (statement, signal) => tableOf(await result(statement, signal));
  return {
    run,
    async runStreamed({ rows, counted, ...cut }, signal) {
      if (!source.streamRows) return { table: await run(rows, signal), total: null };
      const asked = { rows: askedOf(rows), counted: askedOf(counted), ...cut };
      const ahead = await source.streamRows(asked, { signal }).catch(refused);
      return { table: partsAhead(ahead), total: ahead.total };
    },
    async analyse(statement, signal) {
      const { rowCount, vectors } = await run(
        { ...statement, text: `EXPLAIN ANALYZE ${statement.text}` },
        signal,
      );
      // Two columns: the type of the text, and the text.
      const [, texts] = vectors;
      return Array.from({ length: rowCount }, (_, row) => (texts ? cellOf(texts, row) : '')).join('\n');
    },
    async spool(statement, signal) {
      if (!source.spool) return spooledInMemory(await run(statement, signal));
      const { text, values } = statement;
      return spooledRowsOf(await source.spool(text, values.map(duckdbValue), { signal }).catch(refused));
    },
  };
}
