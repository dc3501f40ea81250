import type { Rows } from '@cairn/contracts';
import type { QueryInput } from '@cairn/query';
import type { Compared } from './compare.ts';
import type { GitHistory, HistoryCommit } from './git-history.ts';
import { filesOf, linesOf } from './measures.ts';
import { authorClock } from './wall-clock.ts';

type Ask = (path: string, query: QueryInput) => Promise<Rows>;
type Row = Readonly<Record<string, unknown>>;

const PAGE = 1_000;

/** Every row of a kind, page by page. */
export async function allRows(ask: Ask, kind: string, columns: string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const order = [{ by: `${kind}.uuid`, direction: 'ascending' as const }];
    const { data } = await ask('entities', { select: [kind], columns, order, page, pageSize: PAGE });
    rows.push(...data);
    if (data.length < PAGE) return rows;
  }
}

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
const clockOf = ({ authoredAt, offset }: HistoryCommit) => authorClock(authoredAt, offset);
const changed = (commit: HistoryCommit) => filesOf(commit, ({ files }) => files.length);

/** Columns of a commit, with what git says of each. */
const OF_COMMIT: Readonly<Record<string, (commit: HistoryCommit) => string | number | boolean | null>> = {
  'Commit.authoredAt': ({ authoredAt }) => isoOf(authoredAt),
  'Commit.committedAt': ({ committedAt }) => isoOf(committedAt),
  'Commit.isMerge': ({ isMerge }) => isMerge,
  'Commit.additions': (commit) => linesOf(commit, 'added'),
  'Commit.deletions': (commit) => linesOf(commit, 'deleted'),
  'Commit.changedFiles': changed,
  'Commit.localHour': (commit) => clockOf(commit).hour,
  'Commit.localWeekday': (commit) => clockOf(commit).weekday,
};

/** A text of which something can be seen. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Zs}\p{M}\u2800\u3164]/u;

/** The subject as it is shown: whole, on one line. */
const shownSubject = ({ subject }: HistoryCommit) => subject.replaceAll('\r', '');

/** What a commit is called: its subject, else the first line of which something can be seen, else its short sha. */
export function shownName(commit: HistoryCommit): string {
  const subject = shownSubject(commit);
  if (VISIBLE.test(subject)) return subject;
  const line = commit.message.split('\n').find((each) => VISIBLE.test(each));
  return line?.replaceAll('\r', '') ?? commit.sha.slice(0, 10);
}

function names(history: GitHistory, rows: readonly Row[]): Compared {
  return {
    name: 'name of each commit',
    expected: new Map(history.commits.map((commit) => [commit.sha, shownName(commit)])),
    actual: rows.map((row) => [String(row['Commit.sha']), row['Commit.name']]),
  };
}

/** What each single commit says of itself. */
export function commitRows(history: GitHistory, rows: readonly Row[]): Compared[] {
  const of = Object.entries(OF_COMMIT).map(([column, value]): Compared => ({
    name: `${column} of each commit`,
    expected: new Map(history.commits.map((commit) => [commit.sha, value(commit)])),
    actual: rows.map((row) => [String(row['Commit.sha']), row[column] ?? null]),
  }));
  return [...of, names(history, rows)];
}

export const COMMIT_COLUMNS = [
  'Commit.sha',
  'Commit.name',
  'Person.uuid',
  'Committer.uuid',
  ...Object.keys(OF_COMMIT),
];

const named = (refs: GitHistory['branches']) => new Map(refs.map(({ name, sha }) => [name, sha]));

/** Branches with their heads, releases with their commits, and the files of the default branch. */
export async function refRows(history: GitHistory, ask: Ask): Promise<Compared[]> {
  const branches = await allRows(ask, 'Branch', ['Branch.name', 'Branch.status', 'Head.sha']);
  const releases = await allRows(ask, 'Release', ['Release.tagName', 'Release.publishedAt', 'Tagged.sha']);
  const files = await allRows(ask, 'SourceFile', ['SourceFile.path', 'SourceFile.removed']);
  const known = new Set(history.commits.flatMap((commit) => commit.files.map(({ path }) => path)));
  const defaults = branches.filter((row) => row['Branch.status'] === 'default');
  return [
    {
      name: 'branches and their heads',
      expected: named(history.branches),
      actual: branches.map((row) => [String(row['Branch.name']), row['Head.sha']]),
    },
    {
      name: 'tags and their commits',
      expected: named(history.tags),
      actual: releases.map((row) => [String(row['Release.tagName']), row['Tagged.sha']]),
    },
    {
      name: 'tags and their dates',
      expected: new Map(history.tags.map(({ name, at }) => [name, isoOf(at)])),
      actual: releases.map((row) => [String(row['Release.tagName']), row['Release.publishedAt']]),
    },
    {
      name: 'the default branch',
      expected: new Map(history.defaultBranch === null ? [] : [[history.defaultBranch, 'default']]),
      actual: defaults.map((row) => [String(row['Branch.name']), row['Branch.status']]),
    },
    {
      name: 'files that commits changed',
      expected: new Map([...known].map((path) => [path, true])),
      actual: files
        .filter((row) => known.has(String(row['SourceFile.path'])))
        .map((row) => [String(row['SourceFile.path']), true]),
    },
    {
      name: 'files of the default branch',
      expected: new Map(history.paths.map((path) => [path, true])),
      actual: files
        .filter((row) => row['SourceFile.removed'] === false)
        .map((row) => [String(row['SourceFile.path']), true]),
    },
  ];
}
