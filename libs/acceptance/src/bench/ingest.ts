import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { GRAPH_FLAGS, LIBUV_THREADS } from '@cairn/service-kit/node-options';
import { OrgId, type Source, createClient, isInBackground, phaseOf, sourceContract } from '@cairn/contracts';
import { testTokens } from '@cairn/service-kit/testing';
import { z } from 'zod';
import { FIXTURE_SHAPES } from '../fixture-repository.ts';
import { generatedRepository } from './generated-repository.ts';

export interface IngestBench {
  readonly machine: string;
  readonly repository: string;
  readonly commits: number;
  readonly diffed: number;
  /** The number of commits that the product reports as done. */
  readonly ingested: number;
  /** The most memory that the service held; null where the system does not tell. */
  readonly peakMegabytes: number | null;
  /** Commits a second. */
  readonly log: { readonly cairn: number; readonly git: number; readonly ratio: number };
  readonly diff: { readonly cairn: number; readonly git: number; readonly ratio: number };
}

const LOG = [
  'log',
  '--all',
  '-z',
  '--format=%H%x00%P%x00%an%x00%ae%x00%aN%x00%aE%x00%at%x00%cn%x00%ce%x00%cN%x00%cE%x00%ct%x00%B',
];
const DIFF = ['diff-tree', '--stdin', '-r', '--numstat', '-z', '--root', '-M'];
const ROOT = join(import.meta.dirname, '../../../..');

async function drain(cwd: string, args: readonly string[], input = ''): Promise<string> {
  const keep = args[0] === 'rev-list';
  const git = spawn('git', args, { cwd, stdio: ['pipe', keep ? 'pipe' : 'ignore', 'inherit'] });
  let output = '';
  git.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  git.stdin?.on('error', () => undefined);
  git.stdin?.end(input);
  const [code] = await once(git, 'close');
  if (code !== 0) throw new Error(`git ${args[0] ?? ''} ended with ${String(code)}`);
  return output;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** Two plain gits side by side, each with every other block of commits. */
async function diffSeconds(repo: string, shas: readonly string[]): Promise<number> {
  const shares = [0, 1].map((share) =>
    shas.filter((_, index) => Math.floor(index / 64) % 2 === share).join('\n'),
  );
  return seconds(() => Promise.all(shares.map((share) => drain(repo, DIFF, `${share}\n`))));
}

async function freePort(): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Running {
  readonly client: ReturnType<typeof createClient<typeof sourceContract>>;
  /** One after every change of the data, as the product's own pages are told of it. */
  changes(): Promise<AsyncIterable<unknown>>;
  peakMegabytes(): Promise<number | null>;
  stop(): Promise<void>;
}

/** The built service as it runs in the product, with keys that this process gives out. */
async function startGraph(dataDir: string): Promise<Running> {
  const tokens = await testTokens();
  const jwks = createServer((_, response) => response.end(JSON.stringify(tokens.jwks))).listen(
    0,
    '127.0.0.1',
  );
  await once(jwks, 'listening');
  const port = await freePort();
  const entry = join(ROOT, 'svc-graph/dist/main.js');
  const service = spawn(process.execPath, [...GRAPH_FLAGS, entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...LIBUV_THREADS,
      PORT: String(port),
      LOG_LEVEL: 'error',
      CAIRN_DATA_DIR: dataDir,
      CAIRN_WORKSPACE_URL: `http://127.0.0.1:${String((jwks.address() as AddressInfo).port)}`,
    },
  });
  await Promise.race([
    once(service, 'message'),
    once(service, 'exit').then(() => Promise.reject(new Error('svc-graph ended before it listened'))),
  ]);
  const token = await tokens.token({ role: 'admin', superuser: true }, { seconds: 86_400 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call: typeof fetch = (url, init) => fetch(url, { ...init, headers });
  const stop = async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
    jwks.close();
  };
  const peakMegabytes = async () => {
    const status = await readFile(`/proc/${String(service.pid)}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    return kilobytes ? Math.round(Number(kilobytes) / 1_024) : null;
  };
  const base = `http://127.0.0.1:${String(port)}`;
  const changes = async () => {
    const { body } = await call(`${base}/api/acme/graph-search/versions`);
    if (!body) throw new Error('nothing tells of new data');
    return body;
  };
  return { client: createClient(sourceContract, call, base), changes, peakMegabytes, stop };
}

/** Asks after every change, so that no time is lost between the change and the asking. A stream ends after a while. */
async function* sourceStates(graph: Running, first: AsyncIterable<unknown>): AsyncGenerator<Source> {
  const params = { orgId: OrgId.parse('acme') };
  for (let changes = first; ; changes = await graph.changes()) {
    for await (const _ of changes) {
      const [source] = (await graph.client.listSources({ params })).data;
      if (source?.error) throw new Error(source.error.message);
      if (source) yield source;
    }
  }
}

async function ingestSeconds(repo: string) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const graph = await startGraph(folder);
  try {
    const params = { orgId: OrgId.parse('acme') };
    await graph.client.allowFolder({ params, input: { path: dirname(repo) } });
    // The org and its file are there, as they are in the product when a source is added.
    const changes = await graph.changes();
    const begin = performance.now();
    const created = graph.client.createSource({
      params,
      input: { type: 'git', settings: { path: repo } },
    });
    let logged = Number.NaN;
    for await (const source of sourceStates(graph, changes)) {
      const now = performance.now();
      const isDone = source.progress.state === 'done';
      if (Number.isNaN(logged) && (isDone || isInBackground(source))) logged = now;
      if (!isDone) continue;
      await created;
      const peakMegabytes = await graph.peakMegabytes();
      const log = (logged - begin) / 1_000;
      return { log, diff: (now - logged) / 1_000, ingested: phaseOf(source)?.done ?? 0, peakMegabytes };
    }
    throw new Error('the service stopped telling of new data');
  } finally {
    await graph.stop();
    await rm(folder, { recursive: true });
  }
}

const compared = (commits: number, own: number, plain: number) => ({
  cairn: Math.round(commits / own),
  git: Math.round(commits / plain),
  ratio: Number((plain / own).toFixed(2)),
});

/** Times both phases of reading a repository, and plain git before and after, all in one run. */
export async function benchIngest({ repo }: { readonly repo: string }): Promise<IngestBench> {
  const path = await realpath(repo);
  const shas = (await drain(path, ['rev-list', '--all'])).trim().split('\n');
  const plain = (await drain(path, ['rev-list', '--all', '--no-merges'])).trim().split('\n');
  await drain(path, LOG);
  const logBefore = await seconds(() => drain(path, LOG));
  const diffBefore = await diffSeconds(path, plain);
  const own = await ingestSeconds(path);
  const logAfter = await seconds(() => drain(path, LOG));
  const diffAfter = await diffSeconds(path, plain);
  const [cpu] = cpus();
  return {
    machine: `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, Node ${process.version}`,
    repository: path,
    commits: shas.length,
    diffed: plain.length,
    ingested: own.ingested,
    peakMegabytes: own.peakMegabytes,
    log: compared(shas.length, own.log, (logBefore + logAfter) / 2),
    diff: compared(plain.length, own.diff, (diffBefore + diffAfter) / 2),
  };
}

const ASKED = z.object({
  repo: z.string().default(ROOT),
  generate: z.enum(FIXTURE_SHAPES).optional(),
  commits: z.coerce.number().int().min(1).max(1_000_000).default(20_000),
  seed: z.coerce.number().int().default(7),
});

/**
 * `--repo PATH`, or `--generate small|lifelike --commits N --seed N`: builds svc-graph, measures and prints the
 * figures; without either this repository is read.
 */
export async function benchIngestCommand(
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { repo: text, generate: text, commits: text, seed: text };
  const { repo, generate, commits, seed } = ASKED.parse(parseArgs({ args: [...args], options }).values);
  const path = generate ? await generatedRepository({ shape: generate, commits, seed }) : repo;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: join(ROOT, 'svc-graph'), stdio: 'inherit' });
  print(JSON.stringify(await benchIngest({ repo: path }), null, 2));
}
