import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive } from '@cairn/acceptance';
import { OrgId, Source, SourceType } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { CONNECTORS } from '../connectors.ts';
import { Jobs } from '../jobs.ts';

const acme = OrgId.parse('acme');
const TOKEN = 'ghp_canary_of_the_routes';
const server = new GithubServer([RepositoryArchive.parse({ repo: 'acme/engine', issues: [], pulls: [] })]);
const folder = mkdtempSync(join(tmpdir(), 'cairn-connected-'));
const stores = new GraphStores(folder);
const tokens = await testTokens();
const told: string[] = [];
let jobs: Jobs;
let app: ReturnType<typeof createApp>;

async function call(path: string, body?: object): Promise<unknown> {
  const answer = await app.request(`/api/acme/sources/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers({ role: 'admin' }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  told.push(text);
  return (JSON.parse(text) as { data?: unknown; error?: unknown }).data ?? text;
}

beforeAll(async () => {
  const hosts = [new URL(await server.listen()).host];
  const keep = (...entry: unknown[]) => void told.push(JSON.stringify(entry));
  const log = Object.assign(silentLog(), { info: keep, warn: keep, error: keep });
  jobs = new Jobs({ stores, log, connectors: CONNECTORS, hosts });
  app = createApp({ graphs: stores, jobs, connectors: CONNECTORS, hosts, verifier: tokens.verifier, log });
  server.tokens.add(TOKEN);
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  server.close();
  rmSync(folder, { recursive: true });
});

describe('an owner that is connected on the Integrations page', () => {
  it('has a form, is refused with a wrong token, is read with a right one, and its token is told nowhere', async () => {
    const types = SourceType.array().parse(await call('list-connectors'));
    const form = types.find(({ type }) => type === 'github');
    expect(form?.settings.map(({ name, secret }) => [name, secret])).toEqual([
      ['owner', false],
      ['token', true],
      ['repositories', false],
      ['since', false],
      ['host', false],
    ]);
    const settings = { owner: 'acme', token: 'ghp_another', repositories: '', host: server.url };
    expect(await call('create-source', { type: 'github', settings })).toMatch(/does not accept the token/);
    expect(await call('list-sources')).toEqual([]);
    await call('create-source', { type: 'github', settings: { ...settings, token: TOKEN } });
    await jobs.idle(acme);
    const [source] = Source.array().parse(await call('list-sources'));
    expect(source).toMatchObject({ name: 'acme', status: 'active', error: null });
    server.tokens.clear();
    server.tokens.add('another token');
    await call('sync-source', { id: source?.id });
    await jobs.idle(acme);
    const [revoked] = Source.array().parse(await call('list-sources'));
    expect(revoked?.error?.message).toMatch(/expired or was revoked/);
    expect(told.length).toBeGreaterThan(5);
    expect(told.join('\n')).not.toContain(TOKEN);
  });
});
