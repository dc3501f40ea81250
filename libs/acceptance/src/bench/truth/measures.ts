import type { Figured, Item } from './figures.ts';
import type { HistoryCommit } from './git-history.ts';

/** The commits of items, each once. */
export const commitsOf = (items: readonly Item[]): HistoryCommit[] => [
  ...new Set(items.map(({ commit }) => commit)),
];

const isMerge = (commit: HistoryCommit) => commit.isMerge;

type Lines = 'added' | 'deleted';

/** Lines of a whole commit; null for a merge, which has none of its own, and where the clone does not tell them. */
export function linesOf(commit: HistoryCommit, which: Lines): number | null {
  return isMerge(commit) || commit.told !== 'lines'
    ? null
    : commit.files.reduce((sum, file) => sum + (file[which] ?? 0), 0);
}

const present = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

function sum(values: readonly (number | null)[]): number | null {
  const there = present(values);
  return there.length === 0 ? null : there.reduce((total, value) => total + value, 0);
}

/** The value below which a share of the values lies, between two neighbours by their distance. */
function quantile(values: readonly (number | null)[], share: number): number | null {
  const sorted = present(values).toSorted((left, right) => left - right);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (at % 1);
}

const whole = (
  which: Lines,
  text: string,
  reduce: (values: (number | null)[]) => number | null,
): Figured => ({
  text,
  of: (items) => reduce(commitsOf(items).map((commit) => linesOf(commit, which))),
});

const mean = (values: (number | null)[]) => {
  const there = present(values);
  return there.length === 0 ? null : (sum(there) ?? 0) / there.length;
};

export const COUNT: Figured = { text: 'count(Commit.uuid)', of: (items) => commitsOf(items).length };
export const ADDED = whole('added', 'sum(Commit.additions)', sum);
export const DELETED = whole('deleted', 'sum(Commit.deletions)', sum);

/** Lines of whole commits, reduced in each way. */
export const OF_COMMITS: readonly Figured[] = [
  ADDED,
  DELETED,
  whole('added', 'median(Commit.additions)', (values) => quantile(values, 0.5)),
  whole('added', 'p95(Commit.additions)', (values) => quantile(values, 0.95)),
  whole('added', 'max(Commit.additions)', (values) => quantile(values, 1)),
  whole('deleted', 'min(Commit.deletions)', (values) => quantile(values, 0)),
  whole('deleted', 'avg(Commit.deletions)', mean),
];

/** A number of files of a commit: 0 for a merge, null where the clone does not tell them. */
export function filesOf(commit: HistoryCommit, of: (commit: HistoryCommit) => number): number | null {
  if (isMerge(commit)) return 0;
  return commit.told === 'nothing' ? null : of(commit);
}

const perCommit = (text: string, of: (commit: HistoryCommit) => number): Figured => ({
  text,
  of: (items) => sum(commitsOf(items).map((commit) => filesOf(commit, of))),
});

const having = (change: string) => (commit: HistoryCommit) =>
  commit.files.filter((file) => file.change === change).length;

/** Files of commits, by what happened to them; a change of type counts as a change. */
export const FILES: readonly Figured[] = [
  perCommit('sum(Commit.changedFiles)', ({ files }) => files.length),
  perCommit('sum(Commit.totalFilesAdded)', having('A')),
  perCommit('sum(Commit.totalFilesDeleted)', having('D')),
  perCommit('sum(Commit.totalFilesRenamed)', having('R')),
  perCommit('sum(Commit.totalFilesModified)', (commit) => having('M')(commit) + having('T')(commit)),
];

/** Lines where they happened: of files, not of whole commits. */
export const IN_FILE: readonly Figured[] = (['added', 'deleted'] as const).map((which) => ({
  text: which === 'added' ? 'sum(SourceFile.linesAdded)' : 'sum(SourceFile.linesDeleted)',
  of: (items) => sum(items.map(({ file }) => file?.[which] ?? null)),
}));
