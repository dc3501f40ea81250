import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_CALENDAR, calendarStatements } from './derive/calendar.ts';
import { deriveNow } from './derive/derive.ts';
import { GitFixture, commitFile, git } from '../test/git-fixture.ts';
import { removalStatements } from './sources/remove-source.ts';
import { CONNECTORS } from './sources/connectors.ts';
import { renormaliseGit } from './sources/git/renormalise.ts';
import { ingestSimulated } from './sources/simulated/ingest.ts';
import type { GraphStore } from './store/graph-store.ts';
import { GraphStores } from './store/graph-stores.ts';
import { writerOf } from './store/graph-writer.ts';
import { checkEffects } from '../test/checked-effects.ts';
import { PUBLISH } from './store/load.ts';
import { deleteFrom, insertInto, replaceRow, update } from './store/statement.ts';
import { NEW_SOURCE, addSource, readSources } from './store/source-row.ts';
import type { ChangeSince } from './store/table-changes.ts';

const at = new GitFixture();
afterEach(() => void vi.restoreAllMocks());

/** Tells what becomes of tables from now on; of one that nobody writes to, when something is not understood. */
function watching({ changes }: GraphStore): (table: string, columns?: readonly string[]) => ChangeSince {
  const version = changes.version();
  return (table, columns = []) => changes.since(version, table, columns);
}

async function simulated(store: GraphStore): Promise<void> {
  const to = Date.UTC(2026, 2, 3) / 1_000;
  const recipe = { seed: 3, events: 1_000, from: to - 30 * 86_400, to };
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
  it('is declared when a repository is read twice, so that rollups are kept up', async () => {
    const dir = at.emptyRepository();
    const changeOf = watching(at.store);
    commitFile(dir, 'a', '1');
    await at.ingest(dir);
    commitFile(dir, 'b', '1\n2\n');
    await at.ingest(dir);
    expect(changeOf('Nothing')).toBe('unchanged');
    expect(changeOf('Commit', ['authorUuid', 'committedAt'])).toBe('appended');
    expect(changeOf('Commit', ['additions'])).toBe('changed');
  });

  it('is what changes in the file, whatever happens to a repository until it is removed', async () => {
    const dir = at.emptyRepository();
    commitFile(dir, 'a', '1');
    commitFile(dir, 'b', '1');
    git(dir, 'branch', 'old');
    git(dir, 'tag', 'v1.0.0');
    const effects = checkEffects();
    await at.ingest(dir);
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    git(dir, 'branch', '-q', '-D', 'old');
    git(dir, 'tag', '-d', 'v1.0.0');
    commitFile(dir, '.mailmap', 'Anna <ann@example.com> Ann <ann@example.com>\n');
    const source = await at.ingest(dir);
    const writer = writerOf(at.store);
    await renormaliseGit({ writer, orgId: 'acme', source, signal: new AbortController().signal });
    const connector = CONNECTORS.find(({ type }) => type === 'git');
    await writer.commit(removalStatements(connector, { orgId: 'acme', source }));
    expect([...(effects.get('update') ?? [])]).toEqual(
      expect.arrayContaining(['Commit', 'Branch', 'Release', 'Repository', 'SourceFile', 'Person', 'Source']),
    );
    expect([...(effects.get('delete') ?? [])]).toEqual(
      expect.arrayContaining(['Relation', 'Commit', 'Identity', 'Person', 'RawPayload', 'Source']),
    );
  }, 120_000);

  it('is what changes when a company is simulated and measured: events are only ever put in', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-writes-'));
    const stores = new GraphStores(folder, { derive: deriveNow });
    const store = await stores.open(OrgId.parse('acme'));
    const changeOf = watching(store);
    const effects = checkEffects();
    await simulated(store);
    expect(changeOf('Nothing')).toBe('unchanged');
    expect(changeOf('Event', ['teamUuid', 'occurredAt', 'action'])).toBe('appended');
    expect(changeOf('PullRequest', ['cycleTime'])).toBe('changed');
    const calendar = { ...DEFAULT_CALENDAR, opens: 0 };
    await writerOf(store).commit([...calendarStatements('org', calendar), PUBLISH]);
    expect([...(effects.get('update') ?? [])].toSorted()).toEqual(
      expect.arrayContaining(['CicdPipeline', 'Issue', 'PullRequest']),
    );
    expect([...(effects.get('delete') ?? [])]).toEqual(
      expect.arrayContaining(['Flow', 'Relation', 'TimeInStatus', 'WorkClock', 'WorkingCalendar']),
    );
    await stores.close();
    await rm(folder, { recursive: true });
  }, 120_000);
});

describe('a statement that does more than it declares', () => {
  const PERSON = { deleted: 'false', name: `'Ann'`, uuid: 'uuid()' };
  const inserted = insertInto('Person', Object.keys(PERSON), `SELECT ${Object.values(PERSON).join(', ')}`);
  const updated = update('Person', { name: `'Bob'` }, '');
  const removed = deleteFrom('Person', 'true');

  it.each([
    ['of another table', { ...updated, writes: { how: 'update', table: 'Commit', columns: ['name'] } }],
    ['of nothing', { ...updated, writes: 'nothing' }],
    ['of another column', { ...updated, writes: { how: 'update', table: 'Person', columns: ['deleted'] } }],
    ['of more rows', { ...removed, writes: updated.writes }],
    ['of fewer rows', { ...inserted, writes: removed.writes }],
    ['of values', { ...updated, writes: inserted.writes }],
  ] as const)('is found: %s', async (_, statement) => {
    checkEffects();
    const committed = at.store.transaction((open) => open.runAll([inserted, statement]));
    await expect(committed).rejects.toThrow(/undeclared|beyond/);
    await at.store.transaction((open) =>
      open.runAll([inserted, updated, replaceRow('Meta', ['key', 'value']), removed]),
    );
  });
});
