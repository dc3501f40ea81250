import { each, groupsOf, measure, seriesOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const pullRequests = groupsOf('PullRequest');
const reviews = groupsOf('PullRequestReview');
const issues = groupsOf('Issue');
const pipelines = groupsOf('CicdPipeline');
const DEPLOYED = [
  where('CicdPipeline.isDeployment', { IN: [true] }),
  where('CicdPipeline.environment', { IN: ['production'] }),
];
const RUNS = measure('count(CicdPipeline.uuid)');

const CODE: readonly CorpusCase[] = [
  groupsOf('SourceFile')(
    'Which files change most?',
    { groupBys: ['SourceFile.path'], aggregations: [measure('count(Commit.uuid)')] },
    [
      ['src/a.ts', 3],
      ['docs/read me.md', 2],
      ['src/b.ts', 2],
      ['ünï.rs', 2],
    ],
  ),
  commits(
    'How many lines does each team add?',
    { groupBys: ['Person.Team.name'], aggregations: [measure('sum(Commit.additions)')] },
    [
      ['web', 207],
      ['core', 117],
      [null, 8],
    ],
  ),
  commits(
    'Who commits, bots left out?',
    { groupBys: ['Person.name'], filters: [where('Person.isBot', { 'NOT IN': [true] })] },
    [
      ['Ann', 4],
      ['Bob', 3],
      ['Zoë Ünal', 3],
      [null, 1],
    ],
  ),
  commits('How many commits name no issue?', { filters: [where('Issue.issueKey', { 'IS EMPTY': [] })] }, [
    [10],
  ]),
  commits('How much happens in the code that each team owns?', { groupBys: ['Repository.Team.name'] }, [
    ['web', 11],
    ['core', 7],
    [null, 1],
  ]),
  commits(
    'What share of the commits of a repository touches documents?',
    {
      groupBys: ['Repository.name'],
      aggregations: [
        measure('count(Commit.uuid)'),
        {
          ...measure('count(Commit.uuid)'),
          filters: [where('SourceFile.extension', { IN: ['md'] })] as never,
        },
      ],
      formulas: [{ name: 'share', formula: ['ratio', 'count(Commit.uuid) 2', 'count(Commit.uuid)'] }],
    },
    [
      ['cairn', 7, 2, 2 / 7],
      ['tools', 4, 0, 0],
      ['we"ird, repo', 1, 0, 0],
    ],
  ),
  commits(
    'When in the week do people of Berlin commit?',
    {
      filters: [where('Person.timezone', { IN: ['Europe/Berlin'] })],
      groupBys: [each('dayOfWeek', 'Commit.committedAt')],
      timezone: 'Europe/Berlin',
    },
    [
      ['Tuesday', 1],
      ['Sunday', 3],
    ],
  ),
  groupsOf('Release')(
    'How many commits does each release hold?',
    { groupBys: ['Release.tagName'], aggregations: [measure('count(Commit.uuid)')] },
    [
      ['v1.0', 3],
      ['v1.1-rc.1', 2],
    ],
  ),
  groupsOf('Repository')('Which team owns how many repositories?', { groupBys: ['Team.name'] }, [
    ['web', 2],
    ['core', 1],
    [null, 1],
  ]),
];

const REVIEWING: readonly CorpusCase[] = [
  reviews('Who reviews?', { groupBys: ['Person.name'] }, [
    ['Ann', 3],
    ['Bob', 1],
    ['Zoë Ünal', 1],
  ]),
  reviews(
    'Who approves?',
    { groupBys: ['Person.name'], filters: [where('PullRequestReview.state', { IN: ['approved'] })] },
    [
      ['Ann', 2],
      ['Bob', 1],
    ],
  ),
  reviews('At what hour is reviewed?', { groupBys: [each('hourOfDay', 'PullRequestReview.submittedAt')] }, [
    [5, 1],
    [9, 1],
    [10, 1],
    [11, 1],
    [15, 1],
  ]),
  {
    name: 'Which pull requests wait for a first review?',
    endpoint: 'entities',
    query: {
      select: ['PullRequest'],
      columns: ['number', 'title', 'Person.name'],
      filters: [
        where('PullRequest.status', { IN: ['open'] }),
        where('PullRequest.draft', { IN: [false] }),
        where('PullRequest.firstReviewAt', { 'IS EMPTY': [] }),
      ],
    },
    expected: [[3, 'Bug NOT resolved yet', 'Zoë Ünal']],
  },
  {
    name: 'Which pull requests took longest?',
    endpoint: 'entities',
    query: {
      select: ['PullRequest'],
      columns: ['number', 'clockCycleTime'],
      order: [{ by: 'clockCycleTime', direction: 'descending' }],
      limit: 2,
    },
    expected: [
      [1, 165_600],
      [2, 144_000],
    ],
  },
  pullRequests(
    'How long does a merge take per repository?',
    {
      groupBys: ['Repository.name'],
      filters: [where('PullRequest.status', { IN: ['merged'] })],
      aggregations: [
        measure('median(PullRequest.clockCycleTime)'),
        measure('p75(PullRequest.clockCycleTime)'),
      ],
    },
    [['cairn', 144_000, 154_800]],
  ),
  pullRequests('How many are merged per week?', { groupBys: [each('week', 'PullRequest.mergedAt')] }, [
    ['2024-03-04T00:00:00Z', 1],
    ['2024-03-25T00:00:00Z', 1],
    ['2024-10-21T00:00:00Z', 1],
    [null, 3],
  ]),
  pullRequests('Which issues do pull requests close?', { groupBys: ['Issue.issueKey'] }, [
    ['CAI-1', 2],
    ['CAI-2', 1],
    [null, 4],
  ]),
  pullRequests(
    'Of what does the time of a pull request consist?',
    {
      filters: [where('PullRequest.merged', { IN: [true] })],
      aggregations: [
        measure('sum(PullRequest.clockPickupTime)'),
        measure('sum(PullRequest.clockReviewTime)'),
        measure('sum(PullRequest.clockMergeTime)'),
        measure('sum(PullRequest.clockCycleTime)'),
      ],
    },
    [[185_400, 25_200, 113_400, 324_000]],
  ),
];

const DELIVERY: readonly CorpusCase[] = [
  pipelines(
    'How often is deployed per month?',
    { filters: DEPLOYED, groupBys: [each('month', 'CicdPipeline.createdAt')] },
    [
      ['2024-04-01T00:00:00Z', 1],
      ['2024-10-01T00:00:00Z', 2],
    ],
  ),
  pipelines(
    'What share of deployments fails?',
    {
      filters: DEPLOYED,
      aggregations: [RUNS, { ...RUNS, filters: [where('CicdPipeline.result', { IN: ['failed'] })] as never }],
      formulas: [
        { name: 'rate', formula: ['ratio', 'count(CicdPipeline.uuid) 2', 'count(CicdPipeline.uuid)'] },
      ],
    },
    [[3, 1, 1 / 3]],
  ),
  pipelines(
    'How long does a pipeline run?',
    { groupBys: ['CicdPipeline.name'], aggregations: [measure('avg(CicdPipeline.duration)')] },
    [
      ['deploy', 200],
      ['build', 60],
    ],
  ),
  pipelines(
    'How many commits came out with each result?',
    { groupBys: ['CicdPipeline.result'], aggregations: [measure('count(Deployed.uuid)')] },
    [
      ['success', 5],
      ['cancelled', 0],
      ['failed', 0],
    ],
  ),
];

const PLANNING: readonly CorpusCase[] = [
  issues(
    'What is open, by priority?',
    {
      filters: [where('Issue.statusCategory', { IN: ['todo', 'inProgress'] })],
      groupBys: ['Issue.priority'],
    },
    [
      ['Low', 1],
      ['High', 1],
      [null, 1],
    ],
  ),
  issues(
    'How many points are done per project?',
    {
      filters: [where('Issue.statusCategory', { IN: ['done'] })],
      groupBys: ['Project.name'],
      aggregations: [measure('sum(Issue.storyPoints)')],
    },
    [
      ['Operations', 3],
      ['Cairn', 0.5],
    ],
  ),
  issues(
    'How long do issues take?',
    {
      filters: [where('Issue.completedAt', { 'IS NOT EMPTY': [] })],
      aggregations: [measure('avg(Issue.clockLeadTime)')],
    },
    [[1_301_400]],
  ),
  seriesOf('Issue')(
    'When are bugs reported, by the clock of Berlin?',
    {
      filters: [where('Issue.issueType', { IN: ['Bug'] })],
      startDate: '2024-10-26',
      endDate: '2024-10-28',
      timeUnit: 'days',
      timezone: 'Europe/Berlin',
    },
    [
      ['2024-10-25T22:00:00Z', 0],
      ['2024-10-26T22:00:00Z', 1],
      ['2024-10-27T23:00:00Z', 0],
    ],
  ),
  groupsOf('Sprint')(
    'What does each sprint hold?',
    {
      groupBys: ['Sprint.name'],
      aggregations: [measure('count(Issue.uuid)'), measure('sum(Issue.storyPoints)')],
    },
    [
      ['Sprint 2', 3, 4],
      ['Sprint 1', 2, 3.5],
    ],
  ),
  issues(
    'Which issues does the epic hold, and who has them?',
    { filters: [where('Epic.issueKey', { IN: ['CAI-4'] })], groupBys: ['Issue.issueKey', 'Person.name'] },
    [
      ['CAI-1', 'Ann', 1],
      ['CAI-2', 'Bob', 1],
    ],
  ),
];

const TALKING: readonly CorpusCase[] = [
  groupsOf('CalendarEntry')(
    'What do meetings cost, by who calls them?',
    { groupBys: ['Person.name'], aggregations: [measure('sum(CalendarEntry.totalCostInHours)')] },
    [
      ['Ann', 5],
      ['Bob', null],
    ],
  ),
  groupsOf('CalendarEntry')(
    'Who sits in how costly meetings?',
    { groupBys: ['Attendee.name'], aggregations: [measure('sum(CalendarEntry.totalCostInHours)')] },
    [
      ['Ann', 5],
      ['Bob', 5],
      ['Zoë Ünal', 4.5],
    ],
  ),
  groupsOf('Message')('Where is talked?', { groupBys: ['Channel.name'] }, [
    ['general', 3],
    ['secret-plans', 1],
  ]),
  groupsOf('Message')('What is answered?', { groupBys: ['ReplyTo.body'] }, [
    ['The parser is down', 2],
    [null, 2],
  ]),
  groupsOf('Message')('Who is mentioned?', { groupBys: ['Mentioned.name'] }, [
    ['Ann', 2],
    ['Zoë Ünal', 1],
    [null, 2],
  ]),
  groupsOf('Flow')(
    'Who has how much time to focus?',
    { groupBys: ['Person.name'], aggregations: [measure('sum(Flow.focusTime)')] },
    [
      ['Ann', 600],
      ['Bob', 0],
    ],
  ),
  groupsOf('Event')('Which team did what, as of then?', { groupBys: ['Team.name'] }, [
    ['web', 6],
    ['core', 2],
    [null, 1],
  ]),
  groupsOf('Event')(
    'What happened in the last 24 hours?',
    { duration: 'P1D', groupBys: ['action', 'entityType'] },
    [['deleted', 'Branch', 1]],
  ),
];

/** What an engineering lead asks. */
export const QUESTION_CASES: readonly CorpusCase[] = [
  ...CODE,
  ...REVIEWING,
  ...DELIVERY,
  ...PLANNING,
  ...TALKING,
];
