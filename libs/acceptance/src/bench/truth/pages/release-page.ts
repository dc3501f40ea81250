import {
  authorsQuery,
  releasedBeforeQuery,
} from '../../../../../../mfe-entity/src/kinds/release/first-contributions.ts';
import { drawn } from '../cells.ts';
import type { Compared } from '../compare.ts';
import type { HistoryCommit, NamedRef } from '../git-history.ts';
import { humanOf } from '../one-human.ts';
import { commitsOf, latestCommits, countPeople, peopleShown } from './commit-lists.ts';
import { atWork, eventsOf, isoOf, releasedLine } from './history-facts.ts';
import {
  type OpenedPage,
  type OpenPages,
  authorsOf,
  comparedPages,
  detailOf,
  inAnyOrder,
  readProperty,
  timelineOf,
  toldEvents,
  readTotal,
} from './page.ts';

const asSet = (people: Iterable<string>) => Object.fromEntries([...people].map((human) => [human, 1]));

/** The authors of a release of whom no earlier release has a commit. */
function firstContributors({ facts }: OpenPages, release: NamedRef, commits: readonly HistoryCommit[]) {
  const dates = new Map(facts.history.tags.map(({ name, at }) => [name, at]));
  const isEarlier = ({ sha }: HistoryCommit) =>
    (dates.get(facts.releaseOf.get(sha) ?? '') ?? Infinity) < release.at;
  const before = new Set(facts.history.commits.filter(isEarlier).map(({ author }) => humanOf(author)));
  return asSet(commits.map(({ author }) => humanOf(author)).filter((human) => !before.has(human)));
}

async function firstContributions(
  { served, facts }: OpenPages,
  uuid: string,
  repository: string,
  publishedAt: string,
) {
  const uuidsOf = async (query: ReturnType<typeof authorsQuery>) =>
    (await served.ask('group-bys', query)).data.map((row) => String(row['Person.uuid']));
  const authors = await uuidsOf(authorsQuery(uuid));
  if (authors.length === 0) return {};
  const known = new Set(await uuidsOf(releasedBeforeQuery(repository, authors, publishedAt)));
  return inAnyOrder(authors.filter((author) => !known.has(author)).map(facts.humanOf));
}

async function opened(pages: OpenPages, release: NamedRef, uuid: string): Promise<OpenedPage> {
  const { facts } = pages;
  const commits = facts.history.commits.filter(({ sha }) => facts.releaseOf.get(sha) === release.name);
  const page = await detailOf(pages, uuid);
  const first = (name: string) => page.relations.find((each) => each.name === name)?.items[0]?.uuid ?? '';
  const asked = commitsOf('Release', page);
  const latest = await latestCommits(pages, asked, commits);
  const lines = [
    ...commits.flatMap((commit) => eventsOf(commit).map(({ line }) => line)),
    releasedLine(release),
  ];
  const publishedAt = String(page.properties['publishedAt']);
  return {
    key: release.name,
    git: {
      title: release.name,
      tag: release.name,
      published: isoOf(release.at),
      'tagged commit': release.sha,
      commits: commits.length,
      authors: asSet(Object.keys(atWork(commits).people)),
      'first contributions': firstContributors(pages, release, commits),
      ...latest.git,
      ...countPeople(commits),
      ...toldEvents(lines, lines.length),
    },
    cairn: {
      title: page.name,
      tag: readProperty(page, 'tagName'),
      published: readProperty(page, 'publishedAt'),
      'tagged commit': facts.commitOf(first('Tagged'))?.sha ?? null,
      commits: readTotal(page, 'Commit'),
      authors: await authorsOf(pages, uuid, false),
      'first contributions': await firstContributions(pages, uuid, first('Repository'), publishedAt),
      ...latest.cairn,
      ...(await peopleShown(pages, asked)),
      ...(await timelineOf(pages, uuid)),
    },
  };
}

/** Opens pages of releases that were drawn, and compares header, lists and timeline. */
export async function releasePages(
  pages: OpenPages,
  uuids: ReadonlyMap<string, string>,
): Promise<Compared[]> {
  const shown: OpenedPage[] = [];
  for (const release of drawn(pages.facts.history.tags, pages.most, pages.random)) {
    const uuid = uuids.get(release.name);
    if (uuid !== undefined) shown.push(await opened(pages, release, uuid));
  }
  return comparedPages('Release', shown);
}
