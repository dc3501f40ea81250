import { groupsOf, measure, rowsOf, seriesOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

/*
 * Ages are counted until the moment of asking, noon of 5 November 2024: 295.5 days for CAI-4, 221 days and 3 hours for
 * CAI-2, 9 days and 12.5 hours for CAI-3; the other issues are not open.
 */
const [CAI_4, CAI_2, CAI_3] = [25_531_200, 19_105_200, 822_600];
const HUNDRED_DAYS = 8_640_000;

const issues = groupsOf('Issue');
const found = rowsOf('Issue', 'issueKey');
const projects = rowsOf('Project', 'projectKey');
const age = { target: 'Issue', attribute: 'Age' };
const isOpen = where('Issue.Age', { 'IS NOT EMPTY': [] });

const over = (text: string, value: number): CorpusCase =>
  issues(`of issues that are open: ${text}`, { aggregations: [measure(text)] }, [[value]]);

const MEASURED: readonly CorpusCase[] = [
  over('count(Issue.Age)', 3),
  over('countDistinct(Issue.Age)', 3),
  over('sum(Issue.Age)', CAI_4 + CAI_2 + CAI_3),
  over('avg(Issue.Age)', 15_153_000),
  over('min(Issue.Age)', CAI_3),
  over('max(Issue.Age)', CAI_4),
  over('median(Issue.Age)', CAI_2),
  over('first(Issue.Age)', CAI_4),
  over('last(Issue.Age)', CAI_3),
  groupsOf('PullRequest')(
    'the oldest and the youngest pull request that is open',
    { aggregations: [measure('max(PullRequest.age)'), measure('min(PullRequest.age)')] },
    [[18_392_400, 191_700]],
  ),
  issues(
    'sums ages by project, which has one of each issue',
    { groupBys: ['Project.projectKey'], aggregations: [measure('sum(Issue.Age)')], filters: [isOpen] },
    [['CAI', CAI_4 + CAI_2 + CAI_3]],
  ),
  groupsOf('Project')(
    'sums the ages of what projects have, missing where nothing is open',
    {
      groupBys: ['Project.projectKey'],
      aggregations: [measure('sum(Issue.Age)'), measure('count(Issue.uuid)')],
    },
    [
      ['CAI', CAI_4 + CAI_2 + CAI_3, 4],
      ['OPS', null, 2],
    ],
  ),
  issues(
    'measures the age of the epic, once for each of its issues',
    { aggregations: [measure('sum(Epic.Age)')] },
    [[2 * CAI_4]],
  ),
  issues(
    'computes with an age',
    {
      aggregations: [measure('max(Issue.Age)')],
      formulas: [{ name: 'days', formula: ['divide', 'max(Issue.Age)', 86_400] }],
    },
    [[CAI_4, 295.5]],
  ),
  issues(
    'leaves out groups by the age in them',
    {
      groupBys: ['Issue.issueType'],
      aggregations: [measure('max(Issue.Age)')],
      having: [{ column: 'max(Issue.Age)', comparison: { WITHIN: [CAI_2, null] } }],
    },
    [
      ['Epic', CAI_4],
      ['Story', CAI_2],
    ],
  ),
];

const GROUPED: readonly CorpusCase[] = [
  issues('groups by age', { groupBys: ['Issue.Age'], filters: [isOpen] }, [
    [CAI_3, 1],
    [CAI_2, 1],
    [CAI_4, 1],
  ]),
  issues('gathers ages in bins', { groupBys: [{ ...age, bins: { width: HUNDRED_DAYS } }] }, [
    [2 * HUNDRED_DAYS, 2],
    [0, 1],
    [null, 3],
  ]),
  issues(
    'sums ages by month',
    {
      groupBys: [{ target: 'Issue', attribute: 'createdAt', unit: 'month' }],
      aggregations: [measure('sum(Issue.Age)')],
      filters: [isOpen],
    },
    [
      ['2024-01-01T00:00:00Z', CAI_4],
      ['2024-03-01T00:00:00Z', CAI_2],
      ['2024-10-01T00:00:00Z', CAI_3],
    ],
  ),
  seriesOf('Issue')(
    'draws the ages of what was created in a span that is over',
    {
      aggregations: [measure('max(Issue.Age)')],
      timeUnit: 'months',
      startDate: '2024-02-01',
      endDate: '2024-03-31',
      timezone: 'UTC',
    },
    [
      ['2024-02-01T00:00:00Z', null],
      ['2024-03-01T00:00:00Z', CAI_2],
    ],
  ),
  {
    name: 'offers ages with how many issues have each',
    endpoint: 'facet-options',
    query: { select: ['Issue'], ...age },
    expected: [
      [CAI_3, 1],
      [CAI_2, 1],
      [CAI_4, 1],
      [null, 3],
    ],
  },
  {
    name: 'offers ages that contain digits',
    endpoint: 'facet-options',
    query: { select: ['Issue'], ...age, contains: '226' },
    expected: [[CAI_3, 1]],
  },
];

const KEPT: readonly CorpusCase[] = [
  found(
    'keeps ages of a range with both ends',
    { filters: [where('Issue.Age', { WITHIN: [CAI_3, CAI_2] })] },
    'CAI-2 CAI-3',
  ),
  found(
    'keeps ages from a second more on',
    { filters: [where('Issue.Age', { WITHIN: [CAI_3 + 1, null] })] },
    'CAI-2 CAI-4',
  ),
  found('keeps one age', { filters: [where('Issue.Age', { IN: [CAI_3] })] }, 'CAI-3'),
  found(
    'keeps all but one age, and what has none',
    { filters: [where('Issue.Age', { 'NOT IN': [CAI_3] })] },
    'CAI-1 CAI-2 CAI-4 OPS-1 OPS-2',
  ),
  found('keeps what has no age', { filters: [where('Issue.Age', { 'IS EMPTY': [] })] }, 'CAI-1 OPS-1 OPS-2'),
  found(
    'keeps a bin of ages',
    { filters: [{ ...age, bins: { width: HUNDRED_DAYS }, comparison: { IN: [2 * HUNDRED_DAYS] } }] },
    'CAI-2 CAI-4',
  ),
  found('keeps what has an epic of an age', { filters: [where('Epic.Age', { IN: [CAI_4] })] }, 'CAI-1 CAI-2'),
  found(
    'keeps what has no epic, or one without an age',
    { filters: [where('Epic.Age', { 'IS EMPTY': [] })] },
    'CAI-3 CAI-4 OPS-1 OPS-2',
  ),
  found(
    'is ordered by age',
    { filters: [isOpen], order: [{ by: 'Issue.Age', direction: 'descending' }] },
    'CAI-4 CAI-2 CAI-3',
  ),
  projects('keeps what has an issue of an age', { filters: [where('Issue.Age', { IN: [CAI_2] })] }, 'CAI'),
  projects(
    'keeps what has no issue of an age',
    { filters: [where('Issue.Age', { 'NOT IN': [CAI_2] })] },
    'OPS',
  ),
  projects(
    'keeps what has an issue without an age',
    { filters: [where('Issue.Age', { 'IS EMPTY': [] })] },
    'CAI OPS',
  ),
  {
    name: 'tells ages of rows',
    endpoint: 'entities',
    query: {
      select: ['PullRequest'],
      columns: ['number', 'age'],
      filters: [where('PullRequest.status', { IN: ['open'] })],
      sort: 'PullRequest.age',
      limit: 10,
    },
    expected: [
      [6, 191_700],
      [3, 18_392_400],
    ],
  },
];

/** What has grown until the question is asked. */
export const AGE_CASES: readonly CorpusCase[] = [...MEASURED, ...GROUPED, ...KEPT];
