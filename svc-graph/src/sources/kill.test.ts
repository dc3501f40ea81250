import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, statSync, watch } from 'node:fs';
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

const acme = OrgId.parse('acme');
const COMMITS = 1_500;
/** Milliseconds until a process is killed, even if it has not written enough. */
const LONGEST = 20_000;
let folder: string;
let data: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-kill-')));
  data = join(folder, 'data');
  await makeFixtureRepository({ dir: join(folder, 'repo'), commits: COMMITS, seed: 4 });
  const stores = new GraphStores(data);
  await addSource(await stores.open(acme), {
    id: 'source',
    type: 'git',
    settings: { path: join(folder, 'repo') },
    name: 'repo',
    state: NEW_SOURCE,
  });
  await stores.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The service in a process of its own, which resumes unfinished work by itself. */
function start(): ChildProcess {
  return fork(join(import.meta.dirname, '../main.ts'), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, CAIRN_DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'test' },
  });
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Kills the process, at any point, once it has written this many more bytes. */
async function killAfterWriting(child: ChildProcess, bytes: number): Promise<void> {
  const files = ['acme.duckdb', 'acme.duckdb.wal'].map((name) => join(data, 'graph', name));
  const written = () => files.reduce((sum, file) => sum + sizeOf(file), 0);
  await once(child, 'message');
  const before = written();
  const isDone = () => Math.abs(written() - before) >= bytes;
  // File events instead of polling leave the machine to the process.
  const writes = watch(join(data, 'graph'));
  const deadline = setTimeout(() => writes.emit('change'), LONGEST);
  const until = Date.now() + LONGEST;
  while (!isDone() && Date.now() < until) await once(writes, 'change');
  clearTimeout(deadline);
  writes.close();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function inspect() {
  const stores = new GraphStores(data);
  const store = await stores.open(acme);
  const [counts] = await store.rows<
    Record<'commits' | 'shas' | 'diffs' | 'events' | 'relations' | 'edges', number>
  >(
    `SELECT count(*)::INTEGER AS commits, count(DISTINCT sha)::INTEGER AS shas, count("changedFiles")::INTEGER AS diffs,
       (SELECT count(*) FROM "Event" WHERE "entityType" = 'Commit')::INTEGER AS events,
       (SELECT count(*) FROM "Relation")::INTEGER AS relations,
       (SELECT count(*) FROM (SELECT DISTINCT * FROM "Relation"))::INTEGER AS edges FROM "Commit"`,
  );
  const [source] = await readSources(store);
  await stores.close();
  if (!counts || !source) throw new Error('nothing is there');
  return { ...counts, progress: source.state.progress.state, error: source.state.error };
}

describe('a service that is killed while it reads', () => {
  it('keeps what it had acknowledged and goes on where it stopped, with nothing twice', async () => {
    let last = 0;
    for (const bytes of [1, 600_000]) {
      await killAfterWriting(start(), bytes);
      const { commits, shas, diffs, events, relations, edges } = await inspect();
      expect(shas).toBe(commits);
      expect(events).toBe(commits);
      expect(edges).toBe(relations);
      expect(commits + diffs).toBeGreaterThanOrEqual(last);
      last = commits + diffs;
    }
    const stores = new GraphStores(data);
    const jobs = new Jobs({ stores, log: silentLog(), connectors: CONNECTORS });
    await jobs.resume();
    await jobs.idle(acme);
    await stores.close();
    const whole = await inspect();
    expect(whole).toMatchObject({
      commits: COMMITS,
      shas: COMMITS,
      diffs: COMMITS,
      events: COMMITS,
      progress: 'done',
      error: null,
    });
    expect(whole.edges).toBe(whole.relations);
  }, 90_000);
});
