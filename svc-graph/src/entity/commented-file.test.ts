import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';
import type { Connector } from '../sources/connector.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { RECORD_KEY } from '../store/source-records.ts';
import { addSource, NEW_SOURCE } from '../store/source-row.ts';
import { readableFile } from './file.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-commented-'));
const git = (day: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args], {
    encoding: 'utf8',
    env: { ...process.env, GIT_AUTHOR_DATE: `${day}T09:00:00Z`, GIT_COMMITTER_DATE: `${day}T09:00:00Z` },
  }).trim();

/** Commits a text of the file on a day. */
function commit(day: string, text: string): string {
  writeFileSync(join(dir, 'session.ts'), text);
  git(day, 'add', '-A');
  git(day, 'commit', '-q', '-m', day);
  return git(day, 'rev-parse', 'HEAD');
}

/** The connectors as they are, but that the folder of the test is allowed. */
const connectors = CONNECTORS.map((each): Connector => ({ ...each, folderOf: () => undefined }));
const DAYS = ['2026-05-01', '2026-05-02', '2026-05-04'];

let graph: Graph;
beforeAll(async () => {
  graph = await openGraph();
  git(DAYS[0] ?? '', 'init', '-q', '-b', 'main');
  const texts = ['open()\nread()\nclose()\n', '// why\nopen()\nread()\nclose()\n', 'open()\nclose()\n'];
  const commits = DAYS.map((day, at) => {
    const sha = commit(day, texts[at] ?? '');
    return { uuid: id(day), name: day, sha, committedAt: t(`${day} 09:00`), deleted: false };
  });
  await addSource(graph.store, {
    id: 's1',
    type: 'git',
    name: 'shop',
    settings: { path: dir },
    state: NEW_SOURCE,
  });
  const seen = t('2026-05-05 09:00');
  const record = { kind: 'Commit', sourceId: 's1', firstSeen: seen, lastSeen: seen, deleted: false };
  const known = DAYS.map((day) => ({ ...record, entityUuid: id(day), externalId: day }));
  await graph.publish(
    load('PullRequest', { uuid: id('#7'), name: '#7', deleted: false }),
    load('Commit', ...commits),
    load('PullRequestReviewComment', {
      uuid: id('nit'),
      name: 'Does it close on errors?',
      path: 'session.ts',
      line: 3,
      createdAt: t('2026-05-03 09:00'),
      pullRequestUuid: id('#7'),
      deleted: false,
    }),
    load('Relation', ...DAYS.map((day) => ({ relation: 'hasCommit', fromUuid: id('#7'), toUuid: id(day) }))),
    { table: 'SourceRecord', rows: known, key: RECORD_KEY, append: true },
  );
});
afterAll(() => {
  graph.close();
  rmSync(dir, { recursive: true });
});

it('a comment on a line stands in the text that git had when it was written', async () => {
  const read = await readableFile(graph.store, connectors, id('nit'), {});
  const { text, path, reason } = await read();
  expect([path, reason, text?.split('\n')[3 - 1]]).toEqual(['session.ts', null, 'read()']);
});
