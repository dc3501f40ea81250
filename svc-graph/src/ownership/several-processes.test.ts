import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveLongOwner } from '@cairn/acceptance';
import { OrgId, type Source } from '@cairn/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAME, everythingIn, tellApart } from '../../test/everything-in.ts';
import {
  type GraphProcess,
  GraphProcesses,
  buildService,
  listen,
  untilIs,
} from '../../test/graph-processes.ts';
import { ReadingOrg } from '../../test/reading-org.ts';
import { githubConnector } from '../sources/github/connector.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { LeaseTable } from './lease-table.ts';
import { findHome } from './ownership.ts';

const acme = OrgId.parse('acme');
const delta = OrgId.parse('delta');
const QUESTION = { select: ['PullRequest'], columns: ['name', 'number'], format: 'arrow' };

const server = serveLongOwner([]);
/** What an undisturbed reading leaves, and how many requests it takes. */
let whole: readonly string[];
let requests: number;

let at: GraphProcesses;
let home: GraphProcess;
let other: GraphProcess;

const HOSTS = () => ({ CAIRN_SOURCE_HOSTS: new URL(server.url).host });
const NEW = () => ({
  type: 'github',
  settings: { owner: 'acme', host: server.url, repositories: '', token: 'a token of these tests' },
});

async function startBoth(): Promise<void> {
  at = await GraphProcesses.begin({ withDatabase: true });
  [home, other] = await Promise.all([
    at.start(findHome(acme, 2), HOSTS()),
    at.start(findHome(delta, 2), HOSTS()),
  ]);
}

const sourcesAt = async (process: GraphProcess, orgId = acme): Promise<Source[]> => {
  const answer = await at.ask(process, `/api/${orgId}/sources/list-sources`);
  return answer.ok ? ((await answer.json()) as { data: Source[] }).data : [];
};

const isRead = ([source]: Source[]) => source?.status === 'active';

/** Adds the source at a process, and leaves it while it is being read. */
async function beginReading(process: GraphProcess): Promise<void> {
  const before = server.asked.length;
  expect((await at.ask(process, '/api/acme/sources/create-source', NEW())).status).toBe(200);
  await untilIs(
    async () => server.asked.length,
    (asked) => asked >= before + 6,
  );
}

/** The process that has the file of an org open, by the words of DuckDB to another one. */
function findHolder(orgId: string): number {
  const file = join(at.folder, 'graph', `${orgId}.duckdb`);
  const open = `require('@duckdb/node-api').DuckDBInstance.create(process.argv[1], { access_mode: 'READ_WRITE' })
    .then(() => console.log('nobody'), (error) => console.log(error.message))`;
  const words = execFileSync(globalThis.process.execPath, ['-e', open, file], { encoding: 'utf8' });
  return Number(/PID (\d+)/.exec(words)?.[1] ?? Number.NaN);
}

/** Every row of the graph, which nobody has open any more. */
async function everythingAtRest(): Promise<string[]> {
  const stores = new GraphStores(at.folder);
  return everythingIn(await stores.open(acme)).finally(() => stores.close());
}

let forgetService: () => void;

beforeAll(async () => {
  forgetService = await buildService();
  await server.listen();
  const before = server.asked.length;
  const served = { server, connector: githubConnector, settings: () => NEW().settings };
  const org = await new ReadingOrg(served).open();
  expect(await org.read()).toMatchObject({ status: 'active', error: null });
  whole = await org.everything();
  requests = server.asked.length - before;
  await org.end();
});
afterAll(() => {
  forgetService();
  server.close();
});
afterEach(() => {
  server.trouble.delayMs = 0;
});

describe('two processes that share a data folder and a database', () => {
  beforeAll(startBoth);
  afterAll(() => at.end());

  it('give an org to one of them: it alone opens the file, reads, and answers what the other is asked', async () => {
    await beginReading(other);
    const before = server.asked.length;
    await untilIs(() => sourcesAt(other), isRead);
    expect(await at.ownerOf(acme)).toBe(home.url);
    expect(findHolder(acme)).toBe(home.child.pid);
    expect(server.asked.length - before).toBeLessThanOrEqual(requests);
    const [here, there] = await Promise.all(
      [home, other].map(async (process) => {
        const answer = await at.ask(process, '/api/acme/graph-search/entities', QUESTION);
        expect(answer.status).toBe(200);
        return {
          type: answer.headers.get('content-type'),
          bytes: Buffer.from(await answer.arrayBuffer()),
        };
      }),
    );
    expect(here!.bytes.length).toBeGreaterThan(500);
    expect(there).toEqual(here);
  });

  it('take a message of a tool at either of them, and refuse what neither knows with the same words', async () => {
    const [source] = await sourcesAt(other);
    const secret = 'a secret of the webhook';
    await at.ask(other, '/api/acme/sources/create-secret', { type: 'github', sourceId: source!.id, secret });
    const body = JSON.stringify({ zen: 'Keep it logically awesome.', hook_id: 1 });
    const send = (id: string, key: string) =>
      fetch(`${other.url}/api/v1/github/webhook/${id}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'ping',
          'x-github-delivery': randomUUID(),
          'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
        },
      });
    expect((await send(source!.id, secret)).status).toBe(200);
    const listed = await at.ask(home, '/api/acme/sources/list-deliveries', { id: source!.id });
    expect(await listed.json()).toMatchObject({ data: { deliveries: [{ kind: 'ping' }] } });
    const wrong = [await send(source!.id, 'another'), await send(randomUUID(), secret)];
    const told = await Promise.all(
      wrong.map(async (answer) => [
        answer.status,
        ((await answer.json()) as { error: { message: string } }).error.message,
      ]),
    );
    expect(told[0]![0]).toBe(401);
    expect(told[1]).toEqual(told[0]);
  });

  it('back up the orgs of both into one folder', async () => {
    await at.ask(home, '/api/delta/sources/list-sources');
    expect([await at.ownerOf(acme), await at.ownerOf(delta)]).toEqual([home.url, other.url]);
    const folder = mkdtempSync(join(tmpdir(), 'cairn-copies-'));
    const answer = await at.ask(other, '/internal/backup-graphs', { folder });
    const { orgs } = (await answer.json()) as { orgs: string[] };
    expect(orgs.toSorted()).toEqual([acme, delta]);
    expect(readdirSync(folder).toSorted()).toEqual(['acme.duckdb', 'delta.duckdb']);
    rmSync(folder, { recursive: true });
    // The copy leaves the lock on the file.
    expect(findHolder(acme)).toBe(home.child.pid);
  });

  it('rotate no secrets, because each seals those of its own orgs', async () => {
    const answer = await at.ask(other, '/internal/rotate-secrets', {});
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('Stop Cairn') } });
  });
});

describe('two such processes, one of which ends', () => {
  beforeEach(startBoth);
  afterEach(() => at.end());

  it('let the other go on after a kill in a reading, and say so until then', async () => {
    server.trouble.delayMs = 30;
    await beginReading(home);
    home.child.kill('SIGKILL');
    await home.ended;
    const refused = await at.ask(other, '/api/acme/graph-search/entities', QUESTION);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'unavailable',
        message: expect.stringMatching(/Another one takes over|just being taken over/),
      },
    });
    await untilIs(
      () => at.ownerOf(acme),
      (owner) => owner === other.url,
    );
    await untilIs(() => sourcesAt(other), isRead);
    await at.stop();
    expect(tellApart(await everythingAtRest(), whole)).toEqual(SAME);
  });

  it('keep a process from writing that slept while its time ran out: it ends, and the other reads on', async () => {
    server.trouble.delayMs = 30;
    await beginReading(home);
    home.child.kill('SIGSTOP');
    // The other one owns the org, and waits for the file that the sleeping one holds open.
    await untilIs(
      () => at.ownerOf(acme),
      (owner) => owner === other.url,
    );
    expect(findHolder(acme)).toBe(home.child.pid);
    expect((await at.ask(other, '/api/acme/sources/list-sources')).status).toBe(503);
    home.child.kill('SIGCONT');
    expect(await home.ended).toEqual([null, 'SIGKILL']);
    await untilIs(() => sourcesAt(other), isRead);
    expect(findHolder(acme)).toBe(other.child.pid);
    await at.stop();
    expect(tellApart(await everythingAtRest(), whole)).toEqual(SAME);
  });
});

describe('a process that starts again', () => {
  it('goes on at once with what it had, and gives it back when it ends', async () => {
    // Too long to wait for here.
    const lasting = { ...HOSTS(), CAIRN_LEASE_SECONDS: '40' };
    at = await GraphProcesses.begin({ withDatabase: true });
    home = await at.start(findHome(acme, 2), lasting);
    await at.ask(home, '/api/acme/sources/list-sources');
    const { port } = new URL(home.url);
    home.child.kill('SIGKILL');
    await home.ended;
    home = await at.start(findHome(acme, 2), { ...lasting, PORT: port });
    expect((await at.ask({ url: `http://127.0.0.1:${port}` }, '/api/acme/sources/list-sources')).status).toBe(
      200,
    );
    expect(await at.ownerOf(acme)).toBe(`http://127.0.0.1:${port}`);
    home.child.kill('SIGTERM');
    await home.ended;
    expect(await at.ownerOf(acme)).toBeUndefined();
    await at.end();
  });
});

describe('a process that is asked about the org of another', () => {
  it('passes on what was asked and what is answered as they come, and the leaving of who asked', async () => {
    at = await GraphProcesses.begin({ withDatabase: true });
    const process = await at.start(1);
    const seen: { headers: Record<string, unknown>; body: string; left?: Promise<unknown> }[] = [];
    const owner = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        seen.push({ headers: request.headers, body, left: once(response, 'close') });
        // A question that takes long has no answer yet.
        if (request.url?.includes('time-series')) return;
        response.writeHead(200, { 'content-type': 'application/vnd.apache.arrow.stream', 'cairn-rows': '7' });
        response.write('the first part');
      });
    });
    const table = new LeaseTable(at.database!, 5_000);
    const id = randomUUID();
    await table.register({ id, address: owner.url, place: 2, run: undefined }, 60_000);
    expect(await table.take(acme, id)).toBe(true);
    await table.close();

    const leaving = new AbortController();
    const answer = await at.ask(process, '/api/acme/graph-search/entities?a=1', QUESTION, {
      signal: leaving.signal,
    });
    expect(answer.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    expect(answer.headers.get('cairn-rows')).toBe('7');
    const { value } = await answer.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe('the first part');
    const [{ headers, body, left }] = seen as [(typeof seen)[number]];
    expect(body).toBe(JSON.stringify(QUESTION));
    expect(headers).toMatchObject({
      ...(await at.tokens.headers({ orgId: acme, role: 'super' })),
      'x-cairn-forwarded': '1',
    });
    leaving.abort();
    await left;

    const early = new AbortController();
    const unanswered = at
      .ask(process, '/api/acme/graph-search/time-series', QUESTION, { signal: early.signal })
      .catch(() => 'left');
    await untilIs(
      async () => seen.length,
      (asked) => asked === 2,
    );
    early.abort();
    await seen[1]?.left;
    expect(await unanswered).toBe('left');
    owner.server.closeAllConnections();
    owner.server.close();
    await at.end();
  });
});

describe('a process without a database', () => {
  it('asks nobody who owns an org', async () => {
    let asked = 0;
    const database = createServer((socket) => {
      asked += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as { port: number };
    at = await GraphProcesses.begin({ withDatabase: false });
    const process = await at.start(1, { PGHOST: '127.0.0.1', PGPORT: String(port), ...HOSTS() });
    expect((await at.ask(process, '/api/acme/sources/create-source', NEW())).status).toBe(200);
    await untilIs(() => sourcesAt(process), isRead);
    await at.end();
    expect(asked).toBe(0);
    database.close();
  });
});
