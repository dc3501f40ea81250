import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityDetail } from '@cairn/contracts';
import { entityStoryContract as story } from '@cairn/contracts/story';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntityService, entityService } from '../../test/entity-service.ts';
import { commitFile, git } from '../../test/git-fixture.ts';
import { ingestGit } from '../sources/git/ingest.ts';

let service: EntityService;
let repo: string;
const gits = (...args: string[]) => git(repo, ...args);
const lines = (...args: string[]) =>
  gits(...args)
    .split('\n')
    .filter(Boolean);

/** A repository with two people, a rename, a merge and two tags, and a change of a third that is not merged. */
function makeRepository(): void {
  mkdirSync(repo);
  gits('init', '-q', '-b', 'main');
  const bob = ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.com'];
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `line ${String(at + from)}`).join('\n');
  commitFile(repo, 'readme.md', many(0, 12));
  for (let at = 1; at < 6; at++)
    commitFile(repo, 'engine.ts', many(at, 20 + 3 * at), `Grow the engine by step ${String(at)}`);
  gits('tag', '-a', 'v1.0.0', '-m', 'First');
  gits('switch', '-q', '-c', 'side');
  commitFile(repo, 'side.ts', many(0, 7));
  gits('mv', 'engine.ts', 'motor.ts');
  gits(...bob, 'commit', '-q', '-m', 'Call the engine a motor');
  gits('switch', '-q', 'main');
  commitFile(repo, 'readme.md', many(3, 30), 'Tell more');
  gits('merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
  commitFile(repo, 'motor.ts', many(0, 9), 'Shrink the motor');
  gits('tag', '-a', 'v1.1.0', '-m', 'Second');
  gits('switch', '-q', '-c', 'proposal');
  writeFileSync(join(repo, 'readme.md'), many(0, 40));
  gits(
    'commit',
    '-q',
    '-a',
    '-m',
    'Tell all',
    '--author',
    'Cy <cy@example.com>',
    '--date',
    '2020-01-02T03:04:05Z',
  );
  gits('switch', '-q', 'main');
}

beforeAll(async () => {
  service = await entityService(() => Date.now());
  repo = join(service.folder, 'shop');
  makeRepository();
  await service.read('git', { path: repo }, ingestGit);
});
afterAll(() => service.close());

async function pageOf(kind: string, where: string): Promise<EntityDetail> {
  const [uuid] = await service.sql(`SELECT uuid::VARCHAR FROM "${kind}" WHERE ${where}`);
  return service.detail(String(uuid));
}
const totalOf = ({ relations }: EntityDetail, name: string) =>
  relations.find((each) => each.name === name)?.total;

async function historyOf({ uuid }: EntityDetail) {
  return story.entityHistory.output.parse(
    await service.call('entity-history', { entityUuid: uuid, pagination: { pageSize: 1_000 } }),
  );
}

describe('the pages of a git repository', () => {
  it('count the commits, branches, tags and files of a repository as git does', async () => {
    const page = await pageOf('Repository', 'true');
    const shown = ['Commit', 'Branch', 'Release', 'SourceFile'].map((name) => totalOf(page, name));
    const everPresent = new Set(lines('log', '--all', '--format=', '--name-only', '-M'));
    expect(shown).toEqual([
      Number(gits('rev-list', '--count', '--all')),
      lines('branch', '--format=%(refname)').length,
      lines('tag').length,
      everPresent.size,
    ]);
    const told = await historyOf(page);
    const ofCommits = told.data.filter(({ entitytype }) => entitytype === 'Commit');
    // What another person committed was also written.
    const written = ofCommits.filter(({ action }) => action === 'authored');
    expect(written.map(({ actor }) => actor?.name)).toEqual(['Cy']);
    expect(ofCommits.length - written.length).toBe(shown[0]);
  });

  it('have the lines and files of each commit as git counts them', async () => {
    for (const sha of lines('rev-list', '--all', '--no-merges')) {
      const { properties, relations } = await pageOf('Commit', `sha = '${sha}'`);
      const counted = lines('show', '--format=', '--numstat', '-M', sha).map((line) =>
        line.split('\t').map(Number),
      );
      const sum = (column: number) => counted.reduce((total, line) => total + (line[column] ?? 0), 0);
      expect([properties['additions'], properties['deletions']], sha).toEqual([sum(0), sum(1)]);
      expect(relations.find(({ name }) => name === 'SourceFile')?.total, sha).toBe(counted.length);
      expect(properties['message'], sha).toBe(gits('show', '-s', '--format=%B', sha));
    }
  });

  it('give a person the commits that git gives them', async () => {
    const counted = lines('shortlog', '-sne', '--all').map((line) => /(\d+)\t(.+) </.exec(line) ?? []);
    expect(counted.length).toBe(3);
    for (const [, count, name] of counted) {
      const page = await pageOf('Person', `name = '${String(name)}'`);
      expect(totalOf(page, 'Commit'), name).toBe(Number(count));
      const { meta } = await historyOf(page);
      expect(meta.total, name).toBeGreaterThanOrEqual(Number(count));
    }
  });

  it('name the authors of a file and nobody else, the latest first, on the default branch alone where that is asked', async () => {
    const { uuid } = await pageOf('SourceFile', `path = 'readme.md'`);
    const authors = async (onDefaultBranch: boolean) => {
      const body = { entityUuid: uuid, onDefaultBranch };
      const { data } = story.entityContributors.output.parse(await service.call('entity-contributors', body));
      return data.map(({ actor, relations }) => [actor.name, relations.join(', ')]);
    };
    expect(await authors(false)).toEqual([
      ['Ann', 'Author'],
      ['Cy', 'Author'],
    ]);
    expect(await authors(true)).toEqual([['Ann', 'Author']]);
    const motor = await pageOf('SourceFile', `path = 'motor.ts'`);
    const { data } = story.entityContributors.output.parse(
      await service.call('entity-contributors', { entityUuid: motor.uuid }),
    );
    expect(data.map(({ actor }) => actor.name).toSorted()).toEqual(['Ann', 'Bob']);
  });

  it('follow a file through its rename as git does', async () => {
    const page = await pageOf('SourceFile', `path = 'motor.ts'`);
    const followed = lines('log', '--follow', '--format=%H', '--', 'motor.ts').length;
    const here = totalOf(page, 'Commit') ?? 0;
    const earlier = totalOf(page, 'EarlierCommit') ?? 0;
    expect(here + earlier).toBe(followed);
    expect(earlier).toBeGreaterThan(0);
  });

  it('list in a release what came since the one before', async () => {
    const page = await pageOf('Release', `"tagName" = 'v1.1.0'`);
    expect(totalOf(page, 'Commit')).toBe(Number(gits('rev-list', '--count', 'v1.0.0..v1.1.0')));
    const first = await pageOf('Release', `"tagName" = 'v1.0.0'`);
    expect(totalOf(first, 'Commit')).toBe(Number(gits('rev-list', '--count', 'v1.0.0')));
  });
});
