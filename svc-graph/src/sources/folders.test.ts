import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
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

  it('are told to its admins alone', async () => {
    expect((await call(acme, 'list-folders')).data).toEqual([ours]);
    expect((await call(acme, 'list-folders', undefined, { role: 'user' })).code).toBe('forbidden');
    const other = await tokens.headers({ orgId: umbrella, role: 'admin' });
    const answer = await app.request(`/api/${acme}/sources/list-folders`, { headers: other });
    expect(answer.status).toBe(404);
  });

  it('are changed by superusers, and not by a super admin of the org', async () => {
    for (const role of ['user', 'admin', 'super'])
      for (const action of ['allow-folder', 'forbid-folder'])
        expect((await call(acme, action, { path: theirs }, { role })).code).toBe('forbidden');
    expect((await call(acme, 'allow-folder', { path: theirs }, SUPERUSER)).data).toEqual([ours, theirs]);
    expect((await call(acme, 'forbid-folder', { path: theirs }, SUPERUSER)).data).toEqual([ours]);
    expect((await add(acme, theirs)).code).toBe('invalid_input');
  });

  it.each(['relative', '/nowhere', ''])('are none that is not there: %j', async (path) => {
    expect((await call(acme, 'allow-folder', { path }, SUPERUSER)).code).toBe('invalid_input');
  });

  it('hold those of sources that an earlier version added', async () => {
    const orgId = OrgId.parse(`old${count}`);
    const source = { id: 's', type: 'git', settings: { path: join(ours, '.git') }, name: 'ours' };
    await addSource(await stores.open(orgId), { ...source, state: { ...NEW_SOURCE, status: 'active' } });
    expect((await call(orgId, 'list-folders')).data).toEqual([ours]);
    expect((await call(orgId, 'allow-folder', { path: theirs }, SUPERUSER)).data).toEqual([ours, theirs]);
  });
});
