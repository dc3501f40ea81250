import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityDetail } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf, overviewChart, periodsOf } from '../test/figures/figure.ts';
import { makeFixtureRepository } from './fixture-repository.ts';
import { type EntityService, entityService } from '../../../svc-graph/test/entity-service.ts';
import { DEFAULT_BRANCH } from '@cairn/query';
import { peopleAtWork } from '../../../mfe-entity/src/charts/people-at-work-query.ts';
import { queryOf } from '../../../mfe-entity/src/entity/related-query.ts';
import {
  authorsQuery,
  releasedBeforeQuery,
} from '../../../mfe-entity/src/kinds/release/first-contributions.ts';
import {
  coChangedQuery,
  latestCommitsQuery,
} from '../../../mfe-entity/src/kinds/source-file/co-changed-files.tsx';
import { ingestGit } from '../../../svc-graph/src/sources/git/ingest.ts';

const UNTIL = new Date('2026-03-02T12:00:00Z');

interface LoggedCommit {
  readonly sha: string;
  readonly author: string;
  /** Milliseconds. */
  readonly at: number;
  readonly isMerge: boolean;
  readonly paths: readonly string[];
}

let service: EntityService;
let dir: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8' });

/** What git logs of a range, newest first. */
function logged(...range: string[]): LoggedCommit[] {
  const text = git('log', '-M', '--name-only', '--format=%x01%H%x09%aN%x09%ct%x09%P', ...range);
  return text
    .split('\u0001')
    .slice(1)
    .map((entry) => {
      const [head = '', ...paths] = entry.split('\n').filter(Boolean);
      const [sha = '', author = '', seconds = '', parents = ''] = head.split('\t');
      return { sha, author, at: Number(seconds) * 1_000, isMerge: parents.includes(' '), paths };
    });
}

/** How many of these there are of each word, as the cells of a chart say it. */
function counted(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word} | ${String(count)}`).toSorted();
}

async function pageOf(kind: string, where: string): Promise<EntityDetail> {
  const [uuid] = await service.sql(`SELECT uuid::VARCHAR FROM "${kind}" WHERE ${where}`);
  return service.detail(String(uuid));
}

const drawn = (page: EntityDetail, title: string) =>
  cellsOf(service, page, overviewChart(page.labels[0] ?? '', title));

beforeAll(async () => {
  service = await entityService(() => UNTIL.getTime());
  dir = join(service.folder, 'shop');
  await makeFixtureRepository({ dir, commits: 300, seed: 7, until: UNTIL });
  await service.read('git', { path: dir }, ingestGit);
});
afterAll(() => service.close());

describe('the pages of a git repository draw what git logs:', () => {
  it('the people of a repository', async () => {
    const page = await pageOf('Repository', 'true');
    expect(await drawn(page, 'Who worked on it')).toEqual(
      counted(logged('main').map(({ author }) => author)),
    );
  });

  it('the files of a repository that change most', async () => {
    const page = await pageOf('Repository', 'true');
    const all = counted(logged('main').flatMap(({ paths }) => paths));
    const shown = await drawn(page, 'Files that change most');
    expect(all).toEqual(expect.arrayContaining(shown));
    const countOf = (cell: string) => Number(cell.split(' | ')[1]);
    const most = all.map(countOf).toSorted((one, other) => other - one);
    expect(shown.map(countOf).toSorted((one, other) => other - one)).toEqual(most.slice(0, 12));
  });

  it('the commits of a repository over time', async () => {
    const page = await pageOf('Repository', 'true');
    const shown = await periodsOf(service, page, overviewChart('Repository', 'Commits over time'));
    const starts = shown.map((line) => Date.parse(line.split(' | ')[0] ?? ''));
    const commits = logged('main');
    const within = (from: number, until: number) =>
      commits.filter(({ at }) => at >= from && at < until).length;
    expect(shown.map((line) => Number(line.split(' | ')[1]))).toEqual(
      starts.map((from, index) => within(from, starts[index + 1] ?? Number.POSITIVE_INFINITY)),
    );
    expect(within(0, Number.POSITIVE_INFINITY)).toBeGreaterThan(100);
  });

  it('where the work of a person happened in the last 30 days', async () => {
    const lately = logged('main').filter(({ at }) => at >= UNTIL.getTime() - 30 * 86_400_000);
    const authors = [...new Set(lately.map(({ author }) => author))].slice(0, 3);
    expect(authors.length).toBe(3);
    for (const author of authors) {
      const page = await pageOf('Person', `name = '${author}'`);
      const own = lately.filter((commit) => commit.author === author && !commit.isMerge);
      const folders = own.flatMap(({ paths }) => [
        ...new Set(paths.map((path) => (path.includes('/') ? (path.split('/')[0] ?? '') : '/'))),
      ]);
      expect(await drawn(page, 'Where the work happens'), author).toEqual(counted(folders));
    }
  });

  it('who worked on a file, under its former paths too', async () => {
    const [path = ''] = counted(logged('main').flatMap(({ paths }) => paths))
      .toSorted((one, other) => Number(other.split(' | ')[1]) - Number(one.split(' | ')[1]))
      .map((cell) => cell.split(' | ')[0] ?? '');
    const page = await pageOf('SourceFile', `path = '${path}'`);
    expect(await drawn(page, 'Who worked on it')).toEqual(
      counted(logged('main', '--follow', '--', path).map(({ author }) => author)),
    );
  });

  it('the people of a repository as a list, one line each, the latest first', async () => {
    const { uuid } = await pageOf('Repository', 'true');
    const query = queryOf('Commit', 'Repository', uuid);
    const onMain = { ...query, filters: [...query.filters, DEFAULT_BRANCH] };
    const { data, meta } = await service.query('group-bys', peopleAtWork(onMain, 3));
    const latest = [...new Set(git('log', '--format=%at %aN', 'main').split('\n').filter(Boolean))]
      .map((line) => line.split(/ (.*)/))
      .toSorted(([one], [other]) => Number(other) - Number(one))
      .map(([, name]) => name);
    expect(meta.total).toBe(new Set(latest).size);
    expect(data.map((row) => row['Person.name'])).toEqual([...new Set(latest)].slice(0, 3));
  });

  it('the first contributions of a release, by what earlier releases have', async () => {
    const repository = (await pageOf('Repository', 'true')).uuid;
    const release = await pageOf('Release', `"tagName" = 'v1.1.0'`);
    const authors = (await service.query('group-bys', authorsQuery(release.uuid))).data;
    const names = (range: string) => [...new Set(logged(range).map(({ author }) => author))].toSorted();
    expect(authors.map((row) => row['Person.name'])).toEqual(names('v1.0.0..v1.1.0'));
    const uuids = authors.map((row) => String(row['Person.uuid']));
    const publishedAt = String(release.properties['publishedAt']);
    const before = (await service.query('group-bys', releasedBeforeQuery(repository, uuids, publishedAt)))
      .data;
    const earlier = names('v1.0.0');
    expect(before.map((row) => row['Person.name'])).toEqual(
      names('v1.0.0..v1.1.0').filter((name) => earlier.includes(name)),
    );
  });

  it('who worked on a release', async () => {
    const page = await pageOf('Release', `"tagName" = 'v1.1.0'`);
    const authors = logged('v1.0.0..v1.1.0').map(({ author }) => author);
    expect(authors.length).toBeGreaterThan(1);
    expect(await drawn(page, 'Who worked on it')).toEqual(counted(authors));
  });
});

it('the files that change together with one are also those that did under its former name', async () => {
  const renamed = await entityService(() => UNTIL.getTime());
  const folder = join(renamed.folder, 'renamed');
  const run = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const text = (edition: number) => `${'a line that stays\n'.repeat(20)}${String(edition)}\n`;
  const commit = (edition: number, ...paths: string[]) => {
    for (const path of paths) writeFileSync(join(folder, path), text(edition));
    run('add', '-A');
    run('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-qm', `Change ${edition}`);
  };
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  commit(1, 'old.ts', 'both.ts');
  commit(2, 'old.ts', 'before.ts');
  run('mv', 'old.ts', 'new.ts');
  commit(2);
  commit(3, 'new.ts', 'both.ts');
  await renamed.read('git', { path: folder }, ingestGit);
  const [uuid] = await renamed.sql(`SELECT uuid::VARCHAR FROM "SourceFile" WHERE path = 'new.ts'`);
  const { properties } = await renamed.detail(String(uuid));
  expect(properties['formerPaths']).toEqual(['old.ts']);
  const latest = latestCommitsQuery(String(uuid), 'UTC', true);
  if (!latest) throw new Error('the page asks for no commits');
  const commits = (await renamed.query('entities', latest)).data.map((row) => String(row['uuid']));
  expect(commits).toHaveLength(4);
  const { data } = await renamed.query('group-bys', coChangedQuery(commits, ['new.ts', 'old.ts']));
  expect(data.map((row) => [row['SourceFile.path'], row['count(Commit.uuid)']])).toEqual([
    ['both.ts', 2],
    ['before.ts', 1],
  ]);
  await renamed.close();
});
