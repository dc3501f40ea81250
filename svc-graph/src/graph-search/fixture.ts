import { createHash } from 'node:crypto';
import { OrgId, Rows } from '@cairn/contracts';
import type { FacetQuestion } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Kind } from '@cairn/entities';
import type { QueryInput } from '@cairn/query';
import { serve } from '@cairn/service-kit';
import type { ServiceApp } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api';
import type { z } from 'zod';
import { Admission } from '../query/engine/admission.ts';
import { graphSearchContract, graphSearchHandlers } from './routes.ts';
import type { GraphSearchDeps } from './routes.ts';
import type { OrgGraph } from './reading.ts';

/** A graph in memory with the tables of the catalogue. */
export class MemoryGraph implements OrgGraph {
  version = 1;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async create(): Promise<MemoryGraph> {
    const instance = await DuckDBInstance.create(':memory:');
    const graph = new MemoryGraph(instance, await instance.connect());
    for (const statement of tables()) await graph.#connection.run(statement);
    return graph;
  }

  async run(
    sql: string,
    params: DuckDBValue[] = [],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<DuckDBMaterializedResult> {
    const connection = await this.#instance.connect();
    let timer: NodeJS.Timeout | undefined;
    signal?.addEventListener('abort', () => {
      timer = setInterval(() => connection.interrupt(), 5);
    });
    try {
      return await connection.run(sql, params);
    } finally {
      clearInterval(timer);
      connection.closeSync();
    }
  }

  async dataVersion(): Promise<number> {
    return this.version;
  }

  async insert(table: string, rows: readonly Record<string, string>[]): Promise<void> {
    for (const row of rows) {
      const names = Object.keys(row).map((name) => `"${name}"`);
      await this.run(`INSERT INTO "${table}" (${names.join()}) VALUES (${Object.values(row).join()})`);
    }
  }
}

const TYPES: Record<string, string> = {
  string: 'VARCHAR',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  datetime: 'TIMESTAMP',
  date: 'DATE',
  'string[]': 'VARCHAR[]',
  json: 'JSON',
};

function tableOf(kind: Kind): string {
  const columns = new Map(
    kind.attributes.map(({ name, type }) => [name, /^uuid$|Uuid$/.test(name) ? 'UUID' : TYPES[type]]),
  );
  for (const { via } of kind.relations) if (via.kind === 'link') columns.set(via.column, 'UUID');
  return `CREATE TABLE "${kind.name}" (${[...columns].map(([name, type]) => `"${name}" ${type}`).join()})`;
}

function tables(): string[] {
  return [
    ...CATALOGUE.kinds.map(tableOf),
    'CREATE TABLE "Relation" (relation VARCHAR, "fromUuid" UUID, "toUuid" UUID, since TIMESTAMP, until TIMESTAMP, additions BIGINT, deletions BIGINT, change VARCHAR)',
  ];
}

/** A uuid that a name always has. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const id = (name: string) => text(uuidOf(name));
const lists = (values: readonly string[]) => `[${values.map(text).join()}]`;

type CommitRow = [
  name: string,
  author: string | null,
  repository: string,
  at: string,
  additions: number | null,
  message: string,
  files: readonly string[],
];

/** Times lie around the changes of the clock in New York (10 March, 3 November) and Berlin (31 March). */
const COMMITS: readonly CommitRow[] = [
  ['c1', 'Ann', 'cairn', '2024-03-09 12:00:00', 10, 'Add parser', ['src/a.ts', 'src/b.ts']],
  ['c2', 'Ann', 'cairn', '2024-03-10 06:30:00', 20, 'Fix bug in parser', ['src/a.ts']],
  ['c3', 'Bob', 'cairn', '2024-03-10 07:30:00', 5, "Describe the bug; it's fixed", ['docs/x.md']],
  ['c4', 'Bob', 'tools', '2024-03-31 00:30:00', 100, 'Import old things', ['old.txt']],
  ['c5', 'Bob', 'tools', '2024-03-31 01:30:00', 1, 'Touch both', ['docs/x.md', 'src/b.ts']],
  ['c6', null, 'tools', '2024-11-03 05:30:00', null, 'Merge branch', []],
  ['c7', 'robot', 'cairn', '2024-11-03 06:30:00', 7, 'Bump 100% of it', []],
  ['gone', 'Ann', 'cairn', '2024-05-05 05:05:05', 1000, 'Removed commit', ['src/a.ts']],
];

const FILES = ['src/a.ts', 'src/b.ts', 'docs/x.md', 'old.txt'];

function commitRow(prefix: string, row: CommitRow): Record<string, string> {
  const [name, author, repository, at, additions, message, files] = row;
  return {
    uuid: id(name),
    name: text(prefix + message),
    message: text(prefix + message),
    sha: text(prefix + name),
    integration: text('git'),
    deleted: String(name === 'gone'),
    authoredAt: `TIMESTAMP ${text(at)}`,
    committedAt: `TIMESTAMP ${text(at)}`,
    createdAt: `TIMESTAMP ${text(at)}`,
    additions: additions === null ? 'NULL' : String(additions),
    isMerge: String(name === 'c6'),
    filesAdded: name === 'c1' ? lists(files) : 'NULL',
    filesModified: files.length > 0 && name !== 'c1' ? lists(files) : 'NULL',
    diffData: name === 'c2' ? text('{"files":1}') : 'NULL',
    authorUuid: author === null ? 'NULL' : id(author),
    committerUuid: author === null ? 'NULL' : id('Ann'),
    repositoryUuid: id(repository),
  };
}

/** Loads the small org; every text of it begins with the prefix, its uuids do not depend on it. */
export async function load(graph: MemoryGraph, prefix = ''): Promise<void> {
  const named = (name: string) => ({ uuid: id(name), name: text(prefix + name), deleted: 'false' });
  await graph.insert(
    'Person',
    ['Ann', 'Bob', 'robot', 'idle'].map((name) => ({
      ...named(name),
      email: name === 'Bob' ? 'NULL' : text(`${prefix}${name}@example.com`),
      isBot: String(name === 'robot'),
      updatedAt: `TIMESTAMP '2024-01-01'`,
    })),
  );
  await graph.insert('Repository', ['cairn', 'tools'].map(named));
  await graph.insert(
    'SourceFile',
    FILES.map((path) => ({
      ...named(path),
      path: text(prefix + path),
      topFolder: text(path.includes('/') ? (path.split('/')[0] ?? '') : '/'),
      extension: text(path.split('.')[1] ?? ''),
      deleted: String(path === 'old.txt'),
      repositoryUuid: id('cairn'),
    })),
  );
  await graph.insert(
    'Commit',
    COMMITS.map((row) => commitRow(prefix, row)),
  );
  await graph.insert(
    'Relation',
    COMMITS.flatMap(([name, , , , , , files]) =>
      files.map((path) => ({ relation: text('touches'), fromUuid: id(name), toUuid: id(path) })),
    ),
  );
}

/** What every text of the other org begins with; no answer may ever hold it. */
export const HOSTILE = 'HOSTILE-';

export interface SearchFixture {
  readonly app: ServiceApp;
  readonly tokens: TestTokens;
  readonly graphs: ReadonlyMap<string, MemoryGraph>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The JSON answer of a route; throws what is not 200 and whatever came from the other org. */
  ask(route: 'group-bys' | 'entities' | 'time-series', query: QueryInput): Promise<Rows>;
  facets(question: z.input<typeof FacetQuestion>): Promise<unknown>;
}

/** The routes over the small org `acme`, with a hostile org beside it that has the same uuids. */
export async function searchFixture(overrides: Partial<GraphSearchDeps> = {}): Promise<SearchFixture> {
  const graphs = new Map([
    ['acme', await MemoryGraph.create()],
    ['hostile', await MemoryGraph.create()],
  ]);
  for (const [org, graph] of graphs) await load(graph, org === 'hostile' ? HOSTILE : '');
  const tokens = await testTokens();
  const deps: GraphSearchDeps = {
    graphs: { open: async (orgId) => graphs.get(orgId) ?? (await MemoryGraph.create()) },
    admission: new Admission({ inAll: 8, perOrg: 4, waitingPerOrg: 100 }),
    timeLimit: 20_000,
    catalogue: CATALOGUE,
    integrations: async () => ['git'],
    now: () => Date.parse('2024-12-01T00:00:00Z'),
    ...overrides,
  };
  const app = serve(graphSearchContract, graphSearchHandlers(deps), {
    name: 'svc-graph',
    log: silentLog(),
    verifier: tokens.verifier,
  });
  const post: SearchFixture['post'] = async (path, body, headers = {}) =>
    app.request(`/api/acme/graph-search/${path}`, {
      method: 'POST',
      headers: { ...(await tokens.headers()), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const json = async (path: string, body: unknown) => {
    const answer = await post(path, body, { accept: 'application/json' });
    const raw = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${raw}`);
    if (raw.includes(HOSTILE)) throw new Error(`the answer holds what belongs to another org: ${raw}`);
    return JSON.parse(raw) as unknown;
  };
  return {
    app,
    tokens,
    graphs,
    post,
    ask: async (route, query) => Rows.parse(await json(route, query)),
    facets: (question) => json('facet-options', question),
  };
}

/** The org of the fixture. */
export const ACME = OrgId.parse('acme');
