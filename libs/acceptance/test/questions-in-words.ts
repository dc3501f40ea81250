import { branchOfCommits, releaseOfCommits } from '../src/bench/truth/claims.ts';
import type { FileLines } from '../src/bench/truth/changes.ts';
import type { GitHistory, HistoryCommit } from '../src/bench/truth/git-history.ts';
import { humanOf } from '../src/bench/truth/one-human.ts';
import { authorClock, wallClock } from '../src/bench/truth/wall-clock.ts';

/** A history as questions are answered from it. */
export interface Reading {
  readonly history: GitHistory;
  /** The commits of the default branch. */
  readonly main: readonly HistoryCommit[];
  readonly all: readonly HistoryCommit[];
  /** The name by which an author is shown. */
  readonly name: (commit: HistoryCommit) => string;
  readonly human: (commit: HistoryCommit) => string;
  readonly branch: ReadonlyMap<string, string>;
  readonly release: ReadonlyMap<string, string>;
}

/** Names of people are those that their own address signs with. */
const NAMES: Readonly<Record<string, string>> = {
  'ada@example.com': 'Ada Okafor',
  'login github adaoka': 'Ada Okafor',
  'bela@example.com': 'Bela Novak',
  'joerg@example.com': 'Jörg',
  'login github chen': 'Chen',
  'login github renovate[bot]': 'renovate[bot]',
  'noreply@github.com': 'GitHub',
  'dana@example.com': 'Dana Wirth',
  'shared@example.com': 'Emre',
  'merges@example.com': 'Only Merges',
};

/** Reads a history for the answers below. */
export function readingOf(history: GitHistory): Reading {
  const branch = branchOfCommits(history);
  const of = (commit: HistoryCommit) => humanOf(commit.author);
  return {
    history,
    branch,
    release: releaseOfCommits(history),
    all: history.commits,
    main: history.commits.filter(({ sha }) => branch.get(sha) === history.defaultBranch),
    human: of,
    name: (commit) => NAMES[of(commit)] ?? of(commit),
  };
}

/** Right as git says, perhaps with words that are said to be ignored; or refused with a reason. */
export type ExpectedAnswer =
  | { readonly is?: (git: Reading) => unknown; readonly ignored?: readonly string[] }
  | { readonly refused: string };

type Keeps = (commit: HistoryCommit, git: Reading) => boolean;
type Key = (commit: HistoryCommit, git: Reading) => string;

const is = (answer: (git: Reading) => unknown): ExpectedAnswer => ({ is: answer });
const refused = (reason: string): ExpectedAnswer => ({ refused: reason });

const count = (keeps: Keeps = () => true): ExpectedAnswer =>
  is((git) => git.main.filter((commit) => keeps(commit, git)).length);

function tally<T>(items: readonly T[], key: (item: T) => string, weight: (item: T) => number = () => 1) {
  const found: Record<string, number> = {};
  for (const item of items) found[key(item)] = (found[key(item)] ?? 0) + weight(item);
  return found;
}

const by = (key: Key, keeps: Keeps = () => true): ExpectedAnswer =>
  is((git) =>
    tally(
      git.main.filter((commit) => keeps(commit, git)),
      (commit) => key(commit, git),
    ),
  );

const isMerge: Keeps = ({ parents }) => parents.length > 1;
const year = ({ committedAt }: HistoryCommit) => new Date(committedAt * 1_000).getUTCFullYear();
const iso = ({ committedAt }: HistoryCommit) => new Date(committedAt * 1_000).toISOString();
const isNamed =
  (name: string): Keeps =>
  (commit, git) =>
    git.name(commit) === name;
const isBot: Keeps = (commit, git) => ['renovate[bot]', 'GitHub'].includes(git.name(commit));
const touches =
  (folder: string): Keeps =>
  ({ files }) =>
    files.some(({ path }) => path.startsWith(`${folder}/`));

const utc = wallClock('UTC');
const START = { month: '-01T00:00:00Z', day: 'T00:00:00Z', week: 'T00:00:00Z' } as const;
const period =
  (unit: keyof typeof START): Key =>
  ({ committedAt }) =>
    `${utc.label(unit, committedAt)}${START[unit]}`;

const sum = (commits: readonly HistoryCommit[], of: (file: FileLines) => number | null) =>
  commits.flatMap(({ files }) => files).reduce((total, file) => total + (of(file) ?? 0), 0);
const added = ({ added: lines }: FileLines) => lines;

const filesOf = (git: Reading) => git.main.flatMap(({ files }) => files);
const lines = ({ files }: HistoryCommit) => files.reduce((total, file) => total + (file.added ?? 0), 0);

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

const top = (path: string) => (path.includes('/') ? (path.split('/', 1)[0] ?? '') : '/');
const ending = (path: string) => /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? 'null';

/** Questions as people type them, with their answers by git. */
export const QUESTIONS: readonly (readonly [question: string, outcome: ExpectedAnswer])[] = [
  ['how many commits', count()],
  ['how many commits on all branches', is(({ all }) => all.length)],
  [
    'how many commits across every branch in 2023',
    is(({ all }) => all.filter((each) => year(each) === 2023).length),
  ],
  ['how many merge commits', count(isMerge)],
  ['how many commits without merges', count((...commit) => !isMerge(...commit))],
  ['how many commits in 2022', count((commit) => year(commit) === 2022)],
  ['how many commits in 2023', count((commit) => year(commit) === 2023)],
  ['how many commits in january 2023', count((commit) => iso(commit).startsWith('2023-01'))],
  ['how many commits since december 2022', count((commit) => iso(commit) >= '2022-12-01')],
  ['how many commits before 2023', count((commit) => iso(commit) < '2023')],
  ['how many commits by Ada Okafor', count(isNamed('Ada Okafor'))],
  ['how many commits by ada@example.com', count((commit, { human }) => human(commit) === 'ada@example.com')],
  ['how many commits by bela', count(isNamed('Bela Novak'))],
  ['how many commits by Dana Wirth', count(isNamed('Dana Wirth'))],
  ['how many commits by Emre', count(isNamed('Emre'))],
  ['how many commits by Jörg', count(isNamed('Jörg'))],
  [
    'how many commits by Chen in 2023',
    count((commit, git) => isNamed('Chen')(commit, git) && year(commit) === 2023),
  ],
  ['how many commits by Nobody Known', refused('No person is called “Nobody Known”')],
  ['how many commits not by bots', count((...commit) => !isBot(...commit))],
  ['how many commits not by bots or merges', count((...commit) => !isBot(...commit) && !isMerge(...commit))],
  ['how many commits by bots', count(isBot)],
  ['commits by author', by((commit, { name }) => name(commit))],
  [
    'commits by author without merges',
    by(
      (commit, { name }) => name(commit),
      (...commit) => !isMerge(...commit),
    ),
  ],
  ['commits per day', by(period('day'))],
  ['commits per week', by(period('week'))],
  ['commits per month', by(period('month'))],
  ['commits per month by Ada Okafor', by(period('month'), isNamed('Ada Okafor'))],
  ['commits by weekday', by(({ committedAt }) => utc.label('dayOfWeek', committedAt))],
  ['commits by hour of day', by(({ committedAt }) => utc.label('hourOfDay', committedAt))],
  [
    'commits by author and month',
    by((commit, git) => `${git.name(commit)} · ${period('month')(commit, git)}`),
  ],
  ['commits per timezone', refused('No source here provides the timezone of people')],
  [
    'commits by weekday of the author',
    by(({ authoredAt, offset }) => authorClock(authoredAt, offset).weekday),
  ],
  ['commits by branch', is(({ all, branch }) => tally(all, ({ sha }) => branch.get(sha) ?? 'null'))],
  [
    'how many commits on branch release/1.x',
    is(({ all, branch }) => all.filter(({ sha }) => branch.get(sha) === 'release/1.x').length),
  ],
  ['how many commits on main', count()],
  ['how many commits on branch nowhere', refused('No branch is called “nowhere”')],
  [
    'how many commits in release v0.10.0',
    is(({ all, release }) => all.filter(({ sha }) => release.get(sha) === 'v0.10.0').length),
  ],
  ['how many commits in release v99.0.0', refused('No release is called “v99.0.0”')],
  ['how many releases', is(({ history }) => history.tags.length)],
  ['how many tags', is(({ history }) => history.tags.length)],
  ['how many branches', is(({ history }) => history.branches.length)],
  ['list all branches', is(({ history }) => history.branches.length)],
  ['latest release', is(({ history }) => history.tags.length)],
  ['how many lines were added', is(({ main }) => sum(main, added))],
  [
    'how many lines were added in 2023',
    is(({ main }) =>
      sum(
        main.filter((each) => year(each) === 2023),
        added,
      ),
    ),
  ],
  ['total lines deleted', is(({ main }) => sum(main, ({ deleted }) => deleted))],
  [
    'lines added by top folder',
    is((git) => ({
      ...tally(
        filesOf(git),
        ({ path }) => top(path),
        (file) => file.added ?? 0,
      ),
      null: null,
    })),
  ],
  [
    'lines added by extension',
    is((git) => ({
      ...tally(
        filesOf(git),
        ({ path }) => ending(path),
        (file) => file.added ?? 0,
      ),
      // Binary files have no lines.
      png: null,
    })),
  ],
  // A merge has no lines, rather than zero of them.
  ['lines added by author', is(({ main, name }) => ({ ...tally(main, name, lines), 'Only Merges': null }))],
  [
    'how many lines were added in src',
    is((git) =>
      filesOf(git)
        .filter(({ path }) => path.startsWith('src/'))
        .reduce((total, file) => total + (file.added ?? 0), 0),
    ),
  ],
  ['how many commits touched docs', count(touches('docs'))],
  ['how many commits touched src', count(touches('src'))],
  ['how many commits touched src/deep', count(touches('src/deep'))],
  ['how many commits touched nowhere/at/all', refused('No file is called “nowhere/at/all”')],
  ['who changed docs', by((commit, { name }) => name(commit), touches('docs'))],
  [
    'who changed newer/other.ts',
    by(
      (commit, { name }) => name(commit),
      ({ files }) => files.some(({ path }) => path === 'newer/other.ts'),
    ),
  ],
  ['largest commits', count()],
  ['last 20 commits', is(() => 20)],
  [
    'median lines added per commit',
    is(({ main }) => middle(main.filter((each) => each.parents.length < 2).map(lines))),
  ],
  [
    'average files changed per commit',
    is(({ main }) => main.flatMap(({ files }) => files).length / main.length),
  ],
  ['how many authors', is(({ main, human }) => new Set(main.map(human)).size)],
  ['how many contributors are there', is(({ main, human }) => new Set(main.map(human)).size)],
  ['how many people committed', is(({ main, human }) => new Set(main.map(human)).size)],
  [
    'files deleted per month',
    is(({ main }) =>
      tally(
        main,
        (commit) => `${utc.label('month', commit.committedAt)}-01T00:00:00Z`,
        ({ files }) => files.filter(({ change }) => change === 'D').length,
      ),
    ),
  ],
  ['how many commits mention parser', count(({ subject }) => /parser/i.test(subject))],
  ['commits about "Fix the parser"', count(({ subject }) => subject === 'Fix the parser')],
  ['commits with more than 100 lines added', count((commit) => lines(commit) > 100)],
  [
    'what did Chen do in february 2023',
    count((commit, git) => isNamed('Chen')(commit, git) && iso(commit).startsWith('2023-02')),
  ],
  ['busiest day of the week', by(({ committedAt }) => utc.label('dayOfWeek', committedAt))],
  ['new contributors this year', refused('Who is new cannot be asked')],
  ['top contributors', { ignored: ['top'] }],
  ['did commits go up in 2023', refused('Whether something goes up or down')],
  ['is the number of commits going up', refused('Whether something goes up or down')],
  ['are lines of code increasing', refused('Whether something goes up or down')],
  ['who owns src', refused('Who owns something is not known')],
  ['owner of docs', refused('Who owns something is not known')],
  ['which files were deleted', refused('Which files are gone cannot be asked')],
  ['how many files were deleted', refused('Which files are gone cannot be asked')],
  ['share of merge commits', refused('A share cannot be asked')],
  ['percentage of commits by bots', refused('A share cannot be asked')],
  ['which files change together', refused('What changes together cannot be asked')],
  ['first commit of each author', refused('The first or last of each cannot be asked')],
  ['stale branches', refused('What nobody has touched for long')],
  ['commits between v0.1.0 and v0.3.0', refused('What lies between two releases')],
  ['authors with more than 5 commits', refused('The number of commits cannot be bounded')],
  ['commits on weekends', { ignored: ['weekends'] }],
  ['how many lines of code are there', refused('How many lines there are now is not known')],
  ['open pull requests', refused('No source here provides pull requests')],
  ['issues by priority', refused('No source here provides issues')],
  ['average review time', refused('No source here provides pull requests')],
  ['commits per team', refused('Commits have no team')],
  ['commits by title', refused('No source here provides the title of people')],
  ['who reviewed the most', refused('No source here provides pull requests')],
];
