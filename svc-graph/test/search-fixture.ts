import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { OrgId, Rows, queryContract } from '@cairn/contracts';
import type { FacetQuestion, OutputOf } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { serve } from '@cairn/service-kit';
import type { ServiceApp } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import type { TestTokens } from '@cairn/service-kit/testing';
import type { z } from 'zod';
import { duckdbGraphs } from '../src/query/graph.ts';
import { asksClickhouse, chdbGraphs } from './chdb/chdb-graphs.ts';
import { Admission } from '../src/query/engine/admission.ts';
import type { GraphStore } from '../src/store/graph-store.ts';
import { audienceOf } from '../src/identities/audience.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { OrgCatalogues } from '../src/store/org-catalogues.ts';
import { copyOfTemplate } from './template.ts';
import { QUERY_BYTES, graphSearchHandlers } from '../src/graph-search.ts';
import type { GraphSearchDeps } from '../src/graph-search.ts';

type Row = Readonly<Record<string, string>>;

const inserts = (table: string, rows: readonly Row[]): string[] =>
  rows.map((row) => {
    const names = Object.keys(row).map((name) => `"${name}"`);
    return `INSERT INTO "${table}" (${names.join()}) VALUES (${Object.values(row).join()})`;
  });

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

/** Fills the small org; every text of it begins with the prefix, its uuids do not depend on it. */
function statementsOf(prefix: string): string[] {
  const named = (name: string) => ({ uuid: id(name), name: text(prefix + name), deleted: 'false' });
  return [
    ...inserts(
      'Person',
      ['Ann', 'Bob', 'robot', 'idle'].map((name) => ({
        ...named(name),
        email: name === 'Bob' ? 'NULL' : text(`${prefix}${name}@example.com`),
        isBot: String(name === 'robot'),
        updatedAt: `TIMESTAMP '2024-01-01'`,
      })),
    ),
    ...inserts('Team', ['core', 'web'].map(named)),
    ...inserts(
      'Relation',
      [
        ['Ann', 'core', 'NULL', `TIMESTAMP '2024-03-10'`],
        ['Ann', 'web', `TIMESTAMP '2024-03-10'`, 'NULL'],
        ['Bob', 'web', 'NULL', 'NULL'],
      ].map(([person = '', team = '', since = '', until = '']) => ({
        relation: text('memberOf'),
        fromUuid: id(person),
        toUuid: id(team),
        since,
        until,
      })),
    ),
    ...inserts('Repository', ['cairn', 'tools'].map(named)),
    ...inserts(
      'SourceFile',
      FILES.map((path) => ({
        ...named(path),
        path: text(prefix + path),
        topFolder: text(path.includes('/') ? (path.split('/')[0] ?? '') : '/'),
        extension: text(path.split('.')[1] ?? ''),
        deleted: String(path === 'old.txt'),
        repositoryUuid: id('cairn'),
      })),
    ),
    ...inserts(
      'Commit',
      COMMITS.map((row) => commitRow(prefix, row)),
    ),
    ...inserts(
      'Relation',
      COMMITS.flatMap(([name, , , , , , files]) =>
        files.map((path) => ({ relation: text('touches'), fromUuid: id(name), toUuid: id(path) })),
      ),
    ),
  ];
}

/** Fills an org with the rows of the small org. */
export async function fill(graph: GraphStore, prefix = ''): Promise<void> {
  for (const statement of statementsOf(prefix)) await graph.run(statement);
}

/** The org of the fixture. */
export const ACME = OrgId.parse('acme');

/** What every text of the other org begins with; no answer may ever hold it. */
export const HOSTILE = 'HOSTILE-';

export interface SearchFixture {
  readonly app: ServiceApp;
  readonly tokens: TestTokens;
  /** The graph of the org that is asked. */
  readonly graph: GraphStore;
  /** The graphs of both orgs. */
  readonly graphs: GraphStores;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The JSON answer of a route; throws what is not 200 and whatever came from the other org. */
  ask(route: 'group-bys' | 'entities' | 'time-series', query: QueryInput): Promise<Rows>;
  facets(question: z.input<typeof FacetQuestion>): Promise<OutputOf<typeof queryContract.facetOptions>>;
  close(): Promise<void>;
}

type Stored = Pick<SearchFixture, 'graph' | 'graphs'> & { close(): Promise<void> };

const ORGS = new Map([
  [ACME, statementsOf('')],
  [OrgId.parse('hostile'), statementsOf(HOSTILE)],
]);

async function stored(): Promise<Stored> {
  const folder = await copyOfTemplate('search', ORGS);
  const graphs = new GraphStores(folder);
  const close = async () => {
    await graphs.close();
    await rm(folder, { recursive: true });
  };
  return { graph: await graphs.open(ACME), graphs, close };
}

/**
 * The routes over the small org `acme`, with a hostile org beside it that has the same uuids; or over the orgs of
 * another fixture, asked in another way.
 */
export async function searchFixture(
  overrides: Partial<GraphSearchDeps> = {},
  of?: SearchFixture,
): Promise<SearchFixture> {
  const { graph, graphs, close } = of ? { ...of, close: () => Promise.resolve() } : await stored();
  const tokens = await testTokens();
  const catalogues = new OrgCatalogues(graphs);
  const chdb = asksClickhouse() ? await chdbGraphs(graphs, silentLog()) : undefined;
  const deps: GraphSearchDeps = {
    graphs: chdb?.graphs ?? duckdbGraphs(graphs),
    admission: new Admission({ inAll: 8, perOrg: 4, waitingPerOrg: 100, waitingInAll: 1_000 }),
    timeLimit: 20_000,
    catalogueOf: (orgId) => catalogues.of(orgId),
    audienceOf: audienceOf.bind(null, graphs),
    integrations: async () => ['git'],
    sources: async () => [],
    now: () => Date.parse('2024-12-01T00:00:00Z'),
    ...overrides,
  };
  const app = serve(queryContract, graphSearchHandlers(deps), {
    name: 'svc-graph',
    log: silentLog(),
    verifier: tokens.verifier,
    bodyLimit: QUERY_BYTES,
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
    graph,
    graphs,
    post,
    ask: async (route, query) => Rows.parse(await json(route, query)),
    facets: async (question) =>
      queryContract.facetOptions.output.parse(await json('facet-options', question)),
    close: async () => {
      await chdb?.close();
      await close();
    },
  };
}
