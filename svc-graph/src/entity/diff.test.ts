import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';
import type { Connector } from '../sources/connector.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { addSource, NEW_SOURCE } from '../store/source-row.ts';
import { RECORD_KEY } from '../store/source-records.ts';
import { readChanges, readDiff } from './diff.ts';

const wholeSha = (name: string) => name.repeat(40).slice(0, 40);
const commit = (name: string, at: string) => ({
  uuid: id(name),
  name,
  deleted: false,
  sha: wholeSha(name),
  committedAt: t(at),
});
const pull = (name: string, mergeCommit: string | null) => ({
  uuid: id(name),
  name,
  mergeCommitUuid: mergeCommit === null ? null : id(mergeCommit),
});
const has = (from: string, to: string) => ({
  relation: 'hasCommit',
  fromUuid: id(from),
  toUuid: id(to),
  change: null,
  additions: null,
  deletions: null,
});
const touches = (from: string, to: string, change: string, additions: number, deletions: number) => ({
  ...has(from, to),
  relation: 'touches',
  change,
  additions,
  deletions,
});

/** A source that answers which commits it was asked for. */
const planted = CONNECTORS.map((connector): Connector => ({
  ...connector,
  folderOf: () => undefined,
  commitDiff: (_, sha, since) =>
    Promise.resolve({
      files: [
        {
          path: `${since ?? 'before'}..${sha}`,
          previousPath: null,
          change: 'modified' as const,
          additions: 1,
          deletions: 0,
          patch: '',
          reason: null,
        },
      ],
      total: 1,
    }),
}));

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  await addSource(graph.store, { id: 's1', type: 'git', name: 'shop', settings: {}, state: NEW_SOURCE });
  const known = ['a', 'b', 'm'].map((name) => ({
    entityUuid: id(name),
    kind: 'Commit',
    sourceId: 's1',
    externalId: name,
    firstSeen: t('2026-05-05 09:00'),
    lastSeen: t('2026-05-05 09:00'),
    deleted: false,
  }));
  await graph.publish(
    load(
      'PullRequest',
      pull('merged', 'm'),
      pull('rebased', 'b'),
      pull('open', null),
      pull('unread', null),
      pull('bare', null),
    ),
    load('Issue', { uuid: id('issue') }),
    load(
      'Commit',
      commit('b', '2026-05-02 09:00'),
      commit('a', '2026-05-01 09:00'),
      commit('m', '2026-05-03 09:00'),
      commit('x', '2026-05-01 09:00'),
      commit('y', '2026-05-02 09:00'),
    ),
    load('SourceFile', { uuid: id('new'), path: 'new.ts' }, { uuid: id('old'), path: 'old.ts' }),
    load(
      'Relation',
      ...['merged', 'rebased', 'open'].flatMap((name) => [has(name, 'b'), has(name, 'a')]),
      has('unread', 'x'),
      has('unread', 'y'),
      touches('x', 'new', 'added', 5, 0),
      touches('y', 'new', 'modified', 2, 1),
      touches('y', 'old', 'deleted', 0, 7),
    ),
    { table: 'SourceRecord', rows: known, key: RECORD_KEY, append: true },
  );
});
afterAll(() => graph.close());

async function changed(name: string) {
  const changes = await readChanges(graph.store, planted, id(name));
  return 'read' in changes ? readDiff(changes) : changes;
}
const asked = async (name: string) => (await changed(name)).data.map(({ path }) => path);

describe('the changes of a pull request', () => {
  it('are those of its merge commit', async () => {
    expect(await asked('merged')).toEqual([`before..${wholeSha('m')}`]);
    expect(await asked('m')).toEqual([`before..${wholeSha('m')}`]);
  });

  it('are those from its first commit to its last, where it is open or was rebased', async () => {
    const all = [`${wholeSha('a')}..${wholeSha('b')}`];
    expect(await asked('open')).toEqual(all);
    expect(await asked('rebased')).toEqual(all);
  });

  it('are the files of its commits where no source keeps their text: what each is now, and all lines', async () => {
    expect((await changed('unread')).data).toMatchObject([
      { path: 'new.ts', change: 'added', additions: 7, deletions: 1, patch: null },
      { path: 'old.ts', change: 'deleted', additions: 0, deletions: 7, patch: null },
    ]);
  });

  it('are none where none of its commits is known, and refused for what has no diff', async () => {
    expect(await changed('bare')).toEqual({ data: [], meta: { total: 0, truncated: false } });
    await expect(changed('issue')).rejects.toMatchObject({ code: 'not_found' });
  });
});
