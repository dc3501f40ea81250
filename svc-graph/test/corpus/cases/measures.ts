import { groupsOf, measure, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const pullRequests = groupsOf('PullRequest');
const people = groupsOf('Person');
const issues = groupsOf('Issue');

/** One measure over all rows of a kind. */
const over = (kind: string, text: string, value: CorpusCase['expected'][number][number]): CorpusCase =>
  groupsOf(kind)(text, { aggregations: [measure(text)] }, [[value]]);

const WHOLE: readonly CorpusCase[] = [
  over('Commit', 'count(Commit.uuid)', 12),
  over('Commit', 'count(Commit.additions)', 11),
  over('Commit', 'countDistinct(Commit.additions)', 10),
  over('Commit', 'sum(Commit.additions)', 232),
  over('Commit', 'avg(Commit.additions)', 232 / 11),
  over('Commit', 'min(Commit.additions)', 0),
  over('Commit', 'max(Commit.additions)', 100),
  // In order: 0, 3, 5, 5, 7, 10, 12, 20, 30, 40, 100; a percentile between two of them is as far between them.
  over('Commit', 'median(Commit.additions)', 10),
  over('Commit', 'p25(Commit.additions)', 5),
  over('Commit', 'p75(Commit.additions)', 25),
  over('Commit', 'p90(Commit.additions)', 40),
  over('Commit', 'p95(Commit.additions)', 70),
  over('Commit', 'first(Commit.additions)', 10),
  over('Commit', 'last(Commit.additions)', 12),
  over('Commit', 'first(Commit.sha)', 'a1'),
  over('Commit', 'last(Commit.sha)', 'b2'),
  over('Commit', 'first(Commit.isMerge)', false),
  over('Commit', 'last(Commit.message)', 'Speed up parser'),
  over('Commit', 'min(Commit.committedAt)', '2024-03-10T06:59:59Z'),
  over('Commit', 'max(Commit.committedAt)', '2024-11-04T23:30:00Z'),
  over('Commit', 'max(Commit.authoredAt)', '2024-11-05T09:00:00Z'),
  over('Commit', 'countDistinct(Commit.isMerge)', 2),
  over('Commit', 'count(Commit.diffData)', 1),
  over('Commit', 'countDistinct(Commit.filesModified)', 4),
  over('Commit', 'countDistinct(Person.name)', 4),
  over('Commit', 'count(Person.email)', 7),
  over('Commit', 'countDistinct(SourceFile.uuid)', 5),
  over('Commit', 'count(SourceFile.uuid)', 10),
  over('Commit', 'countDistinct(Release.name)', 2),
  over('Flow', 'min(Flow.Date)', '2024-03-04'),
  over('Flow', 'last(Flow.Date)', '2024-03-05'),
  over('Flow', 'avg(Flow.focusTimePercent)', 1.25 / 3),
  over('Issue', 'avg(Issue.storyPoints)', 3.1),
  over('Issue', 'median(Issue.storyPoints)', 3),
  over('PullRequest', 'p90(PullRequest.clockCycleTime)', 161_280),
  over('PullRequest', 'median(PullRequest.cycleTime)', 14_400),
  over('PullRequest', 'sum(PullRequest.totalComments)', 6),
  over('Vulnerability', 'avg(Vulnerability.score)', 20.4 / 3),
  over('Vulnerability', 'median(Vulnerability.timeToFix)', 86_400),
  over('CalendarEntry', 'sum(CalendarEntry.totalCostInHours)', 5),
];

const COUNT = measure('count(Commit.uuid)');
const SUM = measure('sum(Commit.additions)');

const IN_FILES = measure('sum(SourceFile.linesAdded)');

/** What a commit did in a file is the edge's; what it did in all is its own. */
const OF_EDGES: readonly CorpusCase[] = [
  over('Commit', 'sum(SourceFile.linesAdded)', 124),
  over('Commit', 'sum(SourceFile.linesDeleted)', 74),
  over('Commit', 'max(SourceFile.linesDeleted)', 40),
  // Without old.txt, which is gone.
  over('SourceFile', 'sum(Commit.linesAdded)', 99),
  commits(
    'lines where they were changed, beside those of whole commits',
    { groupBys: ['SourceFile.topFolder'], aggregations: [IN_FILES, SUM, COUNT] },
    [
      ['/', 47, 47, 2],
      ['src', 44, 47, 4],
      ['docs', 33, 35, 2],
      [null, null, 108, 5],
    ],
  ),
  commits(
    'lines in the files that are asked for, by the author of the commit',
    {
      groupBys: ['Person.name'],
      aggregations: [IN_FILES],
      filters: [where('SourceFile.topFolder', { IN: ['src', 'docs'] })],
    },
    [
      ['Ann', 47],
      ['Bob', 30],
    ],
  ),
  groupsOf('SourceFile')(
    'lines of a file over all its commits',
    { groupBys: ['SourceFile.path'], aggregations: [measure('sum(Commit.linesDeleted)')] },
    [
      ['src/a.ts', 45],
      ['docs/read me.md', 20],
      ['ünï.rs', 7],
      ['src/b.ts', 2],
    ],
  ),
  commits(
    'commits by how many lines they added in one file',
    { filters: [where('SourceFile.linesAdded', { WITHIN: [20, null] })], groupBys: ['Commit.sha'] },
    [
      ['a2', 1],
      ['a3', 1],
      ['a4', 1],
    ],
  ),
  commits(
    'commits that added no 20 lines in any file',
    {
      filters: [where('SourceFile.linesAdded', { 'NOT IN': [20] })],
      aggregations: [COUNT],
    },
    [[11]],
  ),
];

const GROUPED: readonly CorpusCase[] = [
  commits(
    'measures per group, largest of the first measure first',
    { groupBys: ['Person.name'], aggregations: [SUM, COUNT] },
    [
      ['Bob', 170, 3],
      ['Ann', 47, 4],
      ['Zoë Ünal', 10, 3],
      ['robot[bot]', 5, 1],
      [null, null, 1],
    ],
  ),
  commits(
    'takes the first and last by the moment, not by the order of rows',
    {
      groupBys: ['Person.name'],
      aggregations: [measure('first(Commit.sha)'), measure('last(Commit.sha)')],
      sort: 'Person.name',
    },
    [
      ['Ann', 'a1', 'b2'],
      ['Bob', 'a3', 'b1'],
      ['Zoë Ünal', 'a5', 'a6'],
      ['robot[bot]', 'a8', 'a8'],
      [null, 'a9', 'a9'],
    ],
  ),
  commits(
    'takes what one row has several of by their uuids where their moment is the same',
    {
      groupBys: ['Commit.sha'],
      aggregations: [measure('first(SourceFile.path)'), measure('last(SourceFile.path)')],
      filters: [where('Commit.sha', { IN: ['a1', 'a4'] })],
      sort: 'Commit.sha',
    },
    // By hand: 072fc23b… and 363f5941…; 01476cc9… and b7d0a017….
    [
      ['a1', 'src/a.ts', 'src/b.ts'],
      ['a4', 'ünï.rs', 'old.txt'],
    ],
  ),
  commits(
    'measures under a condition of its own, groups without such rows included',
    {
      groupBys: ['Person.name'],
      aggregations: [{ ...COUNT, filters: [where('Commit.additions', { WITHIN: [10, null] })] as never }],
    },
    [
      ['Ann', 3],
      ['Bob', 3],
      ['Zoë Ünal', 0],
      ['robot[bot]', 0],
      [null, 0],
    ],
  ),
  commits(
    'tells the same measure under two conditions apart',
    {
      aggregations: [
        COUNT,
        { ...COUNT, filters: [where('Person.isBot', { IN: [true] })] as never },
        { ...COUNT, filters: [where('SourceFile.extension', { IN: ['md'] })] as never },
      ],
    },
    [[12, 1, 2]],
  ),
  commits(
    'sums under a condition that no row meets to nothing',
    { aggregations: [{ ...SUM, filters: [where('Person.name', { IN: ['nobody'] })] as never }] },
    [[null]],
  ),
  people(
    'measures different things side by side, none of them twice',
    {
      groupBys: ['Person.name'],
      aggregations: [
        measure('count(Person.uuid)'),
        measure('count(Commit.uuid)'),
        measure('count(PullRequest.uuid)'),
      ],
    },
    [
      ['Ann', 1, 4, 2],
      ['Bob', 1, 3, 2],
      [`Pat O'Neil`, 1, 0, 0],
      ['Zoë Ünal', 1, 3, 1],
      ['robot[bot]', 1, 1, 1],
    ],
  ),
  people('sums over what belongs to a row', { groupBys: ['Person.name'], aggregations: [SUM] }, [
    ['Bob', 170],
    ['Ann', 47],
    ['Zoë Ünal', 10],
    ['robot[bot]', 5],
    [`Pat O'Neil`, null],
  ]),
  groupsOf('Repository')(
    'sums lines once though a commit touches two files of one folder',
    { groupBys: ['Commit.SourceFile.topFolder'], aggregations: [SUM], sort: 'Commit.SourceFile.topFolder' },
    [
      ['/', 47],
      ['docs', 35],
      ['src', 47],
      [null, 108],
    ],
  ),
  commits(
    'measures what a commit links to per group of it',
    {
      groupBys: ['Repository.name'],
      aggregations: [measure('countDistinct(Person.name)'), measure('countDistinct(SourceFile.path)')],
    },
    [
      ['cairn', 4, 3],
      ['tools', 2, 2],
      ['we"ird, repo', 1, 0],
    ],
  ),
  pullRequests(
    'leaves a measure missing where no row has a value',
    { groupBys: ['PullRequest.status'], aggregations: [measure('avg(PullRequest.clockCycleTime)')] },
    [
      ['merged', 108_000],
      ['open', null],
      ['closed', null],
    ],
  ),
  issues(
    'counts issues per label and their points',
    { groupBys: ['Issue.labels'], aggregations: [measure('sum(Issue.storyPoints)')] },
    [
      ['urgent', 4.5],
      ['chart', 4],
      ['parser', 0.5],
      [null, 8],
    ],
  ),
  // Of the two files with this extension that a1 touches only one is asked for: still it is one commit of 10 lines.
  commits(
    'counts once beside a measure that asks for one of several files of a group',
    {
      groupBys: ['SourceFile.extension'],
      aggregations: [
        measure('count(Commit.uuid)'),
        SUM,
        { ...measure('count(Commit.additions)'), filters: [where('SourceFile.path', { IN: ['src/a.ts'] })] },
      ],
    },
    [
      ['ts', 4, 47, 3],
      ['md', 2, 35, 0],
      ['rs', 2, 47, 0],
      ['txt', 1, 40, 0],
      [null, 5, 108, 0],
    ],
  ),
  // As of p5 Bob is in two teams, one of which is core: still p1 and p5 are two pull requests of 35 lines.
  pullRequests(
    'counts once beside a measure that asks for one of several teams of a reviewer',
    {
      groupBys: ['Reviewer.name'],
      aggregations: [
        measure('count(PullRequest.uuid)'),
        measure('sum(PullRequest.additions)'),
        {
          ...measure('countDistinct(PullRequest.uuid)'),
          filters: [where('Reviewer.Team.name', { IN: ['core'] })],
        },
      ],
    },
    [
      ['Ann', 2, 35, 0],
      ['Bob', 2, 35, 1],
      ['Zoë Ünal', 1, 30, 1],
      [null, 3, 112, 0],
    ],
  ),
  commits(
    'means the kind of what is measured where nothing is selected',
    { select: [], aggregations: [SUM], groupBys: ['Commit.isMerge'] },
    [
      [false, 232],
      [true, null],
    ],
  ),
];

/** Every reducer, alone and per group, with conditions of its own and over relations. */
/** An edge has lines of its own beside those of the commit that it leads to. */
const BESIDE_EDGES: readonly CorpusCase[] = [
  // a2 and a3 mention CAI-1, and both have lines.
  issues(
    'issues whose commits say how many lines they added',
    {
      aggregations: [
        {
          ...measure('count(Issue.uuid)'),
          filters: [where('Issue.Commit.additions', { 'IS NOT EMPTY': [] })],
        },
      ],
    },
    [[1]],
  ),
];

export const MEASURE_CASES: readonly CorpusCase[] = [...WHOLE, ...OF_EDGES, ...BESIDE_EDGES, ...GROUPED];
