import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../test/git-fixture.ts';
import { makeRenameHistory } from '../../test/rename-history.ts';
import { GraphStores } from '../store/graph-stores.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';

const large = OrgId.parse('large');
const small = OrgId.parse('small');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-space-')));
const stores = new GraphStores(join(folder, 'narrow'), { limits: { memory: '64MB', temp: '1MB' } });
const jobs = new Jobs({ stores, log: silentLog(), connectors: CONNECTORS });

const readState = async (orgId: OrgId) => {
  const [source] = await readSources(await stores.open(orgId));
  return source?.state;
};
const start = (orgId: OrgId) => jobs.start({ orgId, sourceId: 's', kind: 'ingest' });

beforeAll(async () => {
  const renamed = join(folder, 'renamed');
  mkdirSync(renamed);
  git(renamed, 'init', '-q', '-b', 'main');
  makeRenameHistory(renamed, { commits: 900, files: 240, folders: 2, seed: 5 });
  const plain = join(folder, 'plain');
  await makeFixtureRepository({ dir: plain, commits: 20, seed: 4 });
  for (const [orgId, path] of [
    [large, renamed],
    [small, join(plain, '.git')],
  ] as const)
    await addSource(await stores.open(orgId), {
      id: 's',
      type: 'git',
      settings: { path },
      name: 's',
      state: NEW_SOURCE,
    });
}, 240_000);
afterAll(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

describe('an org whose reading has no space', () => {
  it(
    'fails with words, while and after which another org reads to its end',
    { timeout: 240_000 },
    async () => {
      start(large);
      await expect.poll(async () => (await readState(large))?.status, { timeout: 60_000 }).toBe('ingesting');
      start(small);
      await jobs.idle(small);
      expect(await readState(small)).toMatchObject({ status: 'active', error: null });
      await jobs.idle(large);
      expect(await readState(large)).toMatchObject({ status: 'error', failed: { times: 1 } });
      expect((await readState(large))?.error?.message).toMatch(
        /^Reading needs more (memory|temporary space) than an org may use. Raise CAIRN_QUERY_/,
      );
      start(small);
      await jobs.idle(small);
      expect(await readState(small)).toMatchObject({ status: 'active', error: null });
    },
  );
});
