import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Claims, testTokens } from '@cairn/service-kit/testing';
import { build } from 'esbuild';
import { Client } from 'pg';

const ROOT = join(import.meta.dirname, '..');
// Inside the checkout, so that the bundle finds its packages.
const BUILT = join(ROOT, '../.cache', `graph-processes-${String(process.pid)}`);

/** Builds the service as `npm run build` does; answers a function that deletes it. */
export async function buildService(): Promise<() => void> {
  await build({
    entryPoints: [
      { in: join(ROOT, 'src/main.ts'), out: 'main' },
      { in: join(ROOT, 'src/sources/ingest.worker.ts'), out: 'ingest.worker' },
    ],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outdir: BUILT,
    logLevel: 'error',
    plugins: [
      {
        name: 'npm-packages-outside',
        setup: (bundler) =>
          bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@cairn/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  return () => rmSync(BUILT, { recursive: true });
}

const SECRET = 'a secret of the tests, 32 characters and more';
/** Seconds that a process keeps its orgs after its last sign. */
const LEASE = 6;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server of a test. */
export async function listen(answer: Answer): Promise<{ server: Server; url: string; port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${String(port)}` };
}

async function freePort(): Promise<number> {
  const { server, port } = await listen(() => undefined);
  server.close();
  await once(server, 'close');
  return port;
}

/** A process of svc-graph. */
export interface GraphProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<unknown[]>;
}

/** Processes of svc-graph that share a data folder and a database, with what svc-workspace is to them. */
export class GraphProcesses {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-processes-'));
  readonly tokens: Awaited<ReturnType<typeof testTokens>>;
  readonly database: string | undefined;
  readonly #workspace: Awaited<ReturnType<typeof listen>>;
  readonly #running: GraphProcess[] = [];

  private constructor(
    tokens: GraphProcesses['tokens'],
    workspace: Awaited<ReturnType<typeof listen>>,
    database: string | undefined,
  ) {
    this.tokens = tokens;
    this.#workspace = workspace;
    this.database = database;
  }

  /** With a new database of the server of the tests, or with none. */
  static async begin({ withDatabase }: { withDatabase: boolean }): Promise<GraphProcesses> {
    const tokens = await testTokens();
    const workspace = await listen((request, response) => {
      request.resume();
      response.writeHead(request.url === '/api/auth/jwks' ? 200 : 404, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(tokens.jwks));
    });
    return new GraphProcesses(tokens, workspace, withDatabase ? await newDatabase() : undefined);
  }

  /** Starts a process; resolves when it listens. */
  async start(place: number, env: Record<string, string> = {}): Promise<GraphProcess> {
    const port = await freePort();
    const child = fork(join(BUILT, 'main.js'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        LOG_LEVEL: process.env['CAIRN_TEST_LOG'] ?? 'silent',
        PORT: String(port),
        CAIRN_SECRET: SECRET,
        CAIRN_DATA_DIR: this.folder,
        CAIRN_WORKSPACE_URL: this.#workspace.url,
        CAIRN_GRAPH_PROCESSES: '2',
        CAIRN_GRAPH_PROCESS: String(place),
        CAIRN_LEASE_SECONDS: String(LEASE),
        ...(this.database === undefined ? {} : { DATABASE_URL: this.database }),
        ...env,
      },
    });
    const started = { child, url: `http://127.0.0.1:${String(port)}`, ended: once(child, 'exit') };
    this.#running.push(started);
    await Promise.race([
      once(child, 'message'),
      started.ended.then(() => Promise.reject(new Error('a process ended before it listened'))),
    ]);
    return started;
  }

  /** Asks a process for something, as an admin of the org. */
  async ask(
    { url }: Pick<GraphProcess, 'url'>,
    path: string,
    input?: unknown,
    init: RequestInit & { readonly claims?: Claims } = {},
  ): Promise<Response> {
    const { claims, ...rest } = init;
    const orgId = path.split('/')[2] ?? '';
    const headers = await this.tokens.headers({ orgId, role: 'super', ...claims });
    return fetch(url + path, {
      method: input === undefined ? 'GET' : 'POST',
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
      headers: { ...headers, 'x-cairn-internal': SECRET },
      ...rest,
    });
  }

  /** The rows that a statement finds in the database. */
  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.database });
    await client.connect();
    return client
      .query<Row>(sql, values)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  /** The address of the process that owns an org. */
  async ownerOf(orgId: string): Promise<string | undefined> {
    const found = await this.rows<{ address: string }>(
      `SELECT address FROM cairn_graph.owned_org JOIN cairn_graph.process ON id = process_id WHERE org_id = $1`,
      [orgId],
    );
    return found[0]?.address;
  }

  /** Ends the processes as the launcher does. */
  async stop(): Promise<void> {
    for (const { child, ended } of this.#running.splice(0)) {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    }
  }

  /** Stops them, and forgets what they kept. */
  async end(): Promise<void> {
    await this.stop();
    this.#workspace.server.closeAllConnections();
    this.#workspace.server.close();
    rmSync(this.folder, { recursive: true });
  }
}

async function newDatabase(): Promise<string> {
  const server = process.env['CAIRN_TEST_POSTGRES'];
  if (!server) throw new Error('these tests run in the project postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return new URL(name, server).href;
}

/** Resolves once a state is there; asks for it again and again until then. */
export async function untilIs<T>(read: () => Promise<T>, is: (state: T) => boolean): Promise<T> {
  for (;;) {
    const state = await read();
    if (is(state)) return state;
    await wait(50);
  }
}
