import { drawn } from '../cells.ts';
import type { Compared } from '../compare.ts';
import type { NamedRef } from '../git-history.ts';
import {
  asSet,
  commitsOf,
  foldersOf,
  foldersShown,
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
  authorsOf,
  comparedPages,
  detailOf,
  readProperty,
  timelineOf,
  toldEvents,
  readTotal,
  workOf,
} from './page.ts';

async function opened(pages: OpenPages, branch: NamedRef, uuid: string): Promise<OpenedPage> {
  const { facts } = pages;
  const commits = facts.history.commits.filter(({ sha }) => facts.branchOf.get(sha) === branch.name);
  const page = await detailOf(pages, uuid);
  const asked = commitsOf('Branch', page);
  const head = facts.bySha.get(branch.sha);
  const earliest = commits.reduce<number | null>(
    (least, { committedAt }) => Math.min(least ?? committedAt, committedAt),
    null,
  );
  const lines = commits.flatMap((commit) => eventsOf(commit).map(({ line }) => line));
  const latest = await latestCommits(pages, asked, commits);
  return {
    key: branch.name,
    git: {
      title: branch.name,
      status: branch.name === facts.history.defaultBranch ? 'default' : 'active',
      head: head?.sha ?? null,
      'last commit': head ? isoOf(head.committedAt) : null,
      'first commit': earliest === null || facts.history.isShallow ? null : isoOf(earliest),
      commits: commits.length,
      // The head of a branch may be counted for another one.
      'commits of the Work tab': new Set([...commits, ...(head ? [head] : [])]).size,
      authors: asSet(atWork(commits).people),
      ...latest.git,
      ...monthsOf(commits),
      ...foldersOf(commits),
      ...countPeople(commits),
      ...toldEvents(lines, lines.length),
    },
    cairn: {
      title: page.name,
      status: readProperty(page, 'status'),
      head:
        facts.commitOf(page.relations.find(({ name }) => name === 'Head')?.items[0]?.uuid ?? '')?.sha ?? null,
      'last commit': readProperty(page, 'updatedAt'),
      'first commit': readProperty(page, 'createdAt'),
      commits: readTotal(page, 'Commit'),
      'commits of the Work tab': await workOf(pages, uuid),
      authors: await authorsOf(pages, uuid, false),
      ...latest.cairn,
      ...(await monthsShown(pages, asked)),
      ...(await foldersShown(pages, asked)),
      ...(await peopleShown(pages, asked)),
      ...(await timelineOf(pages, uuid)),
    },
  };
}

/** Opens pages of branches, the default one first, and compares header, lists, charts and timeline. */
export async function branchPages(pages: OpenPages, uuids: ReadonlyMap<string, string>): Promise<Compared[]> {
  const { branches, defaultBranch } = pages.facts.history;
  const others = branches.filter(({ name }) => name !== defaultBranch);
  const chosen = [
    ...branches.filter(({ name }) => name === defaultBranch),
    ...drawn(others, pages.most, pages.random),
  ];
  const shown: OpenedPage[] = [];
  for (const branch of chosen) {
    const uuid = uuids.get(branch.name);
    if (uuid !== undefined) shown.push(await opened(pages, branch, uuid));
  }
  return comparedPages('Branch', shown);
}
