import type { EntityDetail } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import { LATEST, peopleAtWork } from '../../../../../../mfe-entity/src/charts/people-at-work-query.ts';
import { DEFAULT_BRANCH, Query } from '@cairn/query';
import type { HistoryCommit } from '../git-history.ts';
import { linesOf } from '../measures.ts';
import { humanOf } from '../one-human.ts';
import { topFolderOf } from '../paths.ts';
import { shownName } from '../rows.ts';
import { atWork, isoOf, momentsOf, touchedBy } from './history-facts.ts';
import { type OpenPages, type Said, inOrder } from './page.ts';

const COUNT = 'count(Commit.uuid)';
const MOST = 1_000_000;
const NO_MERGES = { target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } };

/** The commits of one page in a question: by the relation that leads back to its entity. */
export function commitsOf(
  back: string,
  { uuid }: Pick<EntityDetail, 'uuid'>,
  onDefaultBranch = false,
): QueryInput {
  const own = { target: back, attribute: 'uuid', comparison: { IN: [uuid] } };
  return { select: ['Commit'], timezone: 'UTC', filters: onDefaultBranch ? [own, DEFAULT_BRANCH] : [own] };
}

/** Who worked on it, as the list of a page: people with their commits, and the order by their latest ones. */
export async function peopleShown({ served, facts }: OpenPages, commits: QueryInput): Promise<Said> {
  const { data } = await served.ask('group-bys', peopleAtWork(Query.parse(commits), MOST));
  const people = data.map(
    (row) => [facts.humanOf(String(row['Person.uuid'])), row[COUNT] as number] as const,
  );
  return {
    'who worked on it': Object.fromEntries(people),
    'the order of who worked on it': inOrder(data.map((row) => String(row[LATEST]))),
  };
}

/** People without their numbers. */
export const asSet = (people: Record<string, number>) =>
  Object.fromEntries(Object.keys(people).map((human) => [human, 1]));

/** Who worked on it, by git. */
export function countPeople(commits: readonly HistoryCommit[]): Said {
  const { people, latest } = atWork(commits);
  return { 'who worked on it': people, 'the order of who worked on it': inOrder(latest) };
}

/** Where the work happens, as the chart of a page. */
export async function foldersShown({ served }: OpenPages, commits: QueryInput): Promise<Said> {
  const filters = [...(commits.filters ?? []), NO_MERGES];
  const groupBys = [{ target: 'SourceFile', attribute: 'topFolder' }];
  const aggregations = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
  const { data } = await served.ask('group-bys', {
    ...commits,
    filters,
    groupBys,
    aggregations,
    limit: MOST,
  });
  const known = data.filter((row) => row['SourceFile.topFolder'] !== null);
  return {
    'where the work happens': Object.fromEntries(
      known.map((row) => [String(row['SourceFile.topFolder']), row[COUNT] as number]),
    ),
  };
}

/** Where the work happens, by git; a merge touches no file. */
export const foldersOf = (commits: readonly HistoryCommit[]): Said => ({
  'where the work happens': touchedBy(commits, topFolderOf),
});

/** Commits over time, as the line of a page: months that have any. */
export async function monthsShown({ served }: OpenPages, commits: QueryInput): Promise<Said> {
  const aggregations = [{ target: 'Commit', attribute: 'uuid', reducer: 'count' as const }];
  const { data } = await served.ask('time-series', { ...commits, aggregations, timeUnit: 'months' });
  const filled = data.filter((row) => row[COUNT] !== 0);
  return {
    'commits over time': Object.fromEntries(
      filled.map((row) => [String(row['timestamp']).slice(0, 7), row[COUNT] as number]),
    ),
  };
}

/** Commits over time, by git. */
export function monthsOf(commits: readonly HistoryCommit[]): Said {
  const counts: Record<string, number> = {};
  for (const { committedAt } of commits) {
    const month = isoOf(committedAt).slice(0, 7);
    counts[month] = (counts[month] ?? 0) + 1;
  }
  return { 'commits over time': counts };
}

const labelRow = (name: unknown, added: unknown, deleted: unknown, human: string) =>
  `${String(name)} +${String(added)} -${String(deleted)} ${human}`;

/** The latest commits of a page: their order, and what each row says beside what git says of the same commit. */
export async function latestCommits(
  { served, facts }: OpenPages,
  asked: QueryInput,
  all: readonly HistoryCommit[],
): Promise<{ git: Said; cairn: Said }> {
  const { data } = await served.ask('entities', {
    ...asked,
    columns: ['name', 'committedAt', 'additions', 'deletions', 'Person.uuid'],
    order: [{ by: 'Commit.committedAt', direction: 'descending' }],
    page: 1,
    pageSize: 8,
  });
  const shown = data.map((row) =>
    labelRow(
      row['Commit.name'],
      row['Commit.additions'],
      row['Commit.deletions'],
      facts.humanOf(String(row['Person.uuid'])),
    ),
  );
  const known = data.map((row) => {
    const commit = facts.commitOf(String(row['uuid']));
    if (!commit) return 'no commit of git';
    return labelRow(
      shownName(commit),
      linesOf(commit, 'added'),
      linesOf(commit, 'deleted'),
      humanOf(commit.author),
    );
  });
  return {
    git: {
      'latest commits': inOrder(known),
      'dates of the latest commits': inOrder(momentsOf(all).slice(0, 8)),
    },
    cairn: {
      'latest commits': inOrder(shown),
      'dates of the latest commits': inOrder(data.map((row) => String(row['Commit.committedAt']))),
    },
  };
}
