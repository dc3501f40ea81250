import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { SECRET, workspaceUnderTest } from '../../../../../svc-workspace/test/workspace-under-test.ts';
import { boardState, fillOrg } from './filled-org.ts';
import { openFile, recordingEngine, replay, type TimedStatement } from './statements.ts';

/** The calls that are compared. */
export const CALLS = ['list', 'owned', 'drawn', 'search', 'read', 'save'] as const;
export type CallName = (typeof CALLS)[number];
type Statements = Readonly<Record<CallName, readonly TimedStatement[]>>;

/** What a server of the comparison tells of itself. */
export interface Serving {
  readonly url: string;
  /** The session, whose tokens end after two minutes. */
  readonly cookie: string;
  readonly orgId: string;
  readonly bodies: Readonly<Record<CallName, object>>;
  /** One board for each client that saves, so that none meets the save of another. */
  readonly boards: readonly string[];
  readonly statements: Statements;
}

/** Clients that call at the same time. */
export const CLIENTS = 16;

/** A version that no other number of a statement equals. */
const FIRST_VERSION = 1_000_000;

const listen = (fetch: Hono['fetch']): Promise<string> =>
  new Promise((resolve) => {
    // A turn may take longer than a connection is kept by default.
    const serverOptions = { keepAliveTimeout: 120_000 };
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', serverOptions }, (info: AddressInfo) =>
      resolve(`http://127.0.0.1:${info.port}`),
    );
    server.on('error', (error) => {
      throw error;
    });
  });

/** The service on a file with many saved things, and the statements of each call. */
export async function serveWorkspace(file: string, things: number): Promise<Serving> {
  const { engine, database, record } = recordingEngine(file);
  const at = await workspaceUnderTest(engine);
  const { orgId, userId } = await at.bootstrap();
  const cookie = await at.signIn('owner@example.com');
  const headers = await at.bearer(cookie, orgId);
  fillOrg(database, orgId, userId, things);
  const link = { org_id: orgId, type: 'dashboard-v1', name: 'Bench', state: boardState('Bench') };
  const boards: string[] = [];
  while (boards.length < CLIENTS)
    boards.push(String((await at.send('/api/deep-links/create', link, headers)).body.data?.id));
  const id = boards[0] ?? '';
  database.prepare('update deep_links set version = ? where id = ?').run(FIRST_VERSION, id);
  const bodies = {
    list: { org_id: orgId, limit: 50, counts: true, filter: { tags: ['review'], scopes: ['org'] } },
    // What the filters owner: and visualization: of the library ask for.
    owned: { org_id: orgId, limit: 50, counts: true, filter: { ownerNames: ['owner'] } },
    drawn: { org_id: orgId, limit: 50, counts: true, filter: { views: ['heat'] } },
    search: { org_id: orgId, text: 'deliv team', perType: 3 },
    read: { org_id: orgId, id },
    save: { org_id: orgId, id, name: 'Bench', state: boardState('Saved') },
  };
  const statementsOf = (call: CallName) =>
    record(() => at.send(`/api/deep-links/${routeOf(call)}`, bodies[call], headers));
  const statements = {
    list: await statementsOf('list'),
    owned: await statementsOf('owned'),
    drawn: await statementsOf('drawn'),
    search: await statementsOf('search'),
    read: await statementsOf('read'),
    save: await statementsOf('save'),
  };
  await database.backup(bareFile(file));
  const url = await listen(at.app.fetch);
  return { url, boards, cookie, orgId, bodies, statements };
}

/** Headers with a new token, as the gateway would send them. */
export async function headersOf({ url, cookie, orgId }: Serving): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/internal/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cairn-internal': SECRET },
    body: JSON.stringify({ cookie, orgId }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

/** The copy of a file that the bare server works on. */
export const bareFile = (file: string): string => `${file}.bare`;

const ROUTES: Readonly<Partial<Record<CallName, string>>> = { save: 'update', owned: 'list', drawn: 'list' };

/** The path of a call below `/api/deep-links/`. */
export const routeOf = (call: CallName): string => ROUTES[call] ?? call;

/** Hono that runs the same statements for each call and answers with their rows: no rights, no schemas, no log. */
export async function serveBare(file: string, statements: Statements): Promise<string> {
  const database = openFile(bareFile(file));
  // The recorded save made the next version.
  let version = FIRST_VERSION + 1;
  const run = replay(database, (value) =>
    typeof value === 'number' && Math.abs(value - FIRST_VERSION) < 100
      ? version + value - FIRST_VERSION
      : value,
  );
  const app = new Hono();
  for (const call of CALLS)
    app.post(`/api/deep-links/${routeOf(call)}`, async (c) => {
      await c.req.json();
      const rows = run(statements[call]);
      if (call === 'save') version += 1;
      return c.json({ data: rows.at(-1) });
    });
  return listen(app.fetch);
}
