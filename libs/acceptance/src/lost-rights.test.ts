import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrgId, Role } from '@cairn/contracts';
import { createVerifier } from '@cairn/service-kit';
import { silentLog } from '@cairn/service-kit/testing';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../launch/src/gateway/gateway.ts';
import { createApp } from '../../../svc-graph/src/app.ts';
import { CONNECTORS } from '../../../svc-graph/src/sources/connectors.ts';
import { Jobs } from '../../../svc-graph/src/sources/jobs.ts';
import { GraphStores } from '../../../svc-graph/src/store/graph-stores.ts';
import {
  SECRET,
  workspaceUnderTest,
  type WorkspaceUnderTest,
} from '../../../svc-workspace/test/workspace-under-test.ts';

type App = { fetch(request: Request): Response | Promise<Response> };
const servers: ReturnType<typeof createAdaptorServer>[] = [];

async function listen({ fetch }: App): Promise<string> {
  const server = createAdaptorServer({ fetch });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let at: WorkspaceUnderTest;
let gateway: ReturnType<typeof createGateway>;
let orgId: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-rights-'));
  at = await workspaceUnderTest();
  ({ orgId } = await at.bootstrap());
  const [log, connectors] = [silentLog(), CONNECTORS];
  stores = new GraphStores(folder);
  jobs = new Jobs({ stores, log, connectors });
  const workspace = await listen(at.app);
  const verifier = createVerifier({ jwksUrl: `${workspace}/api/auth/jwks` });
  const graph = await listen(createApp({ graphs: stores, jobs, connectors, verifier, log }));
  gateway = createGateway({
    publicUrl: at.publicUrl,
    secret: SECRET,
    services: { workspace, graph, chat: graph },
    web: { shell: folder, remotes: {} },
    log,
    streamCheckMs: 20,
  });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await jobs.close();
  await stores.close();
  await at.engine.db.destroy();
  await rm(folder, { recursive: true });
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** How long a gateway goes by what it knows of a session: what it did not pass on itself counts after that. */
const KEPT_MS = 5_000;

/** A member with an answered query and an open stream of the org; the tests take rights away in the store. */
async function listeningMember(role: Role) {
  count += 1;
  const name = `member${count}`;
  const { userId } = await at.member(orgId, role, name);
  const cookie = await at.signIn(`${name}@example.com`);
  const ask = (path: string) => gateway.request(`/api/${orgId}/${path}`, { headers: { cookie } });
  const stream = await ask('graph-search/versions');
  expect(stream.status).toBe(200);
  const ended = stream.text();
  const mine = () => at.engine.db;
  const pass = () => vi.setSystemTime(Date.now() + KEPT_MS + 1);
  return {
    ask,
    ended,
    userId,
    become: async (next: Role) => {
      await mine().updateTable('members').set({ role: next }).where('user_id', '=', userId).execute();
      pass();
    },
    leave: async () => {
      await mine()
        .deleteFrom('members')
        .where('user_id', '=', userId)
        .where('org_id', '=', orgId as OrgId)
        .execute();
      pass();
    },
  };
}

const ADMINS_ONLY = 'sources/list-folders';
const EVERYBODY = 'sources/list-sources';
const statusOf = async (answer: Response | Promise<Response>) => (await answer).status;

describe('a member', () => {
  it('whose role is lowered loses its rights at the next request, and the streams that began with them', async () => {
    const member = await listeningMember('admin');
    expect(await statusOf(member.ask(ADMINS_ONLY))).toBe(200);
    await member.become('viewer');
    expect(await statusOf(member.ask(ADMINS_ONLY))).toBe(403);
    expect(await statusOf(member.ask(EVERYBODY))).toBe(200);
    expect(await member.ended).toContain('event: version');
  });

  it('who is removed has no such org at the next request, and hears nothing more of it', async () => {
    const member = await listeningMember('user');
    expect(await statusOf(member.ask(EVERYBODY))).toBe(200);
    await member.leave();
    expect(await statusOf(member.ask(EVERYBODY))).toBe(404);
    expect(await statusOf(member.ask('graph-search/versions'))).toBe(404);
    expect(await member.ended).toContain('event: version');
  });

  it('whose role an admin lowers has lost it at the very next request, in every service', async () => {
    const member = await listeningMember('admin');
    expect(await statusOf(member.ask(ADMINS_ONLY))).toBe(200);
    const owner = await at.signIn('owner@example.com');
    const lowered = await gateway.request(`/api/${orgId}/users/set-role`, {
      method: 'POST',
      headers: { cookie: owner, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: member.userId, role: 'viewer' }),
    });
    expect(lowered.status).toBe(200);
    expect(await statusOf(member.ask(ADMINS_ONLY))).toBe(403);
    expect(await statusOf(member.ask('audit/csv'))).toBe(403);
    expect(await member.ended).toContain('event: version');
  });

  it('of an org that is deleted has no such org, and hears nothing more of it', async () => {
    const { orgId: doomed } = await at.bootstrap('doomed@example.com', 'Doomed');
    const cookie = await at.signIn('doomed@example.com');
    const read = (path: string) => gateway.request(`/api/${doomed}/${path}`, { headers: { cookie } });
    const stream = await read('graph-search/versions');
    expect(stream.status).toBe(200);
    await at.engine.db.deleteFrom('orgs').where('id', '=', doomed).execute();
    vi.setSystemTime(Date.now() + KEPT_MS + 1);
    for (const path of [EVERYBODY, 'user-state', 'graph-search/versions'])
      expect(await statusOf(read(path))).toBe(404);
    expect(await stream.text()).toContain('event: version');
  });

  it('goes on listening while others lose their rights', async () => {
    const [stays, leaves] = [await listeningMember('user'), await listeningMember('user')];
    await leaves.leave();
    await leaves.ended;
    expect(await statusOf(stays.ask(EVERYBODY))).toBe(200);
    expect(await Promise.race([stays.ended.then(() => 'ended'), Promise.resolve('listens')])).toBe('listens');
  });
});
