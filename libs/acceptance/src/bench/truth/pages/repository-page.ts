import type { Compared } from '../compare.ts';
import { commitsOf, latestCommits, monthsOf, monthsShown, countPeople, peopleShown } from './commit-lists.ts';
import { atWork, eventsOf, isoOf, touchedBy } from './history-facts.ts';
import {
  type OpenPages,
  type Said,
  authorsOf,
  comparedPages,
  detailOf,
  inOrder,
  readProperty,
  timelineOf,
  readTotal,
  workOf,
} from './page.ts';

const HOT_SPOTS = 12;
const LATEST = 5;

const asSet = (people: Record<string, number>) =>
  Object.fromEntries(Object.keys(people).map((human) => [human, 1]));
const most = (counts: readonly number[]) => counts.toSorted((one, other) => other - one).slice(0, HOT_SPOTS);

/** What git says of the page of the repository. */
function readGit({ facts }: OpenPages): Said {
  const { commits, branches, tags, defaultBranch, paths, isShallow } = facts.history;
  const merged = commits.filter((commit) => facts.isOnDefault(commit));
  const dates = tags.map(({ at }) => at).toSorted((one, other) => other - one);
  const files = new Set([...paths, ...commits.flatMap((commit) => commit.files.map(({ path }) => path))]);
  const told = commits.reduce((sum, commit) => sum + eventsOf(commit).length, tags.length);
  const moment = (values: readonly number[], pick: (one: number, other: number) => number) =>
    values.length === 0 ? null : isoOf(values.reduce((one, other) => pick(one, other)));
  return {
    'default branch': defaultBranch,
    'first commit': isShallow
      ? null
      : moment(
          commits.map(({ authoredAt }) => authoredAt),
          Math.min,
        ),
    'last commit on any branch': moment(
      commits.map(({ committedAt }) => committedAt),
      Math.max,
    ),
    commits: commits.length,
    'commits of the Work tab': commits.length,
    branches: branches.length,
    releases: tags.length,
    files: files.size,
    'dates of the latest releases': inOrder(dates.slice(0, LATEST).map(isoOf)),
    'commits of the files that change most': inOrder(most(Object.values(touchedBy(merged, (path) => path)))),
    authors: asSet(atWork(merged).people),
    ...monthsOf(merged),
    ...countPeople(merged),
    'events of the timeline': told,
  };
}

async function latestReleases({ served }: OpenPages): Promise<string[]> {
  const { data } = await served.ask('entities', {
    select: ['Release'],
    timezone: 'UTC',
    columns: ['publishedAt'],
    order: [{ by: 'Release.publishedAt', direction: 'descending' }],
    page: 1,
    pageSize: LATEST,
  });
  return data.map((row) => String(row['Release.publishedAt']));
}

async function hotSpots({ served }: OpenPages, asked: ReturnType<typeof commitsOf>): Promise<number[]> {
  const { data } = await served.ask('group-bys', {
    ...asked,
    groupBys: [{ target: 'SourceFile', attribute: 'path' }],
    aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
    limit: 1_000_000,
  });
  const known = data.filter((row) => row['SourceFile.path'] !== null);
  return most(known.map((row) => row['count(Commit.uuid)'] as number));
}

/** Opens the page of the repository, and compares header, tiles, lists, charts and timeline. */
export async function repositoryPage(pages: OpenPages, uuid: string): Promise<Compared[]> {
  const { facts } = pages;
  const page = await detailOf(pages, uuid);
  const asked = commitsOf('Repository', page, true);
  const merged = facts.history.commits.filter((commit) => facts.isOnDefault(commit));
  const latest = await latestCommits(pages, asked, merged);
  const timeline = await timelineOf(pages, uuid);
  const cairn: Said = {
    'default branch': readProperty(page, 'defaultBranch'),
    'first commit': readProperty(page, 'createdAt'),
    'last commit on any branch': readProperty(page, 'updatedAt'),
    commits: readTotal(page, 'Commit'),
    'commits of the Work tab': await workOf(pages, uuid),
    branches: readTotal(page, 'Branch'),
    releases: readTotal(page, 'Release'),
    files: readTotal(page, 'SourceFile'),
    'dates of the latest releases': inOrder(await latestReleases(pages)),
    'commits of the files that change most': inOrder(await hotSpots(pages, asked)),
    authors: await authorsOf(pages, uuid, true),
    ...latest.cairn,
    ...(await monthsShown(pages, asked)),
    ...(await peopleShown(pages, asked)),
    'events of the timeline': timeline['events of the timeline'] ?? null,
  };
  const git = { ...readGit(pages), ...latest.git };
  return comparedPages('Repository', [{ key: 'the repository', git, cairn }]);
}
