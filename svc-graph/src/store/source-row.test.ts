import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFile, git } from '../../test/git-fixture.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { runTask } from '../sources/run-task.ts';
import { GraphStores } from './graph-stores.ts';
import { writerOf } from './graph-writer.ts';
import { readSources } from './source-row.ts';

const acme = OrgId.parse('acme');
let folder: string;
let stores: GraphStores;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-source-rows-'));
  stores = new GraphStores(folder);
});
afterEach(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

const REST = { notes: ['A note.'], error: null, erroredAt: null };
const CURSOR = { tips: [], heads: {}, shape: 'before', undiffable: [] };
const recipe = { seed: 3, events: 1_500, from: 1_700_000_000, to: 1_705_000_000 };

/** The sources of a file as schema version 1 stored them. */
function oldSources(path: string) {
  const progress = (phase: string, done: number, total: number | null) => ({
    phase,
    done,
    total,
    perSecond: 7,
  });
  const state = (status: string, part: object) => ({
    ...REST,
    status,
    lastIngestedAt: null,
    cursor: null,
    ...part,
  });
  return [
    ['done', 'git', path, state('active', { progress: progress('done', 9, 9), cursor: CURSOR })],
    ['reading', 'git', path, state('ingesting', { progress: progress('log', 4, null) })],
    [
      'company',
      'simulated',
      JSON.stringify(recipe),
      state('new', { progress: progress('waiting', 0, null) }),
    ],
  ] as const;
}

async function writeOldFile(path: string): Promise<void> {
  const store = await stores.open(acme);
  await store.run('DROP TABLE "Source"');
  await store.run(
    'CREATE TABLE "Source" (id VARCHAR, type VARCHAR, path VARCHAR, name VARCHAR, "createdAt" TIMESTAMP, state JSON)',
  );
  for (const [id, type, place, state] of oldSources(path))
    await store.rows('INSERT INTO "Source" VALUES ($1, $2, $3, $1, now()::TIMESTAMP, $4)', [
      id,
      type,
      place,
      JSON.stringify(state),
    ]);
  await store.run(`UPDATE "Meta" SET value = 'older' WHERE key = 'schema'`);
  await store.run(`UPDATE "Meta" SET value = '1' WHERE key = 'schemaVersion'`);
  await stores.close();
}

async function sourcesById() {
  const sources = await readSources(await stores.open(acme));
  return new Map(sources.map((source) => [source.id, source]));
}

describe('the sources of a file of schema version 1', () => {
  it('keep what they had, with settings in the place of a path and counts by phase', async () => {
    await writeOldFile('/srv/engine');
    const sources = await sourcesById();
    expect([...sources.keys()].toSorted()).toEqual(['company', 'done', 'reading']);
    expect(sources.get('company')).toMatchObject({ type: 'simulated', settings: recipe, name: 'company' });
    expect(sources.get('company')?.state.progress).toEqual({ state: 'waiting', current: null, counts: {} });
    expect(sources.get('done')?.settings).toEqual({ path: '/srv/engine' });
    expect(sources.get('done')?.state).toEqual({
      ...REST,
      status: 'active',
      lastIngestedAt: null,
      cursor: CURSOR,
      progress: { state: 'done', current: null, counts: {} },
      // Its rows are of that version too.
      outdated: true,
    });
    expect(sources.get('reading')?.state.progress).toEqual({
      state: 'running',
      current: 'log',
      counts: { log: { done: 4, total: null, perSecond: null } },
    });
  });

  it('are migrated once, and read on', async () => {
    const repository = join(folder, 'repository');
    git(folder, 'init', '-q', '-b', 'main', repository);
    commitFile(repository, 'a', '1');
    await writeOldFile(join(repository, '.git'));
    await stores.open(acme);
    await stores.close();
    const store = await stores.open(acme);
    const connectors = CONNECTORS;
    const { signal } = new AbortController();
    const task = { orgId: acme, sourceId: 'done', kind: 'ingest' } as const;
    await runTask(task, { connectors, writer: writerOf(store), secrets: {}, signal });
    const read = (await sourcesById()).get('done');
    expect(read?.state).toMatchObject({ status: 'active', error: null, progress: { state: 'done' } });
    expect(await store.rows('SELECT name FROM "Commit"')).toEqual([{ name: 'Write a' }]);
  });
});
