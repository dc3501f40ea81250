import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { loadStatements } from '../../store/load.ts';
import { recordLoad } from '../../store/source-records.ts';
import { NEW_SOURCE, addSource } from '../../store/source-row.ts';
import { entityUuid } from '../../store/uuid.ts';
import { CONNECTORS } from '../connectors.ts';
import { Jobs } from '../jobs.ts';

const acme = OrgId.parse('acme');
let folder: string;
let stores: GraphStores;
let jobs: Jobs;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-offers-'));
  stores = new GraphStores(folder);
  jobs = new Jobs({ stores, log: silentLog(), connectors: CONNECTORS });
});
afterEach(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

/** A clone whose repository has pages at an address. */
async function clone(name: string, sourceUrl: string | null): Promise<void> {
  const store = await stores.open(acme);
  const row = { id: name, type: 'git', name, settings: { path: `/${name}` }, state: NEW_SOURCE };
  await addSource(store, row, []);
  const uuid = entityUuid(acme, 'git', name);
  await writerOf(store).commit([
    ...loadStatements({ table: 'Repository', rows: [{ uuid, name, sourceUrl }] }),
    ...loadStatements(
      recordLoad({ sourceId: name, kind: 'Repository', at: 1 }, [{ uuid, externalId: name }]),
    ),
  ]);
}
async function connect(settings: Record<string, unknown>): Promise<void> {
  const row = { id: 'gh', type: 'github', name: 'gh', settings, state: NEW_SOURCE };
  await addSource(await stores.open(acme), row, []);
}
async function offers() {
  const tokens = await testTokens();
  const app = createApp({
    graphs: stores,
    jobs,
    connectors: CONNECTORS,
    verifier: tokens.verifier,
    log: silentLog(),
  });
  const answer = await app.request('/api/acme/sources/list-offers', {
    method: 'POST',
    headers: await tokens.headers({ role: 'admin' }),
    body: '{}',
  });
  return ((await answer.json()) as { data: unknown }).data;
}

describe('a clone', () => {
  it('whose remote is on GitHub offers to connect its owner, with the repository', async () => {
    await clone('engine', 'https://github.com/Acme/engine');
    expect(await offers()).toEqual([
      {
        sourceId: 'engine',
        name: 'engine',
        type: 'github',
        settings: { owner: 'Acme', repositories: 'engine' },
      },
    ]);
  });

  it('names the host where its forge is an Enterprise Server', async () => {
    await clone('engine', 'https://github.acme.example/tools/engine');
    expect(await offers()).toMatchObject([
      { settings: { owner: 'tools', repositories: 'engine', host: 'github.acme.example' } },
    ]);
  });

  it.each([
    ['has no remote', null],
    ['is elsewhere', 'https://bitbucket.org/acme/engine'],
    ['only looks like it', 'https://notgithub.com/acme/engine'],
    ['has a page without an owner', 'https://github.com/acme'],
    ['has no address', 'javascript:alert(1)'],
  ])('offers nothing where it %s', async (_, address) => {
    await clone('engine', address);
    expect(await offers()).toEqual([]);
  });

  it('offers nothing once its owner is connected, whatever its capitals', async () => {
    await clone('engine', 'https://github.com/Acme/engine');
    await connect({ owner: 'acme', host: 'github.com', repositories: [], since: '' });
    expect(await offers()).toEqual([]);
    await clone('other', 'https://github.com/other/other');
    expect(await offers()).toMatchObject([{ sourceId: 'other' }]);
  });
});
