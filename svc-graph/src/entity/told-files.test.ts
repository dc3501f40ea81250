import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ConnectedGithub } from '../../test/github-owner.ts';
import { CONNECTORS } from '../sources/connectors.ts';
import { readChanges, readDiff } from './diff.ts';

const { archive: SAMPLE } = SAMPLE_OWNER;
const file = (path: string, changeType = 'MODIFIED', additions = 2) => ({
  path,
  additions,
  deletions: 1,
  changeType,
});
const FILES = [
  file('a.ts', 'ADDED', 9),
  file('b.ts', 'DELETED'),
  ...Array.from({ length: 10 }, (_, index) => file(`c${String(index)}.ts`)),
];

function archive(files: readonly object[], more: object = {}): RepositoryArchive {
  const [pull] = SAMPLE.pulls;
  const pulls = [{ ...pull, files, ...more }];
  return RepositoryArchive.parse({ repo: 'acme/engine', issues: [], pulls });
}

let github: ConnectedGithub<GithubServer>;
let source: string;
beforeAll(async () => {
  github = await ConnectedGithub.open(new GithubServer([archive(FILES, { changedFiles: 3_400 })]));
  source = await github.add('acme');
});
afterAll(() => github.close());

async function changes() {
  const [pull] = await github.store.rows<{ uuid: string }>('SELECT uuid FROM "PullRequest"');
  const found = await readChanges(github.store, CONNECTORS, pull?.uuid ?? '');
  return 'read' in found ? readDiff(found) : found;
}
const read = async () => expect(await github.run(source)).toMatchObject({ status: 'active', error: null });

it('are those that GitHub told of a pull request whose commits no clone has, more than a page included', async () => {
  await read();
  expect(github.server.asked).toContain('files');
  const { data, meta } = await changes();
  expect(data.map(({ path }) => path)).toEqual(FILES.map(({ path }) => path));
  expect(
    data.slice(0, 3).map(({ change, additions, deletions, patch }) => [change, additions, deletions, patch]),
  ).toEqual([
    ['added', 9, 1, null],
    ['deleted', 2, 1, null],
    ['modified', 2, 1, null],
  ]);
  // GitHub keeps those above 3,000 back, and the page says how many there are.
  expect(meta).toEqual({ total: 3_400, truncated: true });
});

it('are the latest that it told', async () => {
  const later = { updatedAt: '2024-05-30T08:00:00Z', changedFiles: 1 };
  github.server.serves([archive([file('only.ts')], later)]);
  await read();
  const { data, meta } = await changes();
  expect([data.map(({ path }) => path), meta.total]).toEqual([['only.ts'], 1]);
});

it('come from git where a clone is read', async () => {
  const last = z.string().parse(SAMPLE.pulls[0]?.commits?.at(-1));
  const uuid = `(SELECT "toUuid" FROM "Relation" WHERE relation = 'hasCommit' LIMIT 1)`;
  await github.store.run(`INSERT INTO "Commit" (uuid, sha, deleted) VALUES (${uuid}, '${last}', false)`);
  await github.store.run(`INSERT INTO "SourceFile" (uuid, path) SELECT uuid(), 'of-git.ts'`);
  await github.store.run(
    `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", change) SELECT 'touches', ${uuid}, uuid, 'modified' FROM "SourceFile"`,
  );
  expect((await changes()).data.map(({ path }) => path)).toEqual(['of-git.ts']);
});
