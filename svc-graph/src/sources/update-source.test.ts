import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive } from '@cairn/acceptance';
import { OrgId, Source } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { readOutbox } from '../store/outbox.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';
import { readSecrets } from './secrets.ts';

const acme = OrgId.parse('acme');
const [FORMER, NEXT] = ['ghp_the_former_token', 'ghp_the_next_token'];
const tokens = await testTokens();
let server: GithubServer;
let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let app: ReturnType<typeof createApp>;
let told: string[];

async function call(path: string, body?: object) {
  const answer = await app.request(`/api/acme/sources/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers({ role: 'admin' }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  told.push(text);
  const { data, error } = JSON.parse(text) as { data?: unknown; error?: { code: string; message: string } };
  return { data, code: error?.code, message: error?.message };
}

async function only(): Promise<Source> {
  await jobs.idle(acme);
  const [source] = Source.array().parse((await call('list-sources')).data);
  if (!source) throw new Error('there is no source');
  return source;
}
const update = async (settings: object) => call('update-source', { id: (await only()).id, settings });
const keptSettings = async () => {
  const [row] = await (
    await stores.open(acme)
  ).rows<{ settings: string }>('SELECT settings::VARCHAR AS settings FROM "Source"');
  return JSON.parse(row?.settings ?? '{}') as object;
};

beforeEach(async () => {
  const repos = ['acme/engine', 'other/engine'];
  server = new GithubServer(repos.map((repo) => RepositoryArchive.parse({ repo, issues: [], pulls: [] })));
  const hosts = [new URL(await server.listen()).host];
  server.tokens.add(FORMER);
  folder = mkdtempSync(join(tmpdir(), 'cairn-update-'));
  stores = new GraphStores(folder);
  told = [];
  const keep = (...entry: unknown[]) => void told.push(JSON.stringify(entry));
  const log = Object.assign(silentLog(), { info: keep, warn: keep, error: keep });
  jobs = new Jobs({ stores, log, connectors: CONNECTORS, hosts });
  app = createApp({ graphs: stores, jobs, connectors: CONNECTORS, hosts, verifier: tokens.verifier, log });
  const settings = { owner: 'acme', token: FORMER, host: server.url, repositories: '' };
  await call('create-source', { type: 'github', settings });
});
afterEach(async () => {
  await jobs.close();
  await stores.close();
  server.close();
  rmSync(folder, { recursive: true });
});

describe('a source whose settings are changed', () => {
  it('reads all that is public again once its list is cleared, and without a day once that is', async () => {
    await update({ repositories: 'engine', since: '2026-01-01' });
    expect(await keptSettings()).toMatchObject({ repositories: ['engine'], since: '2026-01-01' });
    await update({ repositories: '' });
    expect(await keptSettings()).toMatchObject({ repositories: [], since: '2026-01-01' });
    await update({ since: '' });
    expect(await keptSettings()).toMatchObject({ repositories: [], since: '' });
  });

  it('is read with the new token, stays the same source, and tells the token nowhere', async () => {
    const { id } = await only();
    server.tokens.clear();
    server.tokens.add(NEXT);
    await call('sync-source', { id });
    expect(await only()).toMatchObject({ status: 'error' });
    expect((await update({ token: NEXT })).data).toMatchObject({ id });
    expect(await only()).toMatchObject({ id, status: 'active', error: null });
    const acts = await readOutbox(await stores.open(acme));
    expect(acts.filter((act) => act.kind === 'act').at(-1)).toMatchObject({
      action: 'source.changed',
      target: { id },
      changes: [{ what: 'token', from: null, to: null }],
    });
    expect(JSON.stringify([told, acts, await keptSettings()])).not.toMatch(/ghp_/);
  });

  it('keeps what is left out, its secrets too, and tells what changed', async () => {
    await only();
    expect((await update({ repositories: 'engine' })).code).toBeUndefined();
    expect(await keptSettings()).toMatchObject({ owner: 'acme', repositories: ['engine'] });
    expect(await readSecrets(stores, acme, (await only()).id)).toEqual({ token: FORMER });
    const acts = await readOutbox(await stores.open(acme));
    expect(acts.filter((act) => act.kind === 'act').at(-1)).toMatchObject({
      changes: [{ what: 'repositories', from: '[]', to: '["engine"]' }],
    });
  });

  it.each([
    [{ token: 'ghp_a_wrong_token' }, /does not accept the token/],
    [{ owner: 'other' }, 'Give token again: the one that is kept is not sent to another place.'],
    [{ host: 'http://127.0.0.1:1' }, 'Give token again'],
    [{ owner: 'other', token: FORMER }, 'These settings mean another source. Add that one beside this.'],
    [{ colour: 'red' }, 'A source of this type has no setting colour.'],
    [{ token: '' }, /token/],
  ])('stays as it was after %o, and says why', async (settings, words) => {
    const before = await only();
    const kept = await keptSettings();
    const refused = await update(settings);
    expect(refused.code).toBe('invalid_input');
    expect(refused.message).toMatch(words);
    expect(await keptSettings()).toEqual(kept);
    expect(await readSecrets(stores, acme, before.id)).toEqual({ token: FORMER });
  });

  it('is not known by another id', async () => {
    expect((await call('update-source', { id: 'none', settings: {} })).code).toBe('not_found');
  });
});

describe('a source that is disconnected', () => {
  const run = async (route: string) => call(route, { id: (await only()).id });

  it('forgets its secrets and is not read, while what was read stays', async () => {
    const { id } = await only();
    await call('create-secret', { type: 'github', sourceId: id, secret: 'a webhook secret' });
    expect((await run('disconnect-source')).data).toMatchObject({ status: 'paused', disconnected: true });
    const store = await stores.open(acme);
    expect(await store.rows('FROM "SourceSecret"')).toEqual([]);
    expect(await store.rows('SELECT name FROM "Repository"')).toEqual([{ name: 'engine' }]);
    expect((await run('resume-source')).message).toMatch(/^This source is disconnected/);
    expect((await run('sync-source')).code).toBe('conflict');
    const acts = (await readOutbox(store)).filter((act) => act.kind === 'act');
    expect(acts.at(-1)).toMatchObject({ action: 'source.disconnected', target: { id } });
  });

  it('is read again with a new token, as the same source', async () => {
    const { id } = await only();
    await run('disconnect-source');
    server.tokens.clear();
    server.tokens.add(NEXT);
    expect((await update({ token: NEXT })).data).toMatchObject({ id });
    const connected = await only();
    expect(connected).toMatchObject({ id, status: 'active' });
    expect(connected.disconnected).toBeUndefined();
  });
});
