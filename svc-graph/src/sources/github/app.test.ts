import { createHmac, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive, ServedApp } from '@cairn/acceptance';
import { OrgId, Source, SourceType } from '@cairn/contracts';
import { SourcePreview } from '@cairn/contracts/source-preview';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { CONNECTORS } from '../connectors.ts';
import { Jobs } from '../jobs.ts';
import { fetchAsInstallation, githubApp } from './app.ts';

const [acme, other] = [OrgId.parse('acme'), OrgId.parse('other')];
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  // The form in which GitHub hands out keys.
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const SECRETS = { client: 'canary-client-secret', webhook: 'canary-webhook-secret' };
const tokens = await testTokens();

let server: GithubServer;
let served: ServedApp;
let folder: string;
let stores: GraphStores;
let jobs: Jobs;
let app: ReturnType<typeof createApp>;
let told: string[];
let hosts: string[];

function start(): void {
  stores = new GraphStores(join(folder, 'data'));
  const keep = (...entry: unknown[]) => void told.push(JSON.stringify(entry));
  const log = Object.assign(silentLog(), { info: keep, warn: keep, error: keep });
  jobs = new Jobs({ stores, log, connectors: CONNECTORS, hosts });
  app = createApp({ graphs: stores, jobs, connectors: CONNECTORS, hosts, verifier: tokens.verifier, log });
}
async function stop(): Promise<void> {
  await jobs.close();
  await stores.close();
}

beforeEach(async () => {
  told = [];
  served = new ServedApp({ id: '77', publicKey, client: ['Iv1.app', SECRETS.client] });
  served.installations.set('501', 'acme').set('502', 'victim');
  server = new GithubServer(
    [{ repo: 'acme/engine' }, { repo: 'acme/plans', isPrivate: true }, { repo: 'victim/vault' }].map((each) =>
      RepositoryArchive.parse({ ...each, issues: [], pulls: [] }),
    ),
  );
  server.app = served;
  server.tokens.add('no personal token');
  hosts = [new URL(await server.listen()).host];
  folder = mkdtempSync(join(tmpdir(), 'cairn-app-'));
  const keyFile = join(folder, 'app.pem');
  writeFileSync(keyFile, privateKey);
  const env = {
    ID: '77',
    PRIVATE_KEY_FILE: keyFile,
    CLIENT_ID: 'Iv1.app',
    CLIENT_SECRET: SECRETS.client,
    SLUG: 'cairn-reader',
    WEBHOOK_SECRET: SECRETS.webhook,
    HOST: server.url,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(`CAIRN_GITHUB_APP_${name}`, value);
  start();
});
afterEach(async () => {
  await stop();
  server.close();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

interface Told {
  readonly status: number;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

async function call(path: string, body?: object, claims: object = {}): Promise<Told> {
  const { orgId = acme } = claims as { orgId?: string };
  const answer = await app.request(`/api/${orgId}/sources/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: await tokens.headers({ role: 'admin', ...claims }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  told.push(text);
  return { status: answer.status, ...(JSON.parse(text) as Omit<Told, 'status'>) };
}

/** Begins an installation as an admin does; GitHub leads back with a code of the person who installed it. */
async function begin(sees: readonly string[] = ['501'], claims: object = {}) {
  const { data } = await call('get-install-url', { type: 'github' }, claims);
  const { url, proof } = data as { url: string; proof: string };
  const state = new URL(url).searchParams.get('state') ?? '';
  const code = `code-${String(served.codes.size)}-${state.slice(0, 5)}`;
  served.codes.set(code, { user: 'ada', sees });
  return { url, input: { type: 'github', state, proof, code, installationId: '501' } };
}
const sources = async () => Source.array().parse((await call('list-sources')).data);
/** Completes an installation, and chooses what is read of it: all that is public where nothing is named. */
async function install(repositories = ''): Promise<void> {
  const { data } = await call('complete-install', (await begin()).input);
  const { id } = Source.parse(data);
  await call('update-source', { id, settings: { repositories } });
  await jobs.idle(acme);
}
const exchanges = () => server.asked.filter((name) => name === 'unknown').length;

describe('the App of GitHub', () => {
  it('is offered where the environment names all of it, and nowhere else', async () => {
    const offered = async () =>
      SourceType.array()
        .parse((await call('list-connectors')).data)
        .filter(({ install }) => install)
        .map(({ type, install }) => [type, install?.label]);
    expect(await offered()).toEqual([['github', 'Install the GitHub App']]);
    vi.stubEnv('CAIRN_GITHUB_APP_SLUG', '');
    expect(await offered()).toEqual([]);
    expect(await call('get-install-url', { type: 'github' })).toMatchObject({
      status: 400,
      error: { message: 'This Cairn has no app for that tool. Connect it with a token.' },
    });
  });

  it('is installed: GitHub leads back to the page of the org, which adds the source and lets choose', async () => {
    const { url, input } = await begin();
    expect(url).toBe(`${server.url}/github-apps/cairn-reader/installations/new?state=${input.state}`);
    const query = new URLSearchParams({ code: input.code, installation_id: '501', state: input.state });
    const back = await app.request(`/api/v1/oauth/github/redirect?${query.toString()}&setup_action=install`);
    expect([back.status, back.headers.get('location')]).toEqual([
      302,
      `/acme/settings/integrations/github?${query.toString()}`,
    ]);
    const { data } = await call('complete-install', input);
    await jobs.idle(acme);
    const source = Source.parse(data);
    expect(source).toMatchObject({ name: 'acme', status: 'paused', awaitsChoice: true });
    const store = await stores.open(acme);
    // Nothing is read before that, neither by its schedule nor at the next start.
    expect(await store.rows('SELECT 1 FROM "RawPayload" UNION ALL SELECT 1 FROM "SourceRun"')).toEqual([]);
    const { parts } = SourcePreview.parse((await call('test-source', { id: source.id })).data);
    expect(parts.map(({ key, isPrivate, isChosen }) => [key, isPrivate, isChosen])).toEqual([
      ['engine', false, true],
      ['plans', true, false],
    ]);
    await call('update-source', { id: source.id, settings: { repositories: '' } });
    await jobs.idle(acme);
    const [read] = await sources();
    expect(read).toMatchObject({ status: 'active', error: null });
    expect(read?.awaitsChoice).toBeUndefined();
    expect(await store.rows('SELECT name FROM "Repository"')).toEqual([{ name: 'engine' }]);
    expect(await store.rows('SELECT name FROM "SourceSecret"')).toEqual([]);
  });

  it('reads what is named, private repositories too, and stays as it is when it is installed again', async () => {
    await install('plans');
    await call('complete-install', (await begin()).input);
    await jobs.idle(acme);
    const [source, ...more] = await sources();
    expect([source?.status, source?.awaitsChoice, more]).toEqual(['active', undefined, []]);
    const store = await stores.open(acme);
    expect(await store.rows('SELECT name FROM "Repository"')).toEqual([{ name: 'plans' }]);
  });

  it('connects again a source whose token was forgotten', async () => {
    await install();
    const [source] = await sources();
    await call('disconnect-source', { id: source?.id });
    expect((await sources())[0]).toMatchObject({ status: 'paused', disconnected: true });
    await call('complete-install', (await begin()).input);
    await jobs.idle(acme);
    const [again] = await sources();
    expect([again?.status, again?.disconnected]).toEqual(['active', undefined]);
  });

  it('keeps no token and no key: neither in a file, an answer nor the log', async () => {
    await install();
    expect(served.granted.size).toBeGreaterThan(0);
    await stores.close();
    const files = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, 'data', name))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'latin1'));
    const secrets = [...served.granted.keys(), ...Object.values(SECRETS), 'ghu_ada', 'PRIVATE KEY'];
    for (const text of [...files, told.join('\n')])
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('takes the place of the token of a source that is there, and leaves what of it is read', async () => {
    server.tokens.add('ghp_personal');
    const settings = { owner: 'acme', token: 'ghp_personal', repositories: 'engine', host: server.url };
    await call('create-source', { type: 'github', settings });
    await jobs.idle(acme);
    server.tokens.delete('ghp_personal');
    await call('complete-install', (await begin()).input);
    await jobs.idle(acme);
    const [source, ...more] = await sources();
    expect(more).toEqual([]);
    expect(source).toMatchObject({ status: 'active', error: null });
    const store = await stores.open(acme);
    const [row] = await store.rows<{ settings: string }>(
      'SELECT settings::VARCHAR AS settings FROM "Source"',
    );
    expect(JSON.parse(row?.settings ?? '')).toMatchObject({ installation: '501', repositories: ['engine'] });
    expect(await store.rows('SELECT name FROM "SourceSecret"')).toEqual([]);
    expect((await call('test-source', { id: source?.id })).status).toBe(200);
  });

  it('says what to do when it was removed from the owner', async () => {
    await install();
    served.installations.delete('501');
    const [source] = await sources();
    await call('sync-source', { id: source?.id });
    await jobs.idle(acme);
    expect((await sources())[0]?.error?.message).toMatch(/no longer installed there/);
  });
});

describe('an installation that somebody has no right to', () => {
  const isRefused = async (input: object, claims?: object) => {
    const asked = exchanges();
    const answer = await call('complete-install', input, claims);
    expect(answer.error?.code).toBe('forbidden');
    // GitHub is not even asked.
    expect(exchanges()).toBe(asked);
  };

  it('is refused with a forged state, or one that was changed', async () => {
    const { input } = await begin();
    const [said = '', signature = ''] = input.state.split('.');
    const stated = JSON.parse(Buffer.from(said, 'base64url').toString()) as object;
    const longer = Buffer.from(JSON.stringify({ ...stated, until: 9e12 })).toString('base64url');
    for (const state of [
      'x',
      `${said}.`,
      `${said}.${'A'.repeat(43)}`,
      `${said}x.${signature}`,
      `${longer}.${signature}`,
    ])
      await isRefused({ ...input, state });
    const forged = await app.request('/api/v1/oauth/github/redirect?code=c&installation_id=501&state=x.y');
    expect([forged.status, forged.headers.get('location')]).toEqual([400, null]);
    expect(await sources()).toEqual([]);
  });

  it('is refused when its state comes again', async () => {
    const { input } = await begin();
    expect((await call('complete-install', input)).status).toBe(200);
    served.codes.set('fresh', { user: 'ada', sees: ['501'] });
    await isRefused({ ...input, code: 'fresh' });
    // Nor by two at once, nor after a start.
    const second = (await begin()).input;
    const both = await Promise.all([second, second].map((each) => call('complete-install', each)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    await stop();
    start();
    await isRefused({ ...second, code: 'fresh' });
  });

  it('is completed after a start of Cairn, for its state is signed and kept by no process', async () => {
    const { input } = await begin();
    await stop();
    start();
    const back = await app.request(
      `/api/v1/oauth/github/redirect?code=c&installation_id=501&state=${input.state}`,
    );
    expect(back.status).toBe(302);
    expect((await call('complete-install', input)).status).toBe(200);
  });

  it('tells the tool neither the person nor the proof', async () => {
    const { input } = await begin([], { userId: 'ada-lovelace' });
    const said = Buffer.from(input.state.split('.')[0] ?? '', 'base64url').toString();
    expect(said).not.toMatch(/ada-lovelace/);
    expect(said).not.toContain(input.proof);
  });

  it('is refused in another org, for another person, in another browser, and after a while', async () => {
    const { input } = await begin();
    await isRefused(input, { orgId: other });
    await isRefused(input, { userId: 'mallory' });
    await isRefused({ ...input, proof: (await begin()).input.proof });
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] });
    await isRefused(input);
  });

  it('is refused when it is that of somebody else, whatever number the address bar holds', async () => {
    const { input } = await begin(['501']);
    const stolen = await call('complete-install', { ...input, installationId: '502' });
    expect(stolen).toMatchObject({
      status: 403,
      error: {
        message: 'GitHub does not show you that installation. Install the App yourself, then try again.',
      },
    });
    expect(await sources()).toEqual([]);
  });

  it('is refused with a code that GitHub does not know', async () => {
    const { input } = await begin();
    expect((await call('complete-install', { ...input, code: 'guessed' })).error?.code).toBe('forbidden');
  });

  it('cannot be given as a setting', async () => {
    const settings = { owner: 'victim', installation: '502', host: server.url };
    for (const path of ['create-source', 'preview-source'])
      expect((await call(path, { type: 'github', settings })).error?.message).toMatch(/^installation: /);
    await call('complete-install', (await begin()).input);
    const [source] = await sources();
    const changed = await call('update-source', { id: source?.id, settings: { installation: '502' } });
    expect(changed.error?.code).toBe('invalid_input');
  });

  it('is begun by admins alone', async () => {
    for (const path of ['get-install-url', 'complete-install'])
      expect((await call(path, { type: 'github' }, { role: 'user' })).status).toBe(403);
  });
});

describe('a token of an installation', () => {
  it('is renewed before it ends, and made once until then', async () => {
    const named = githubApp();
    if (!named) throw new Error('no App');
    const ask = fetchAsInstallation(fetch, named, '501');
    const read = () => ask(`${server.url}/api/v3/repos/acme/engine/actions/runs`);
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    expect(served.granted.size).toBe(1);
    vi.useFakeTimers({ now: Date.now() + 56 * 60_000, toFake: ['Date'] });
    expect((await read()).status).toBe(200);
    expect(served.granted.size).toBe(2);
  });

  it.each([
    [401, 'another-id', undefined, /does not accept the App/],
    [503, '77', undefined, /error \(503\)/],
    [429, '77', { 'retry-after': '30' }, /limit is reached/],
  ] as const)('that GitHub refuses with %s is told in words', async (status, id, headers, words) => {
    const named = githubApp();
    if (!named) throw new Error('no App');
    if (status !== 401)
      server.faults.set(server.asked.length, { kind: 'status', status, ...(headers ? { headers } : {}) });
    await expect(fetchAsInstallation(fetch, { ...named, id }, '501')(server.url)).rejects.toThrow(words);
  });
});

describe('the one webhook address of the App', () => {
  const post = (payload: object, secret: string, delivery = 'd1') => {
    const body = JSON.stringify(payload);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    return app.request('/api/v1/github/app-webhook', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': delivery,
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
  };
  const deliveries = async (id: string | undefined) =>
    (await call('list-deliveries', { id })).data as { deliveries: { id: string; kind: string }[] };

  it('hands a message to the source of its installation, and drops that of another one', async () => {
    await call('complete-install', (await begin()).input);
    await jobs.idle(acme);
    const [source] = await sources();
    const opened = (id: number) => ({ action: 'opened', installation: { id } });
    expect((await post(opened(501), SECRETS.webhook)).status).toBe(200);
    expect((await post(opened(502), SECRETS.webhook, 'd2')).status).toBe(200);
    expect((await post({ action: 'opened' }, SECRETS.webhook, 'd3')).status).toBe(200);
    expect((await deliveries(source?.id)).deliveries).toMatchObject([{ id: 'd1', kind: 'issues.opened' }]);
  });

  it('takes no message that another secret signed', async () => {
    await call('complete-install', (await begin()).input);
    const [source] = await sources();
    expect((await post({ action: 'opened', installation: { id: 501 } }, 'guessed')).status).toBe(401);
    expect((await deliveries(source?.id)).deliveries).toEqual([]);
  });
});
