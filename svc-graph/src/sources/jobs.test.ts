import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFixtureRepository } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphStores } from '../store/graph-stores.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { CONNECTORS } from './connectors.ts';
import { Jobs } from './jobs.ts';
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
  }, 60_000);
});
