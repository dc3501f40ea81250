import { basename } from 'node:path/posix';
import { drawn } from '../cells.ts';
import type { Compared } from '../compare.ts';
import type { HistoryCommit } from '../git-history.ts';
import { endingOf, folderOf, topFolderOf } from '../paths.ts';
import {
  asSet,
  commitsOf,
  latestCommits,
  monthsOf,
  monthsShown,
  countPeople,
  peopleShown,
} from './commit-lists.ts';
import { atWork, eventsOf, isoOf } from './history-facts.ts';
import {
  type OpenedPage,
  type OpenPages,
  type Said,
  authorsOf,
  comparedPages,
  detailOf,
  readProperty,
  timelineOf,
  toldEvents,
  readTotal,
  workOf,
} from './page.ts';

const TOGETHER = 200;

const dates = (commits: readonly HistoryCommit[]) => commits.map(({ committedAt }) => committedAt);

/** Files that were never renamed and that commits changed: what a rename brings along is told in docs/truth.md. */
function steadyPaths({ facts }: OpenPages): string[] {
  const files = facts.history.commits.flatMap((commit) => commit.files);
  const moved = new Set(files.flatMap(({ path, from }) => (from === null ? [] : [path, from])));
  return [...facts.byPath.keys()].filter((path) => !moved.has(path));
}

/** How often other files changed in the commits of this one, where it has no more of them than the page reads. */
function changedTogether(commits: readonly HistoryCommit[], path: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { files } of commits)
    for (const each of files) if (each.path !== path) counts[each.path] = (counts[each.path] ?? 0) + 1;
  return counts;
}

async function togetherShown(
  { served }: OpenPages,
  uuid: string,
  path: string,
): Promise<Record<string, number>> {
  const { filters = [], ...asked } = commitsOf('SourceFile', { uuid }, true);
  const { data } = await served.ask('entities', {
    ...asked,
    filters,
    columns: ['committedAt'],
    page: 1,
    pageSize: TOGETHER,
  });
  if (data.length === 0) return {};
  const answer = await served.ask('group-bys', {
    ...asked,
    filters: [
      { target: 'Commit', attribute: 'uuid', comparison: { IN: data.map((row) => String(row['uuid'])) } },
      { target: 'SourceFile', attribute: 'path', comparison: { 'NOT IN': [path] } },
    ],
    groupBys: [{ target: 'SourceFile', attribute: 'path' }],
    aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }],
    limit: 1_000_000,
  });
  return Object.fromEntries(
    answer.data.map((row) => [String(row['SourceFile.path']), row['count(Commit.uuid)'] as number]),
  );
}

/** What git says of the page of a file. */
function readGit({ facts }: OpenPages, path: string): Said {
  const commits = facts.byPath.get(path) ?? [];
  const merged = commits.filter((commit) => facts.isOnDefault(commit));
  const lines = commits.flatMap((commit) => eventsOf(commit).map(({ line }) => line));
  const added = commits
    .flatMap(({ files }) => files)
    .some((file) => file.path === path && file.change === 'A');
  // A shallow clone may lack the commit that added it.
  const isBegun = added || !facts.history.isShallow;
  return {
    title: basename(path),
    path,
    folder: folderOf(path),
    'first folder': topFolderOf(path),
    ending: endingOf(path),
    removed: !facts.head.has(path),
    'first changed': isBegun ? isoOf(Math.min(...dates(commits))) : null,
    'last changed': isoOf(Math.max(...dates(commits))),
    commits: commits.length,
    'commits of the Work tab': commits.length,
    authors: asSet(atWork(merged).people),
    'changed together': merged.length > TOGETHER ? {} : changedTogether(merged, path),
    ...monthsOf(merged),
    ...countPeople(merged),
    ...toldEvents(lines, lines.length),
  };
}

async function opened(pages: OpenPages, path: string, uuid: string): Promise<OpenedPage> {
  const commits = pages.facts.byPath.get(path) ?? [];
  const merged = commits.filter((commit) => pages.facts.isOnDefault(commit));
  const page = await detailOf(pages, uuid);
  const asked = commitsOf('SourceFile', page, true);
  const latest = await latestCommits(pages, asked, merged);
  return {
    key: path,
    git: { ...readGit(pages, path), ...latest.git },
    cairn: {
      title: page.name,
      path: readProperty(page, 'path'),
      folder: readProperty(page, 'directory'),
      'first folder': readProperty(page, 'topFolder'),
      ending: readProperty(page, 'extension'),
      removed: readProperty(page, 'removed'),
      'first changed': readProperty(page, 'createdAt'),
      'last changed': readProperty(page, 'updatedAt'),
      commits: readTotal(page, 'Commit'),
      'commits of the Work tab': await workOf(pages, uuid),
      authors: await authorsOf(pages, uuid, true),
      'changed together': merged.length > TOGETHER ? {} : await togetherShown(pages, uuid, path),
      ...latest.cairn,
      ...(await monthsShown(pages, asked)),
      ...(await peopleShown(pages, asked)),
      ...(await timelineOf(pages, uuid)),
    },
  };
}

/** Opens pages of files that were drawn, and compares header, lists, charts and timeline. */
export async function filePages(pages: OpenPages, uuids: ReadonlyMap<string, string>): Promise<Compared[]> {
  const shown: OpenedPage[] = [];
  for (const path of drawn(steadyPaths(pages), pages.most, pages.random)) {
    const uuid = uuids.get(path);
    if (uuid !== undefined) shown.push(await opened(pages, path, uuid));
  }
  return comparedPages('File', shown);
}
