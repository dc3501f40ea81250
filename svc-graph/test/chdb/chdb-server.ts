import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ChdbChild } from './chdb-child.ts';
import type { Job } from './chdb-child.ts';

/** Names of the address that are no settings of a statement, and settings of the protocol itself. */
const NO_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'session_id',
  'role',
  'default_format',
  'readonly',
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
  'enable_http_compression',
]);

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', 0: '\0', b: '\b', f: '\f' };

/** A value as the client writes it into the address: tab-separated text. */
const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What a server takes of an address and of one field of a form, unless it was told otherwise. */
const ADDRESS = 1_048_576;
const FIELD = 131_072;

const FORMAT = /\s+FORMAT\s+(\w+)\s*$/i;
const INPUT = /\binput\(('(?:[^'\\]|\\.)*')\)/;
const KILL = /^\s*KILL QUERY WHERE query_id = \{id:String\}/;

export interface ChdbServer {
  /** For `CLICKHOUSE_URL`, with a database of its own. */
  url(database: string): string;
  /** Statements that reached it, the newest last. */
  readonly statements: readonly string[];
  close(): Promise<void>;
}

interface ChdbRequest {
  readonly sql: string;
  readonly data: Buffer;
  readonly address: URLSearchParams;
}

async function requestOf(request: IncomingMessage): Promise<ChdbRequest> {
  const address = new URL(request.url ?? '/', 'http://chdb').searchParams;
  const body = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const fields = [...form].map(([name, value]) => [name, String(value)] as const);
    const long = fields.find(([, value]) => Buffer.byteLength(value) > FIELD);
    if (long) throw new Error(`Field value too long: ${long[0]}`);
    for (const [name, value] of fields) if (name !== 'query') address.append(name, value);
    const sql = fields.find(([name]) => name === 'query')?.[1] ?? '';
    return { sql, data: Buffer.alloc(0), address };
  }
  if ((request.url?.length ?? 0) > ADDRESS) throw new Error('Request URI Too Large');
  const inAddress = address.get('query');
  return inAddress === null
    ? { sql: body.toString('utf8'), data: Buffer.alloc(0), address }
    : { sql: inAddress, data: body, address };
}

function settingsOf(address: URLSearchParams): string {
  const set = [...address].filter(([name]) => !NO_SETTINGS.has(name) && !name.startsWith('param_'));
  const values = set.map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : quoted(value)}`);
  const database = `USE \`${address.get('database') ?? 'default'}\``;
  return values.length > 0 ? `${database}; SET ${values.join(', ')}` : database;
}

const ITEM = /'((?:[^'\\]|\\.)*)'/gs;

/** The texts of a list as it is written; numbers stay as they are written, since chdb takes no large ones. */
const itemsOf = (list: string) =>
  list.startsWith(`['`) ? Array.from(list.matchAll(ITEM), ([, text = '']) => unescaped(text)) : list;

function paramsOf(address: URLSearchParams, sql: string): Job['params'] {
  const params = [...address].filter(([name]) => name.startsWith('param_'));
  return Object.fromEntries(
    params.map(([long, value]) => {
      const name = long.slice('param_'.length);
      return [name, sql.includes(`{${name}:Array(`) ? itemsOf(value) : unescaped(value)];
    }),
  );
}

function refuse(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? error.message.replace(/^Query failed: /, '') : String(error);
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '1001';
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': code, 'Content-Type': 'text/plain' });
  response.end(text.startsWith('Code:') ? text : `Code: 1001. DB::Exception: ${text} (STD_EXCEPTION)`);
}

/** As much of ClickHouse's HTTP interface as its client uses, over chdb: statements, parameters, settings, kill. */
export async function startChdb(packages: string): Promise<ChdbServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-chdb-'));
  const chdb = new ChdbChild(packages, join(folder, 'data'));
  const statements: string[] = [];
  let files = 0;

  /** The data of an insertion lies in a file, since chdb takes none beside a statement. */
  const withData = async (sql: string, data: Buffer): Promise<{ sql: string; file?: string }> => {
    const format = FORMAT.exec(sql)?.[1];
    if (data.length === 0 || !format) return { sql };
    const file = join(folder, `data-${String((files += 1))}`);
    await writeFile(file, data);
    const read = (_: string, shape: string) => `file('${file}', '${format}', ${shape})`;
    return { sql: sql.replace(FORMAT, '').replace(INPUT, read), file };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { sql, data, address } = await requestOf(request);
    const queryId = address.get('query_id') ?? '';
    statements.push(sql);
    response.setHeader('X-ClickHouse-Query-Id', queryId);
    if (KILL.test(sql)) {
      chdb.kill(unescaped(address.get('param_id') ?? ''));
      response.end();
      return;
    }
    // A server ends what only reads when whoever asked goes away.
    if (address.get('cancel_http_readonly_queries_on_client_close') === '1')
      response.once('close', () => void (response.writableEnded || chdb.kill(queryId)));
    const { sql: whole, file } = await withData(sql, data);
    const format = FORMAT.exec(whole)?.[1] ?? 'TabSeparated';
    try {
      const text = whole.replace(FORMAT, '');
      const settings = settingsOf(address);
      const bytes = await chdb.run({ queryId, settings, sql: text, params: paramsOf(address, text), format });
      response.writeHead(200, { 'X-ClickHouse-Format': format, 'Content-Type': 'application/octet-stream' });
      response.end(bytes);
    } finally {
      if (file) await rm(file);
    }
  };

  const server = createServer({ maxHeaderSize: 2_097_152 }, (request, response) => {
    if (request.url?.startsWith('/ping')) return void response.end('Ok.\n');
    answer(request, response).catch((error: unknown) => refuse(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (database) => `http://127.0.0.1:${String(port)}/${database}`,
    statements,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await chdb.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
