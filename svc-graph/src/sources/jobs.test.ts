import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphStores } from '../store/graph-stores.ts';
import { readOutbox } from '../store/outbox.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { connectorOf } from './connector.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';
import { presentSource } from './present.ts';
import { countOf } from './progress.ts';

const acme = OrgId.parse('acme');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-jobs-')));
const stores = new GraphStores(join(folder, 'data'));
/** The sources in the order in which they started. */
const turns: string[] = [];
const log = Object.assign(silentLog(), {
  info: (entry: { sourceId: string }, text: string) =>
    text === 'reading a source' && turns.push(entry.sourceId),
});
const jobs = new Jobs({ stores, log, connectors: CONNECTORS });
/** What was told of sources: whether each can be read. */
const told = async () =>
  (await readOutbox(await stores.open(acme))).flatMap((message) =>
    message.kind === 'source' ? [[message.integration, message.error === null]] : [],
  );
const COMMITS = { long: 4_000, short: 20 };

beforeAll(async () => {
  const store = await stores.open(acme);
  for (const [id, commits] of Object.entries(COMMITS)) {
    const path = join(folder, id);
    await makeFixtureRepository({ dir: path, commits, seed: 4 });
    await addSource(store, {
      id,
      type: 'git',
      settings: { path: join(path, '.git') },
      name: id,
      state: NEW_SOURCE,
    });
  }
});
afterAll(async () => {
  await jobs.close();
  await stores.close();
  rmSync(folder, { recursive: true });
});

describe('several sources of an org', () => {
  it('have all their logs read before the changes of any, and then everything', async () => {
    jobs.start({ orgId: acme, sourceId: 'long', kind: 'ingest' });
    jobs.start({ orgId: acme, sourceId: 'short', kind: 'ingest' });
    await jobs.idle(acme);
    expect(turns).toEqual(['long', 'short', 'long']);
    const store = await stores.open(acme);
    const done = (await readSources(store)).map(({ id, state }) => [
      id,
      state.status,
      countOf(state.progress).done,
    ]);
    expect(done).toEqual([
      ['long', 'active', COMMITS.long],
      ['short', 'active', COMMITS.short],
    ]);
    const [unread] = await store.rows<{ n: number }>(
      'SELECT count(*)::INTEGER AS n FROM "Commit" WHERE "changedFiles" IS NULL',
    );
    expect(unread?.n).toBe(0);
    // The long one gave way to the short one in between, and is one run.
    expect(await told()).toEqual([
      ['short', true],
      ['long', true],
    ]);
  });

  it('are told of when they cannot be read', async () => {
    const store = await stores.open(acme);
    const settings = { path: join(folder, 'gone', '.git') };
    await addSource(store, { id: 'gone', type: 'git', settings, name: 'gone', state: NEW_SOURCE });
    jobs.start({ orgId: acme, sourceId: 'gone', kind: 'ingest' });
    await jobs.idle(acme);
    expect((await told()).at(-1)).toEqual(['gone', false]);
  });

  it('tell how far they are built again, until they are', async () => {
    const source = async () => (await readSources(await stores.open(acme))).find(({ id }) => id === 'long');
    const present = async () => {
      const row = await source();
      if (!row) throw new Error('the source is gone');
      const rebuild = jobs.rebuildOf(acme, 'long');
      const tasks = { isDue: () => false, rebuild };
      return presentSource(row, connectorOf(CONNECTORS, row.type), tasks);
    };
    jobs.start({ orgId: acme, sourceId: 'long', kind: 'renormalise' });
    const done = new Set<number>();
    for (;;) {
      const { status, progress } = await present();
      if (status === 'active') break;
      expect(progress.phases).toMatchObject([{ label: 'Building again', total: COMMITS.long }]);
      done.add(progress.phases[0]?.done ?? -1);
    }
    expect(done.size).toBeGreaterThan(1);
    expect(Math.max(...done)).toBeLessThan(COMMITS.long);
    expect((await present()).progress).toMatchObject({ state: 'done' });
  });
});
