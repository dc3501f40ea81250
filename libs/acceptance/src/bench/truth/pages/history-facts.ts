import { branchOfCommits, releaseOfCommits } from '../claims.ts';
import type { GitHistory, HistoryCommit, NamedRef, Signer } from '../git-history.ts';
import { humanOf as humanOfSigner, mappedKey } from '../one-human.ts';
import { shownName } from '../rows.ts';

/** The moment as pages are answered it. */
export const isoOf = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** What pages show of a history, by git alone; and who the people of an answer are. */
export interface HistoryFacts {
  readonly history: GitHistory;
  readonly bySha: ReadonlyMap<string, HistoryCommit>;
  readonly children: ReadonlyMap<string, number>;
  readonly branchOf: ReadonlyMap<string, string>;
  readonly releaseOf: ReadonlyMap<string, string>;
  readonly byPath: ReadonlyMap<string, readonly HistoryCommit[]>;
  readonly byAuthor: ReadonlyMap<string, readonly HistoryCommit[]>;
  /** The paths of the default branch. */
  readonly head: ReadonlySet<string>;
  isOnDefault(commit: HistoryCommit): boolean;
  /** The human of a person of Cairn. */
  humanOf(personUuid: string): string;
  /** The commit of a uuid of Cairn. */
  commitOf(uuid: string): HistoryCommit | undefined;
}

function groupedBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}

/** Gathers what pages show of a history. */
export function historyFacts(
  history: GitHistory,
  named: Pick<HistoryFacts, 'humanOf' | 'commitOf'>,
): HistoryFacts {
  const { commits, defaultBranch } = history;
  const children = new Map<string, number>();
  for (const sha of commits.flatMap(({ parents }) => [...new Set(parents)]))
    children.set(sha, (children.get(sha) ?? 0) + 1);
  const branchOf = branchOfCommits(history);
  return {
    history,
    bySha: new Map(commits.map((commit) => [commit.sha, commit])),
    children,
    branchOf,
    releaseOf: releaseOfCommits(history),
    byPath: groupedBy(commits, ({ files }) => files.map(({ path }) => path)),
    byAuthor: groupedBy(commits, ({ author }) => [humanOfSigner(author)]),
    head: new Set(history.paths),
    isOnDefault: ({ sha }) => defaultBranch !== null && branchOf.get(sha) === defaultBranch,
    ...named,
  };
}

const DAY = 86_400;
const isMerge = (commit: HistoryCommit) => commit.isMerge;

/** A commit that another address committed, or its author a day later, is told as written too. */
export const isToldTwice = (commit: HistoryCommit): boolean =>
  !isMerge(commit) &&
  (mappedKey(commit.author) !== mappedKey(commit.committer) || commit.committedAt >= commit.authoredAt + DAY);

interface Told {
  readonly line: string;
  readonly actor: Signer;
}

/** What timelines tell of a commit: a merge by its author, a change by who committed it and by who wrote it before. */
export function eventsOf(commit: HistoryCommit): Told[] {
  const [written, committed] = [isoOf(commit.authoredAt), isoOf(commit.committedAt)];
  const name = shownName(commit);
  if (isMerge(commit)) return [{ line: `${written} merged ${name}`, actor: commit.author }];
  const own = { line: `${committed} committed ${name}`, actor: commit.committer };
  if (!isToldTwice(commit)) return [own];
  return [own, { line: `${written} authored ${name}`, actor: commit.author }];
}

/** What timelines tell of a tag. */
export const releasedLine = ({ name, at }: NamedRef): string => `${isoOf(at)} released ${name}`;

/** The authors of commits with how many they wrote, and the moments of their latest ones, the latest first. */
export function atWork(commits: readonly HistoryCommit[]): {
  people: Record<string, number>;
  latest: string[];
} {
  const people: Record<string, number> = {};
  const latest: Record<string, number> = {};
  for (const { author, authoredAt } of commits) {
    const human = humanOfSigner(author);
    people[human] = (people[human] ?? 0) + 1;
    latest[human] = Math.max(latest[human] ?? -Infinity, authoredAt);
  }
  const moments = Object.values(latest).toSorted((one, other) => other - one);
  return { people, latest: moments.map(isoOf) };
}

/** When these were committed, the latest first. */
export const momentsOf = (commits: readonly HistoryCommit[]): string[] =>
  commits
    .map(({ committedAt }) => committedAt)
    .toSorted((one, other) => other - one)
    .map(isoOf);

/** How many commits touched each of some things, such as folders. */
export function touchedBy(
  commits: readonly HistoryCommit[],
  of: (path: string) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { files } of commits)
    for (const key of new Set(files.map(({ path }) => of(path)))) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
