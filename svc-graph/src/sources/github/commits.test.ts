import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFile, git } from '../../../test/git-fixture.ts';
import { ConnectedGithub } from '../../../test/github-owner.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { ingestGit } from '../git/ingest.ts';

const { time, archive: SAMPLE } = SAMPLE_OWNER;
const ACCOUNTS: Readonly<Record<string, string>> = { 'ann@example.com': 'ann' };
const ann = { __typename: 'User', id: 'U_ann', login: 'ann', name: 'Ann A.', url: null };

let github: ConnectedGithub<GithubServer>;
let folder: string;
let clone: string;
let source: string;

/** A commit of the clone as the interface of GitHub tells it. */
function commitNode(sha: string, isWhole: boolean) {
  const format = ['%B', '%aI', '%cI', '%an', '%ae', '%cn', '%ce', '%P'].join('%x00');
  const told = git(clone, 'show', '-s', `--format=${format}`, sha).split('\0');
  const [
    message = '',
    authored = '',
    committed = '',
    author = '',
    from = '',
    committer = '',
    by = '',
    parents,
  ] = told.map((text) => text.trim());
  const signer = (name: string, email: string, date: string) => {
    const user = ACCOUNTS[email] === undefined ? null : ann;
    return { name, email, date, user };
  };
  const utc = (date: string) => new Date(date).toISOString().replace('.000', '');
  const lines = git(clone, 'show', '--numstat', '--format=', sha).split('\n').filter(Boolean);
  const sum = (at: number) => lines.reduce((before, line) => before + Number(line.split('\t')[at]), 0);
  return {
    oid: sha,
    url: `${github.server.url}/acme/engine/commit/${sha}`,
    message,
    authoredDate: utc(authored),
    committedDate: utc(committed),
    author: signer(author, from, authored),
    committer: signer(committer, by, committed),
    ...(isWhole
      ? {
          parents: (parents ?? '')
            .split(' ')
            .filter(Boolean)
            .map((oid) => ({ oid })),
          additions: sum(0),
          deletions: sum(1),
          changedFilesIfAvailable: lines.length,
        }
      : {}),
  };
}

const head = () => git(clone, 'rev-parse', 'main');
const topic = () => git(clone, 'rev-list', 'main..topic').split('\n').toReversed();

/** Has the server tell the history of the clone, and a pull request of its other branch. */
function serve(): void {
  const [pull] = SAMPLE.pulls;
  const shas = git(clone, 'rev-list', '--topo-order', 'main').split('\n');
  const commits = topic().map((sha) => commitNode(sha, false));
  const archive = {
    ...SAMPLE,
    issues: [],
    runs: [],
    releases: [],
    deployments: [],
    pushedAt: time(9),
    pulls: [
      {
        ...pull,
        mergeCommit: null,
        mergedAt: null,
        closedAt: null,
        state: 'OPEN',
        createdAt: time(20),
        commits,
      },
    ],
    commits: shas.map((sha) => commitNode(sha, true)),
  };
  github.server.serves([RepositoryArchive.parse(archive)]);
}

const read = async () => expect(await github.run(source)).toMatchObject({ status: 'active', error: null });
async function readClone(): Promise<void> {
  const known = (await readSources(github.store)).some(({ id }) => id === 'clone');
  if (!known)
    await addSource(github.store, {
      id: 'clone',
      type: 'git',
      settings: { path: clone },
      name: 'clone',
      state: NEW_SOURCE,
    });
  const { signal } = new AbortController();
  await ingestGit({
    writer: writerOf(github.store),
    orgId: 'acme',
    source: await github.sourceAt('clone'),
    signal,
  });
}

const as = (name: string, email: string) => ['-c', `user.name=${name}`, '-c', `user.email=${email}`] as const;
const commitAs = (name: string, email: string, words: string, ...more: string[]) =>
  git(clone, ...as(name, email), 'commit', '-q', '--allow-empty', '-m', words, ...more);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-commits-'));
  clone = join(folder, 'engine');
  mkdirSync(clone);
  git(clone, 'init', '-q', '-b', 'main');
  commitFile(clone, 'a.txt', 'one\ntwo\n', 'Begin\n\nWith more words.');
  git(clone, 'checkout', '-q', '-b', 'side');
  commitAs('Ben', 'ben@example.com', 'Aside', '--date=2024-05-02T23:30:00-07:00');
  git(clone, 'checkout', '-q', 'main');
  commitFile(clone, 'a.txt', 'one\n', 'Cut a line');
  git(clone, 'merge', '-q', '--no-ff', '-m', 'Merge the side', 'side');
  git(clone, 'checkout', '-q', '-b', 'topic');
  commitAs('Ben', 'ben@example.com', 'Try', '--date=2024-05-01T08:00:00+02:00');
  github = await ConnectedGithub.open(new GithubServer([]));
  git(clone, 'remote', 'add', 'origin', `${github.server.url}/acme/engine`);
  serve();
  source = await github.add('acme');
});
afterEach(async () => {
  await github.close();
  rmSync(folder, { recursive: true });
});

const rows = (sql: string) => github.store.rows<Record<string, unknown>>(sql);
const TOLD = `SELECT c.sha, c.name, c.message, c."authoredAt", c."committedAt", c."localHour", c."localWeekday", c."utcOffset",
  c."isMerge", c.additions::INTEGER AS added, c.deletions::INTEGER AS deleted, c."changedFiles"::INTEGER AS files, c."repositoryUuid", c."branchUuid",
  a.name AS author, b.name AS committer FROM "Commit" c JOIN "Person" a ON a.uuid = c."authorUuid" JOIN "Person" b ON b.uuid = c."committerUuid"`;
const onMain = () => rows(`${TOLD} WHERE c."branchUuid" IS NOT NULL ORDER BY sha`);
const EVENTS = `SELECT uuid, action, "occurredAt", "entityUuid", name FROM "Event" WHERE "entityType" = 'Commit' ORDER BY ALL`;
const PARENTS = `SELECT "fromUuid", "toUuid" FROM "Relation" WHERE relation = 'parent' ORDER BY ALL`;

describe('commits that GitHub alone tells', () => {
  it('are those of the default branch, each as a clone has it, but for the names of accounts', async () => {
    await read();
    const told = await onMain();
    const [events, parents] = [await rows(`${EVENTS}`), await rows(PARENTS)];
    expect(told.map(({ name }) => name).toSorted()).toEqual([
      'Aside',
      'Begin',
      'Cut a line',
      'Merge the side',
    ]);
    expect(new Set(told.map(({ author }) => author))).toEqual(new Set(['Ann A.', 'Ben']));
    await github.remove(source);
    git(clone, 'checkout', '-q', 'main');
    git(clone, 'branch', '-q', '-D', 'topic');
    await readClone();
    const asAnn = (each: Record<string, unknown>) => ({
      ...each,
      author: each['author'] === 'Ann' ? 'Ann A.' : each['author'],
      committer: each['committer'] === 'Ann' ? 'Ann A.' : each['committer'],
    });
    expect(told).toEqual((await onMain()).map(asAnn));
    expect(parents).toEqual(await rows(PARENTS));
    const own = await rows(`${EVENTS.replace('ORDER', `AND action <> 'authored' ORDER`)}`);
    expect(events.filter(({ name }) => name !== 'Try')).toEqual(own);
  });

  it('are those of pull requests too, so that how long one was coded is told', async () => {
    await read();
    expect(
      await rows(`SELECT name, "branchUuid", "isMerge", additions FROM "Commit" WHERE "branchUuid" IS NULL`),
    ).toEqual([{ name: 'Try', branchUuid: null, isMerge: null, additions: null }]);
    expect(
      await rows(
        'SELECT epoch("readyAt" - "firstCommitAt")::INTEGER AS apart, "noCodingTimeReason" AS reason FROM "PullRequest"',
      ),
    ).toEqual([{ apart: 19 * 86_400 + 2 * 3_600, reason: null }]);
  });

  it('are read once; later only those that the branch did not reach before, merged ones that are older too', async () => {
    await read();
    github.server.asked.length = 0;
    await read();
    expect(github.server.asked).not.toContain('history');
    git(clone, 'checkout', '-q', '-b', 'old', `${head()}~2`);
    commitAs('Ben', 'ben@example.com', 'Old work', '--date=2001-01-01T00:00:00Z');
    git(clone, 'checkout', '-q', 'main');
    commitAs('Ann', 'ann@example.com', 'New work');
    git(clone, 'merge', '-q', '--no-ff', '-m', 'Merge old work', 'old');
    serve();
    github.server.pageSize = 2;
    await read();
    const kept = await rows(
      `SELECT decode(payload) AS body FROM "RawPayload" WHERE kind = 'commits' ORDER BY number`,
    );
    const messages = kept.map(({ body }) =>
      (JSON.parse(String(body)) as { items: { message: string }[] }).items.map(({ message }) => message),
    );
    expect(messages.slice(1).flat().toSorted()).toEqual(['Merge old work', 'New work', 'Old work']);
    expect(await github.numberIn('Commit', '"branchUuid" IS NOT NULL')).toBe(7);
  });
});

describe('commits that GitHub and a clone tell', () => {
  const WHOLE = `SELECT sha, integration, additions::INTEGER AS added, "changedFiles"::INTEGER AS files, "isMerge" FROM "Commit" ORDER BY sha`;
  const both = async () => ({
    commits: await rows(WHOLE),
    events: await rows(EVENTS),
    parents: await rows(PARENTS),
    people: await rows(
      `SELECT name FROM "Person" WHERE NOT deleted AND name NOT IN ('ada', 'alan', 'grace') ORDER BY name`,
    ),
    authors: await rows(
      `SELECT c.sha, p.name FROM "Commit" c JOIN "Person" p ON p.uuid = c."authorUuid" ORDER BY sha`,
    ),
  });

  it('are those of the clone, whichever is read first, and each stands there once', async () => {
    await read();
    await readClone();
    const first = await both();
    expect(new Set(first.commits.map(({ integration }) => integration))).toEqual(new Set(['git']));
    expect(first.commits).toHaveLength(5);
    const { store } = github;
    expect(
      await store.rows(`SELECT count(*)::INTEGER AS n FROM "Commit" GROUP BY uuid HAVING n > 1`),
    ).toEqual([]);
    await github.run(source, 'renormalise');
    expect(await both()).toEqual(first);
    await github.remove(source);
    source = await github.add('acme');
    await read();
    expect(await both()).toEqual(first);
  });

  it('are of the account whose address GitHub has verified, and of the signer again once GitHub is gone', async () => {
    await readClone();
    await read();
    const told = await both();
    expect(told.people).toEqual([{ name: 'Ann A.' }, { name: 'Ben' }]);
    expect(new Set(told.authors.map(({ name }) => name))).toEqual(new Set(['Ann A.', 'Ben']));
    expect(
      await rows(`SELECT a.integration AS was, p.integration AS now, method FROM "JoinedPerson" j
        JOIN "Person" a ON a.uuid = j."accountUuid" JOIN "Person" p ON p.uuid = j."personUuid" ORDER BY ALL`),
    ).toEqual([
      { was: 'git', now: 'github', method: 'vouched' },
      { was: 'github', now: 'git', method: 'email' },
    ]);
    await github.remove(source);
    expect((await both()).people).toEqual([{ name: 'Ann' }, { name: 'Ben' }]);
    expect(await rows('SELECT 1 FROM "JoinedPerson"')).toEqual([]);
  });
});
