import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import type { Param, CompiledStatement } from '../dialect/sql.ts';
import type { Bound } from '../plan/plan.ts';
import { rowsInFile, tableOfArrow, tablesOfFile } from './arrow-table.ts';
import { outOfTemp, refusalOfClickhouse } from './clickhouse-refusals.ts';
import { sentAs } from './clickhouse-form.ts';
import type { Engine } from './engine.ts';

export interface ClickhouseLimits {
  /** Milliseconds after which the server stops a statement by itself. */
  readonly timeLimit: number;
  /** Bytes that one statement may use. */
  readonly memory: number;
  /** Bytes that the spools of one export may take on this machine until they are read. */
  readonly temp: number;
}

/** The settings that give the dialect's SQL its meaning. */
const MEANING: ClickHouseSettings = {
  join_use_nulls: 1,
  cast_keep_nullable: 1,
  enable_extended_results_for_datetime_functions: 1,
  // The offsets of a zone make long texts.
  max_query_size: '4194304',
  max_ast_depth: '10000',
  max_ast_elements: '1000000',
  max_expanded_ast_elements: '2000000',
  // All rows of an org are on one shard, so joins need no other shard.
  distributed_product_mode: 'local',
};

/** How an answer travels: complete or not at all, as an Arrow stream of plain columns. */
const TRAVEL: ClickHouseSettings = {
  wait_end_of_query: 1,
  output_format_arrow_compression_method: 'none',
  output_format_arrow_string_as_string: 1,
  output_format_arrow_low_cardinality_as_dictionary: 0,
  cancel_http_readonly_queries_on_client_close: 1,
  readonly: '2',
};

const MICROS = 1_000n;
const MS_OF_DAY = 86_400_000;

/** A value in the text form that its parameter type is parsed from. */
function paramOf({ type, value }: Bound): string | number | boolean {
  if (type === 'datetime') return String(BigInt(Math.round(Number(value))) * MICROS);
  if (type === 'date') return Math.floor(Date.parse(String(value)) / MS_OF_DAY);
  // A lone surrogate has no UTF-8 bytes, so it is replaced.
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}

const paramsOf = (values: readonly Param[]) =>
  Object.fromEntries(
    values.map((param, index) => {
      const { type } = param;
      const given = 'list' in param ? param.list.map((value) => paramOf({ type, value })) : paramOf(param);
      return [`p${index + 1}`, given];
    }),
  );

/** Passes bytes on, and refuses the query beyond `most`. */
const upTo = (most: number) =>
  async function* (stream: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const part of stream) {
      bytes += part.byteLength;
      if (bytes > most) throw outOfTemp();
      yield part;
    }
  };

type SendStatement = <T>(
  statement: CompiledStatement,
  signal: AbortSignal,
  take: (stream: Readable) => Promise<T>,
) => Promise<T>;

/** Sends a statement and passes its stream on. An abort kills the statement on the server. */
function sender(client: ClickHouseClient, settings: ClickHouseSettings): SendStatement {
  return async (statement, signal, take) => {
    signal.throwIfAborted();
    const query_id = randomUUID();
    const kill = () => {
      // Closing the connection also ends the statement, if the server notices.
      const killed = client.command({
        query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
        query_params: { id: query_id },
      });
      killed.catch(() => undefined);
    };
    signal.addEventListener('abort', kill, { once: true });
    try {
      const sent = await sentAs(statement.text, paramsOf(statement.values));
      const abort_signal = signal;
      const clickhouse_settings = settings;
      const { stream } = await client.exec({ ...sent, query_id, abort_signal, clickhouse_settings });
      return await take(stream);
    } catch (error) {
      throw refusalOfClickhouse(error, signal);
    } finally {
      signal.removeEventListener('abort', kill);
    }
  };
}

const asArrow = (statement: CompiledStatement) => ({
  ...statement,
  text: `${statement.text} FORMAT ArrowStream`,
});

/** Makes the engine of a ClickHouse server. */
export function createClickhouseEngine(client: ClickHouseClient, limits: ClickhouseLimits): Engine {
  const answered = sender(client, {
    ...MEANING,
    ...TRAVEL,
    max_execution_time: Math.ceil(limits.timeLimit / 1_000),
    max_memory_usage: String(limits.memory),
  });
  return {
    run: (statement, signal) =>
      answered(asArrow(statement), signal, async (stream) => tableOfArrow(await buffer(stream))),
    async analyse(statement, signal) {
      const plan = { ...statement, text: `EXPLAIN indexes = 1 ${statement.text} FORMAT TSVRaw` };
      const explained = await answered(plan, signal, text);
      await answered({ ...statement, text: `${statement.text} FORMAT Null` }, signal, buffer);
      return explained;
    },
    async spool(statement, signal) {
      const folder = await mkdtemp(join(tmpdir(), 'cairn-rows-'));
      const file = join(folder, 'rows.arrow');
      const release = () => void rm(folder, { recursive: true, force: true });
      try {
        const rowCount = await answered(asArrow(statement), signal, async (stream) => {
          await pipeline(stream, upTo(limits.temp), createWriteStream(file), { signal });
          return rowsInFile(file);
        });
        return { rowCount, parts: () => tablesOfFile(file), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
