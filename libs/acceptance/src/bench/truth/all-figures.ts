import type { Condition } from '@cairn/query';
import { branchOfCommits, releaseOfCommits } from './claims.ts';
import {
  type Dimension,
  type GitFigure,
  type Item,
  type Part,
  WHOLE,
  figureOf,
  textDimension,
} from './figures.ts';
import type { GitHistory, HistoryCommit } from './git-history.ts';
import { ADDED, COUNT, DELETED, FILES, IN_FILE, OF_COMMITS } from './measures.ts';
import { endingOf, folderOf, topFolderOf } from './paths.ts';
import { PERIODS, type Period, ZONES, authorClock, wallClock } from './wall-clock.ts';

/** Groups commits by a period of a moment, in a zone. */
function periodDimension(
  zone: string,
  period: Period,
  moment: 'committedAt' | 'authoredAt' = 'committedAt',
): Dimension {
  const clock = wallClock(zone);
  return {
    name: `${period} of ${moment} in ${zone}`,
    group: { target: 'Commit', attribute: moment, unit: period },
    of: ({ commit }) => clock.label(period, commit[moment]),
    read: (value) => clock.read(period, value),
  };
}

const inZone = (timezone: string): Part => ({ ...WHOLE, query: { timezone } });

/** Commits and lines by each period, in each zone. An hour that a clock repeats has two instants, so it is left out. */
function periodFigures(items: readonly Item[]): GitFigure[] {
  return ZONES.flatMap((zone) =>
    PERIODS.filter((period) => period !== 'hour' || zone !== 'America/New_York').flatMap((period) => [
      ...[COUNT, ADDED, DELETED].map((measure) =>
        figureOf(items, [periodDimension(zone, period)], measure, inZone(zone)),
      ),
      figureOf(items, [periodDimension(zone, period, 'authoredAt')], COUNT, inZone(zone)),
    ]),
  );
}

const TOP_FOLDER = textDimension('SourceFile.topFolder', ({ file }) => file && topFolderOf(file.path));
const EXTENSION = textDimension('SourceFile.extension', ({ file }) => file && endingOf(file.path));
const PATH = textDimension('SourceFile.path', ({ file }) => file?.path ?? null);
const FOLDER = textDimension('SourceFile.directory', ({ file }) => file && folderOf(file.path));

const filtered = (name: string, filters: Condition[], keeps: Part['keeps']): Part => ({
  name,
  query: { filters },
  keeps,
});

const isMerge = (commit: HistoryCommit) => commit.isMerge;

const NO_MERGES = filtered(
  'without merges',
  [{ target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } }],
  ({ commit }) => !isMerge(commit),
);

/** The commits of the default branch, as pages show them. */
function onDefault(history: GitHistory): Part {
  const branches = branchOfCommits(history);
  const isThere = ({ commit }: Item) =>
    history.defaultBranch !== null && branches.get(commit.sha) === history.defaultBranch;
  const comparison = { IN: ['default'] };
  return filtered('on the default branch', [{ target: 'Branch', attribute: 'status', comparison }], isThere);
}

const DAY = 86_400;

/** A window of whole UTC days up to the latest commit. */
function latest(history: GitHistory, days: number): Part {
  const last = history.commits.reduce((most, { committedAt }) => Math.max(most, committedAt), 0);
  const end = (Math.floor(last / DAY) + 1) * DAY;
  const start = end - days * DAY;
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
  return {
    name: `in its last ${String(days)} days`,
    query: { startDate: day(start), endDate: day(end - DAY) },
    keeps: ({ commit }) => commit.committedAt >= start && commit.committedAt < end,
  };
}

/** Lines and commits by file, folder, first folder and ending. */
function fileFigures(items: readonly Item[], parts: readonly Part[]): GitFigure[] {
  return parts.flatMap((part) =>
    [PATH, FOLDER, TOP_FOLDER, EXTENSION].flatMap((dimension) =>
      [COUNT, ...IN_FILE].map((measure) => figureOf(items, [dimension], measure, part)),
    ),
  );
}

/** The people of an answer, by their uuids, as the humans that git's signers are. */
export interface People {
  readonly human: (signer: HistoryCommit['author']) => string;
  readonly humanOf: (personUuid: string) => string;
}

function peopleFigures(
  items: readonly Item[],
  { human, humanOf }: People,
  parts: readonly Part[],
): GitFigure[] {
  const who = (field: string, of: (commit: HistoryCommit) => string): Dimension => ({
    ...textDimension(field, ({ commit }) => of(commit)),
    read: (value) => humanOf(String(value)),
  });
  const author = who('Person.uuid', (commit) => human(commit.author));
  const committer = who('Committer.uuid', (commit) => human(commit.committer));
  return [
    ...[COUNT, ...OF_COMMITS, ...FILES].map((measure) => figureOf(items, [author], measure)),
    ...[COUNT, ADDED].map((measure) => figureOf(items, [committer], measure)),
    ...parts.map((part) => figureOf(items, [author], COUNT, part)),
    figureOf(items, [author, periodDimension('UTC', 'month')], COUNT),
    figureOf(items, [author, TOP_FOLDER], IN_FILE[0] ?? COUNT),
  ];
}

/** When commits were authored, by the clocks of their authors. */
function clockFigures(items: readonly Item[], parts: readonly Part[]): GitFigure[] {
  const clockOf = ({ commit }: Item) => authorClock(commit.authoredAt, commit.offset);
  const hour = textDimension('Commit.localHour', (item) => String(clockOf(item).hour));
  const weekday = textDimension('Commit.localWeekday', (item) => clockOf(item).weekday);
  const offset = textDimension('Commit.utcOffset', ({ commit }) =>
    `${commit.offset.slice(0, 3)}:${commit.offset.slice(3)}`.replace('-00:00', '+00:00'),
  );
  return [[hour], [weekday], [offset], [weekday, hour]].flatMap((dimensions) => [
    figureOf(items, dimensions, ADDED),
    ...parts.map((part) => figureOf(items, dimensions, COUNT, part)),
  ]);
}

/** Commits by branch and by first release, alone and by month. */
function refFigures(history: GitHistory, items: readonly Item[]): GitFigure[] {
  const [branches, releases] = [branchOfCommits(history), releaseOfCommits(history)];
  const branch = textDimension('Branch.name', ({ commit }) => branches.get(commit.sha) ?? null);
  const release = textDimension('Release.tagName', ({ commit }) => releases.get(commit.sha) ?? null);
  const month = periodDimension('UTC', 'month');
  return [branch, release].flatMap((dimension) => [
    ...[COUNT, ADDED, DELETED].map((measure) => figureOf(items, [dimension], measure)),
    figureOf(items, [dimension], COUNT, NO_MERGES),
    figureOf(items, [dimension, month], COUNT),
    figureOf(items, [dimension, TOP_FOLDER], IN_FILE[1] ?? COUNT),
  ]);
}

/** The items of a history: each file of a commit, or a commit without files. */
export const itemsOf = ({ commits }: GitHistory): Item[] =>
  commits.flatMap((commit): Item[] =>
    commit.files.length === 0 ? [{ commit, file: null }] : commit.files.map((file) => ({ commit, file })),
  );

/** Every grouped figure that is compared. */
export function allFigures(history: GitHistory, people: People): GitFigure[] {
  const items = itemsOf(history);
  const [main, year] = [onDefault(history), latest(history, 365)];
  const parts = [WHOLE, NO_MERGES, main, year, latest(history, 30)];
  return [
    ...parts.flatMap((part) =>
      [COUNT, ...OF_COMMITS, ...FILES].map((measure) => figureOf(items, [], measure, part)),
    ),
    ...periodFigures(items),
    ...peopleFigures(items, people, parts),
    ...clockFigures(items, parts),
    ...fileFigures(items, [WHOLE, main, year]),
    ...refFigures(history, items),
  ];
}

/** The grouped figures of which cells are drilled into. */
export function drilledFigures(history: GitHistory): GitFigure[] {
  const items = itemsOf(history);
  const [branches, releases] = [branchOfCommits(history), releaseOfCommits(history)];
  const branch = textDimension('Branch.name', ({ commit }) => branches.get(commit.sha) ?? null);
  const release = textDimension('Release.tagName', ({ commit }) => releases.get(commit.sha) ?? null);
  const hour = textDimension('Commit.localHour', ({ commit }) =>
    String(authorClock(commit.authoredAt, commit.offset).hour),
  );
  const in_ = (zone: string, ...dimensions: Dimension[]) => figureOf(items, dimensions, COUNT, inZone(zone));
  return [
    in_('America/New_York', TOP_FOLDER, periodDimension('America/New_York', 'month')),
    in_('Asia/Kolkata', branch, periodDimension('Asia/Kolkata', 'week')),
    in_('UTC', periodDimension('UTC', 'dayOfWeek'), periodDimension('UTC', 'hourOfDay')),
    in_('UTC', PATH),
    in_('UTC', EXTENSION, hour),
    in_('America/New_York', periodDimension('America/New_York', 'day')),
    in_('Asia/Kolkata', release, periodDimension('Asia/Kolkata', 'year')),
    in_('UTC', FOLDER, periodDimension('UTC', 'quarter', 'authoredAt')),
    figureOf(items, [TOP_FOLDER, hour], COUNT, NO_MERGES),
    figureOf(items, [FOLDER], COUNT, onDefault(history)),
  ];
}
