import type { FileText } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';
import type { Connector, WantedFile } from '../sources/connector.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { addSource, NEW_SOURCE } from '../store/source-row.ts';
import { RECORD_KEY } from '../store/source-records.ts';
import { type FileQuestion, readableFile } from './file.ts';

const shaOf = (number: number) => String(number).repeat(40);
const [FIRST, SECOND, LATER] = [shaOf(1), shaOf(2), shaOf(3)];
const named = (name: string, more = {}) => ({ uuid: id(name), name, deleted: false, ...more });
const commit = (name: string, sha: string, at: string) => named(name, { sha, committedAt: t(at) });
const edge = (relation: string, from: string, to: string) => ({
  relation,
  fromUuid: id(from),
  toUuid: id(to),
});
const comment = (name: string, createdAt: string, path: string | null) =>
  named(name, { path, line: 3, createdAt: t(createdAt), pullRequestUuid: id('#7') });

/** A source that answers what it was asked for. */
const planted = CONNECTORS.map((connector): Connector => ({
  ...connector,
  folderOf: () => undefined,
  fileText: (_, { sha, path, before, former }: WantedFile): Promise<FileText> =>
    Promise.resolve({ path, sha, text: JSON.stringify({ before, former }), reason: null, blame: [] }),
}));
const SOURCE = { id: 's1', type: 'git', name: 'shop', settings: {}, state: NEW_SOURCE };

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  await addSource(graph.store, SOURCE);
  const known = ['file', 'c1', 'c2', 'c3'].map((name) => ({
    entityUuid: id(name),
    kind: name === 'file' ? 'SourceFile' : 'Commit',
    sourceId: SOURCE.id,
    externalId: name,
    firstSeen: NEW,
    lastSeen: NEW,
    deleted: false,
  }));
  await graph.publish(
    load('PullRequest', named('#7')),
    load(
      'Commit',
      commit('c1', FIRST, '2026-05-01 09:00'),
      commit('c2', SECOND, '2026-05-02 09:00'),
      commit('c3', LATER, '2026-05-04 09:00'),
    ),
    load('SourceFile', named('file', { path: 'src/now.ts', formerPaths: ['src/then.ts', 'old.ts'] })),
    load(
      'PullRequestReviewComment',
      comment('during', '2026-05-03 09:00', 'src/now.ts'),
      comment('early', '2026-04-01 09:00', 'src/now.ts'),
      comment('nowhere', '2026-05-03 09:00', null),
    ),
    load(
      'Relation',
      edge('touches', 'c1', 'file'),
      edge('touches', 'c2', 'file'),
      edge('hasCommit', '#7', 'c1'),
      edge('hasCommit', '#7', 'c2'),
      edge('hasCommit', '#7', 'c3'),
    ),
    { table: 'SourceRecord', rows: known, key: RECORD_KEY, append: true },
  );
});
afterAll(() => graph.close());
const NEW = t('2026-05-05 09:00');

const file = async (name: string, question: FileQuestion = {}, by = planted) =>
  (await readableFile(graph.store, by, id(name), question))();

describe('the file of an entity', () => {
  it('is a file after the latest commit that touched it, found by its former paths too', async () => {
    expect(await file('file')).toMatchObject({
      path: 'src/now.ts',
      sha: SECOND,
      text: '{"before":false,"former":["src/then.ts","old.ts"]}',
    });
  });

  it('is a file after a chosen commit', async () => {
    expect(await file('file', { sha: FIRST })).toMatchObject({ path: 'src/now.ts', sha: FIRST });
  });

  it('is refused after a commit that the graph does not know', async () => {
    await expect(file('file', { sha: shaOf(9) })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is the file that a comment stands in, after the last commit before it', async () => {
    expect(await file('during')).toMatchObject({ path: 'src/now.ts', sha: SECOND });
    expect(await file('early')).toMatchObject({ sha: FIRST });
  });

  it('is that of a path before the first commit of a pull request', async () => {
    expect(await file('#7', { path: 'src/now.ts' })).toMatchObject({
      path: 'src/now.ts',
      sha: FIRST,
      text: '{"before":true,"former":[]}',
    });
  });

  it('has no text of a comment that stands in no file', async () => {
    expect(await file('nowhere')).toMatchObject({ text: null });
  });

  it('has no text where no source keeps it, and says so', async () => {
    const without = CONNECTORS.filter(({ fileText }) => fileText === undefined);
    expect(await file('during', {}, without)).toMatchObject({
      text: null,
      reason: 'The source of this file keeps no text of it here.',
    });
  });

  it('is refused for what is no file', async () => {
    await expect(file('#7')).rejects.toMatchObject({ code: 'not_found' });
  });
});
