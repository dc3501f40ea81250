import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitFile, git } from '../../../test/git-fixture.ts';
import type { TellingPoint } from '../../../test/killed-teller.ts';
import { GraphStores } from '../../store/graph-stores.ts';
import { forgetMessages, readOutbox } from '../../store/outbox.ts';
import { NEW_SOURCE, addSource } from '../../store/source-row.ts';
import { CONNECTORS } from '../connectors.ts';
import { Jobs } from '../jobs.ts';
import { readRuns } from './run-log.ts';

const acme = OrgId.parse('acme');
const id = 'source';
let folder: string;
let repository: string;

/** Works in a service that resumes what an earlier one left, and then is closed. */
async function inService<T>(work: (at: { stores: GraphStores; jobs: Jobs }) => Promise<T>): Promise<T> {
  const stores = new GraphStores(join(folder, 'data'));
  const jobs = new Jobs({ stores, log: silentLog(), connectors: CONNECTORS });
  await jobs.resume();
  await jobs.idle(acme);
  try {
    return await work({ stores, jobs });
  } finally {
    await jobs.close();
    await stores.close();
  }
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-telling-')));
  repository = join(folder, 'repo');
  git(folder, 'init', '-q', '-b', 'main', repository);
  commitFile(repository, 'a', '1');
  await inService(async ({ stores, jobs }) => {
    const store = await stores.open(acme);
    const settings = { path: join(repository, '.git') };
    await addSource(store, { id, type: 'git', settings, name: 'repo', state: NEW_SOURCE });
    jobs.start({ orgId: acme, sourceId: id, kind: 'ingest' });
    await jobs.idle(acme);
    await store.beside(async (open) => open.run(forgetMessages(await readOutbox(store))));
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A service that reads what is new, and is killed when its reading has ended. */
async function killAt(point: TellingPoint): Promise<void> {
  const child = fork(
    join(import.meta.dirname, '../../../test/killed-teller.ts'),
    [join(folder, 'data'), point],
    {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  await once(child, 'message');
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** What is told once a service has resumed, and the latest run. Whoever takes messages has taken them then. */
const resumed = () =>
  inService(async ({ stores }) => {
    const store = await stores.open(acme);
    const messages = await readOutbox(store);
    await store.beside((open) => open.run(forgetMessages(messages)));
    const told = messages.map((message) => {
      if (message.kind !== 'news') return message.kind;
      return message.things.map(({ name, words }) => `${name}: ${words}`).toSorted();
    });
    const [run] = (await readRuns(store, id, { before: undefined, limit: 1, isRunning: false })).data;
    return { told, run };
  });

describe('a service that is killed when a reading has ended', () => {
  it.each(['before', 'after'] as const)(
    '%s its end is told tells it once, with the news',
    async (point) => {
      commitFile(repository, point, '1');
      await killAt(point);
      const { told, run } = await resumed();
      expect(told).toEqual(['source', ['Ann: 1 commit', 'repo: 1 commit']]);
      expect(run).toMatchObject({ reason: 'schedule', outcome: 'done' });
      expect(run?.brought).toContainEqual({ kind: 'Commit', count: 1 });
      expect(run?.endedAt).not.toBeNull();
      expect((await resumed()).told).toEqual([]);
    },
    60_000,
  );
});
