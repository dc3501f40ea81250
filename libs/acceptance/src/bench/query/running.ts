import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { GRAPH_FLAGS, LIBUV_THREADS } from '@cairn/service-kit/node-options';
import { tableFromIPC } from '@uwdata/flechette';
import { build } from 'esbuild';
import type { Fetch } from './graph-service.ts';
import type { BenchQuestion } from './questions.ts';

const ENTRY = join(import.meta.dirname, '../../../bin/bench-graph.ts');
const BUILT = join(import.meta.dirname, '../../../../../.cache/bench/bench-graph.mjs');

/** Bundles the service into one file, as in the product. */
async function built(): Promise<string> {
  await build({
    entryPoints: [ENTRY],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outfile: BUILT,
    logLevel: 'warning',
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
  return BUILT;
}

export interface TimedAnswer {
  readonly ms: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The service under measurement, in a process of its own as in the product. */
export interface Running {
  /** Asks over HTTP what was never asked before, unless told that it is the same again. */
  ask(question: BenchQuestion, options?: AskOptions): Promise<TimedAnswer>;
  /** Milliseconds of SQL in the process of the service. */
  sql(text: string, fetch?: Fetch): Promise<{ ms: number; rows: number }>;
  /** A route that only returns bytes. */
  bare(bytes: Uint8Array<ArrayBuffer>): Promise<() => Promise<number>>;
  /** Waits until no rollup is being made. */
  idle(): Promise<void>;
  forgetLag(): Promise<void>;
  /** Adds some rows to the org, and takes them out again. */
  change(): Promise<void>;
  restore(): Promise<void>;
  /** Bytes in memory, the longest block of the event loop in ms, and ms of processor time since the start. */
  process(): Promise<{ rss: number; longest: number; cpu: number }>;
  stop(): Promise<void>;
}

export interface AskOptions {
  readonly org?: string;
  readonly again?: boolean;
  /** Reads rows although there may be a rollup. */
  readonly scan?: boolean;
  readonly format?: 'arrow' | 'json';
  readonly signal?: AbortSignal;
}

/** Milliseconds that work takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let asked = 0;

/** The question under a new title: no cached answer fits, and the computation is the same. */
function anew({ query }: BenchQuestion): BenchQuestion['query'] {
  asked += 1;
  const [first, ...others] = query.aggregations ?? [];
  const measure = first ?? { target: query.select?.[0] ?? 'Event', attribute: 'uuid', reducer: 'count' };
  return { ...query, aggregations: [{ ...measure, title: `n${String(asked)}` }, ...others] };
}

/** Rows of an answer in Arrow. */
export function rowsOf(bytes: Uint8Array): number {
  return tableFromIPC(bytes).numRows;
}

async function addressesOf(dataDir: string) {
  const child = fork(await built(), [dataDir], {
    execArgv: [...GRAPH_FLAGS],
    env: { ...process.env, ...LIBUV_THREADS },
  });
  const [addresses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the service did not start');
    }),
  ])) as [{ service: string; scanning: string; floor: string }];
  return { child, ...addresses };
}

async function postTo<T>(url: string, body: unknown): Promise<T> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Starts svc-graph over a data directory; `org` is the one that is asked unless another is named. */
export async function startRunning(dataDir: string, org: string): Promise<Running> {
  const { child, service, scanning, floor } = await addressesOf(dataDir);
  const tokens = new Map<string, string>();
  const headersFor = async (name: string) => {
    const token = tokens.get(name) ?? (await (await fetch(`${floor}/token/${name}`)).text());
    tokens.set(name, token);
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  };
  const post = <T>(path: string, body: unknown) => postTo<T>(floor + path, body);
  const ask: Running['ask'] = async (
    question,
    { org: name = org, again = false, scan = false, format = 'arrow', signal } = {},
  ) => {
    const query = again ? question.query : anew(question);
    const headers = await headersFor(name);
    const body = JSON.stringify({ ...query, format });
    const start = performance.now();
    const answer = await fetch(`${scan ? scanning : service}/api/${name}/graph-search/${question.route}`, {
      method: 'POST',
      headers,
      body,
      signal: signal ?? null,
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const ms = performance.now() - start;
    if (!answer.ok) throw new Error(`${question.name}: ${Buffer.from(bytes).toString()}`);
    return { ms, bytes };
  };
  return {
    ask,
    sql: (sql, how = 'values') => post(`/sql/${org}`, { sql, fetch: how }),
    bare: async (bytes) => {
      await fetch(`${floor}/bare/fill`, { method: 'POST', body: bytes });
      const headers = await headersFor(org);
      return async () => {
        const body = JSON.stringify({ format: 'arrow' });
        const answer = await fetch(`${floor}/bare`, { method: 'POST', headers, body });
        return (await answer.arrayBuffer()).byteLength;
      };
    },
    idle: async () => void (await post(`/idle/${org}`, {})),
    change: async () => void (await post(`/change/${org}`, {})),
    restore: async () => void (await post(`/restore/${org}`, {})),
    forgetLag: async () => void (await post('/lag', {})),
    process: async () =>
      (await (await fetch(`${floor}/process`)).json()) as Awaited<ReturnType<Running['process']>>,
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
