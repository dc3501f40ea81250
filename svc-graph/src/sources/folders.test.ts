import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { type AllowedFolder, OrgId, type Source } from '@cairn/contracts';
import { type TestTokens, silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { NEW_SOURCE, addSource } from '../store/source-row.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-folders-')));
const ours = join(folder, 'ours');
const theirs = join(folder, 'theirs');
const log = silentLog();
const stores = new GraphStores(join(folder, 'data'));
const jobs = new Jobs({ stores, log, connectors: CONNECTORS });
const SUPERUSER = { role: 'admin', superuser: true };
let tokens: TestTokens;
let app: ReturnType<typeof createApp>;
let count = 0;
let acme: string;
let umbrella: string;

async function call(orgId: string, action: string, body?: object, claims: object = { role: 'admin' }) {
  const answer = await app.request(`/api/${orgId}/sources/${action}`, {
    method: body ? 'POST' : 'GET',
    headers: await tokens.headers({ orgId, ...claims }),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = (await answer.json()) as {
    data?: unknown;
    error?: { code: string; message: string };
  };
  return { status: answer.status, data, code: error?.code, message: error?.message };
}

const pathsOf = async (orgId: string, action: string, path?: string) =>
  (
    (await call(orgId, action, path === undefined ? undefined : { path }, SUPERUSER)).data as AllowedFolder[]
  ).map((folder) => folder.path);

const add = (orgId: string, path: string, claims?: object) =>
  call(orgId, 'create-source', { type: 'git', settings: { path } }, claims);

beforeAll(async () => {
  for (const path of [ours, theirs]) await makeFixtureRepository({ dir: path, commits: 3 });
  tokens = await testTokens();
  app = createApp({ graphs: stores, jobs, connectors: CONNECTORS, verifier: tokens.verifier, log });
});
beforeEach(async () => {
  count += 1;
  [acme, umbrella] = [`acme${count}`, `umbrella${count}`];
  await call(acme, 'allow-folder', { path: ours }, SUPERUSER);
  await call(umbrella, 'allow-folder', { path: theirs }, SUPERUSER);
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

describe('the folders of an org', () => {
  it('are read by its own sources, and by those of no other org', async () => {
    symlinkSync(theirs, join(ours, `link${count}`));
    expect((await add(acme, ours)).status).toBe(200);
    const messages = new Set<string | undefined>();
    for (const path of [
      theirs,
      join(theirs, '.git'),
      join(ours, `link${count}`),
      join(ours, '../theirs'),
      '/no',
    ]) {
      const refused = await add(acme, path, SUPERUSER);
      expect([path, refused.status, refused.code]).toEqual([path, 400, 'invalid_input']);
      messages.add(refused.message);
    }
    expect([...messages]).toEqual([expect.stringContaining('A superuser of this Cairn can allow')]);
    expect((await add(umbrella, theirs)).status).toBe(200);
  });

  it('hold worktrees whose repository they do not, which is said', async () => {
    const tree = join(ours, `tree${count}`);
    execFileSync('git', ['-C', theirs, 'worktree', 'add', '-q', '--detach', tree]);
    const refused = await add(acme, tree);
    expect([refused.code, refused.message]).toEqual([
      'invalid_input',
      'This folder belongs to a git repository that lies elsewhere, as a worktree does, and outside the folders that this organization may read. A superuser of this Cairn can allow further folders.',
    ]);
    rmSync(tree, { recursive: true });
  });

  it('are told to its admins alone', async () => {
    expect(await pathsOf(acme, 'list-folders')).toEqual([ours]);
    expect((await call(acme, 'list-folders', undefined, { role: 'user' })).code).toBe('forbidden');
    const other = await tokens.headers({ orgId: umbrella, role: 'admin' });
    const answer = await app.request(`/api/${acme}/sources/list-folders`, { headers: other });
    expect(answer.status).toBe(404);
  });

  it('are changed by superusers, and not by a super admin of the org', async () => {
    for (const role of ['user', 'admin', 'super'])
      for (const action of ['allow-folder', 'forbid-folder'])
        expect((await call(acme, action, { path: theirs }, { role })).code).toBe('forbidden');
    expect(await pathsOf(acme, 'allow-folder', theirs)).toEqual([ours, theirs]);
    expect(await pathsOf(acme, 'forbid-folder', theirs)).toEqual([ours]);
    expect((await add(acme, theirs)).code).toBe('invalid_input');
  });

  it('are listed once, and not again for what lies in them', async () => {
    expect(await pathsOf(acme, 'allow-folder', ours)).toEqual([ours]);
    expect(await pathsOf(acme, 'allow-folder', join(ours, '.git'))).toEqual([ours]);
    expect(await pathsOf(acme, 'allow-folder', folder)).toEqual([folder, ours]);
  });

  it.each(['relative', '/nowhere', ''])('are none that is not there: %j', async (path) => {
    expect((await call(acme, 'allow-folder', { path }, SUPERUSER)).code).toBe('invalid_input');
  });

  it('hold those of sources that an earlier version added', async () => {
    const orgId = OrgId.parse(`old${count}`);
    const source = { id: 's', type: 'git', settings: { path: join(ours, '.git') }, name: 'ours' };
    await addSource(await stores.open(orgId), { ...source, state: { ...NEW_SOURCE, status: 'active' } });
    expect((await call(orgId, 'list-folders')).data).toEqual([
      { path: ours, sources: [{ id: 's', name: 'ours' }] },
    ]);
    expect(await pathsOf(orgId, 'allow-folder', theirs)).toEqual([ours, theirs]);
  });
});

describe('sources of folders with one name', () => {
  const names = async () => ((await call(acme, 'list-sources')).data as Source[]).map(({ name }) => name);
  const repositoryIn = async (...parts: string[]) => {
    const dir = join(folder, ...parts);
    await makeFixtureRepository({ dir, commits: 3 });
    await call(acme, 'allow-folder', { path: dir }, SUPERUSER);
    return dir;
  };

  it('have names of their own, which they keep', async () => {
    const [left, right] = [
      await repositoryIn(`left${count}`, 'repo'),
      await repositoryIn(`right${count}`, 'repo'),
    ];
    for (const path of [left, right, right, left]) await add(acme, path);
    expect(await names()).toEqual(['repo', `right${count}/repo`]);
    await jobs.idle(OrgId.parse(acme));
    const store = await stores.open(OrgId.parse(acme));
    const repositories = await store.rows<{ name: string }>('SELECT name FROM "Repository" ORDER BY name');
    expect(repositories.map(({ name }) => name)).toEqual(['repo', `right${count}/repo`]);
  });

  it('get names of their own at the next start, where an earlier version gave them one', async () => {
    const path = await repositoryIn(`old${count}`, 'repo');
    const store = await stores.open(OrgId.parse(acme));
    const older = { id: 'older', type: 'git', settings: { path: '/gone' }, name: 'repo', state: NEW_SOURCE };
    await add(acme, path);
    await addSource(store, older);
    await add(acme, path);
    expect(await names()).toEqual([`old${count}/repo`, 'repo']);
  });
});

describe('a source in a folder that is forbidden', () => {
  const sourceOf = async (orgId: string) => ((await call(orgId, 'list-sources')).data as Source[])[0];
  const forbid = (path: string) => call(acme, 'forbid-folder', { path }, SUPERUSER);
  const allow = (path: string) => call(acme, 'allow-folder', { path }, SUPERUSER);
  const idle = () => jobs.idle(OrgId.parse(acme));
  const countCommits = async () => {
    const store = await stores.open(OrgId.parse(acme));
    const [row] = await store.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM "Commit"');
    return row?.n;
  };

  /** A repository of this test alone, in a folder that the org may read, with a source that has read it. */
  async function readRepository(name: string, commits = 3): Promise<string> {
    const path = join(folder, `${name}${count}`);
    await makeFixtureRepository({ dir: path, commits });
    await allow(path);
    await add(acme, path);
    return path;
  }

  it('says why it is not read, keeps what it has, and goes on when the folder is allowed again', async () => {
    const path = await readRepository('stopped');
    await idle();
    const { id, lastIngestedAt } = (await sourceOf(acme)) ?? {};
    const ada = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', ['-C', path, ...ada, 'commit', '-q', '--allow-empty', '-m', 'One more']);
    await forbid(path);
    const stopped = { status: 'error', lastIngestedAt, error: { code: 'source_unavailable' } };
    expect(await sourceOf(acme)).toMatchObject(stopped);
    expect((await sourceOf(acme))?.error?.message).toContain(
      'A superuser of this Cairn can allow its folder.',
    );
    await call(acme, 'sync-source', { id });
    await idle();
    expect(await sourceOf(acme)).toMatchObject(stopped);
    expect(await countCommits()).toBe(3);
    await allow(path);
    await idle();
    expect(await sourceOf(acme)).toMatchObject({ status: 'active', error: null });
    expect(await countCommits()).toBe(4);
  });

  it('is stopped while it is being read', async () => {
    const path = await readRepository('large', 1_500);
    await forbid(path);
    await idle();
    expect(await sourceOf(acme)).toMatchObject({ status: 'error', error: { code: 'source_unavailable' } });
  });

  it('is read as before where another folder of the org holds it', async () => {
    const path = await readRepository('held');
    await idle();
    await allow(folder);
    await forbid(path);
    expect((await sourceOf(acme))?.status).toBe('active');
    expect(await pathsOf(acme, 'list-folders')).toEqual([folder, ours]);
  });

  it('shows of its commits what was kept, and nothing of the repository', async () => {
    const path = await readRepository('shown');
    await idle();
    const store = await stores.open(OrgId.parse(acme));
    const [commit] = await store.rows<{ uuid: string }>(
      'SELECT uuid FROM "Commit" WHERE "changedFiles" > 0 LIMIT 1',
    );
    const patches = async () => {
      const answer = await app.request(`/api/${acme}/entity-diff`, {
        method: 'POST',
        headers: await tokens.headers({ orgId: acme, role: 'viewer' }),
        body: JSON.stringify({ entityUuid: commit?.uuid }),
      });
      const { data } = (await answer.json()) as { data: { patch: string | null }[] };
      return data.filter(({ patch }) => patch !== null).length;
    };
    expect(await patches()).toBeGreaterThan(0);
    await forbid(path);
    expect(await patches()).toBe(0);
  });

  it('is not read through a link that has taken the place of its folder', async () => {
    const path = await readRepository('swapped');
    await idle();
    renameSync(path, `${path}.away`);
    symlinkSync(theirs, path);
    await call(acme, 'sync-source', { id: (await sourceOf(acme))?.id });
    await idle();
    expect(await sourceOf(acme)).toMatchObject({ status: 'error', error: { code: 'source_unavailable' } });
  });
});
