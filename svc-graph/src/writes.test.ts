import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { deriveNow } from './derive/derive.ts';
import { GitFixture, commitFile } from '../test/git-fixture.ts';
import { ingestSimulated } from './sources/simulated/ingest.ts';
import type { GraphStore } from './store/graph-store.ts';
import { GraphStores } from './store/graph-stores.ts';
import { writerOf } from './store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from './store/source-row.ts';
import type { Fate } from './store/table-changes.ts';

const at = new GitFixture();

/** Tells what becomes of tables from now on; of one that nobody writes to, when something is not understood. */
function watching({ changes }: GraphStore): (table: string, columns?: readonly string[]) => Fate {
  const mark = changes.mark();
  return (table, columns = []) => changes.since(mark, table, columns);
}

async function simulated(store: GraphStore): Promise<void> {
  const to = Date.UTC(2026, 2, 3) / 1_000;
  const recipe = { seed: 3, events: 1_500, from: to - 60 * 86_400, to };
  await addSource(store, {
    id: 'company',
    type: 'simulated',
    settings: recipe,
    name: 'Company',
    state: NEW_SOURCE,
  });
  const [source] = await readSources(store);
  const { signal } = new AbortController();
  if (source) await ingestSimulated({ writer: writerOf(store), orgId: 'acme', source, signal });
}

describe('what sources write', () => {
  it('is understood when a repository is read twice, so that rollups are kept up', async () => {
    const dir = at.emptyRepository();
    const fateOf = watching(at.store);
    commitFile(dir, 'a', '1');
    await at.ingest(dir);
    commitFile(dir, 'b', '1\n2\n');
    await at.ingest(dir);
    expect(fateOf('Nothing')).toBe('same');
    expect(fateOf('Commit', ['authorUuid', 'committedAt'])).toBe('grown');
    expect(fateOf('Commit', ['additions'])).toBe('changed');
  });

  it('is understood when a company is simulated and measured: events are only ever put in', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-writes-'));
    const stores = new GraphStores(folder, { derive: deriveNow });
    const store = await stores.open(OrgId.parse('acme'));
    const fateOf = watching(store);
    await simulated(store);
    expect(fateOf('Nothing')).toBe('same');
    expect(fateOf('Event', ['teamUuid', 'occurredAt', 'action'])).toBe('grown');
    expect(fateOf('PullRequest', ['cycleTime'])).toBe('changed');
    await stores.close();
    await rm(folder, { recursive: true });
  });
});
