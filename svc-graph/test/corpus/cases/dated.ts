import { each, groupsOf, measure, rowsOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const issues = groupsOf('Issue');
const people = groupsOf('Person');
const commits = groupsOf('Commit');
const keys = rowsOf('Issue', 'issueKey');
const of = { groupBys: ['Sprint.name'] };

/** Relations that hold for a while, as of now, of a moment, or of each row. */
export const DATED_CASES: readonly CorpusCase[] = [
  issues(
    'orders statuses as work goes through them',
    { groupBys: ['Issue.status'], order: [{ by: 'Issue.status', direction: 'ascending' }] },
    [
      ['To Do', 1],
      ['In Progress', 2],
      ['Done', 2],
      ['Cancelled', 1],
    ],
  ),
  {
    name: 'orders rows by the ranks of priorities, the least first',
    endpoint: 'entities',
    query: {
      select: ['Issue'],
      columns: ['issueKey', 'priority'],
      order: [
        { by: 'priority', direction: 'ascending' },
        { by: 'issueKey', direction: 'ascending' },
      ],
    },
    expected: [
      ['CAI-2', 'Low'],
      ['OPS-1', 'Low'],
      ['CAI-1', 'High'],
      ['CAI-4', 'High'],
      ['OPS-2', 'High'],
      ['CAI-3', null],
    ],
  },
  issues('groups by the sprints that issues were in at a moment', { ...of, asOf: '2024-03-10T00:00:00Z' }, [
    ['Sprint 1', 3],
    ['Sprint 2', 2],
    [null, 2],
  ]),
  issues(
    'takes a bare date as the start of its day in the zone of the query',
    {
      ...of,
      asOf: '2024-10-27',
      timezone: 'America/New_York',
      filters: [where('Issue.issueKey', { IN: ['CAI-3'] })],
    },
    [['Sprint 2', 1]],
  ),
  issues(
    'ends a relation at the very moment at which the next begins',
    { ...of, asOf: '2024-10-27T00:00:00Z', filters: [where('Issue.issueKey', { IN: ['CAI-3'] })] },
    [['Sprint 2', 1]],
  ),
  issues(
    'takes the assignee as of each issue where the question says so',
    { groupBys: ['Assignees.name'], asOf: 'event' },
    [
      ['Bob', 3],
      ['Ann', 2],
      ['Zoë Ünal', 1],
      [null, 1],
    ],
  ),
  issues(
    'takes the assignee as of the period that it is grouped by',
    {
      groupBys: [each('year', 'Issue.completedAt'), 'Assignees.name'],
      aggregations: [measure('count(Issue.uuid)')],
      filters: [where('Issue.issueKey', { IN: ['CAI-1', 'OPS-1'] })],
      asOf: 'event',
    },
    [
      ['2024-01-01T00:00:00Z', 'Ann', 1],
      ['2024-01-01T00:00:00Z', 'Bob', 1],
    ],
  ),
  keys(
    'finds what is blocked now, and not what was',
    { filters: [where('BlockedBy.issueKey', { IN: ['CAI-1'] })] },
    'CAI-2',
  ),
  keys(
    'finds what was blocked at a moment',
    { filters: [where('BlockedBy.issueKey', { IN: ['CAI-1'] })], asOf: '2024-03-15' },
    'CAI-2 CAI-4',
  ),
  keys(
    'keeps those that none of it holds for now',
    { filters: [where('Sprint.name', { 'NOT IN': ['Sprint 1'] })] },
    'CAI-3 CAI-4 OPS-1 OPS-2',
  ),
  keys(
    'reads a relation by the name that the specification has for it',
    { filters: [where('Sprints.name', { IN: ['Sprint 2'] })] },
    'CAI-2 CAI-3 OPS-2',
  ),
  keys(
    'reads the current assignee by the name that the specification has for it',
    { filters: [where('Issue.CurrentAssignee.name', { IN: ['Bob'] })] },
    'CAI-2 OPS-1',
  ),
  groupsOf('Sprint')(
    'finds only the sprint that an issue is in now, from the other end',
    { groupBys: ['Sprint.name'], filters: [where('Issue.issueKey', { IN: ['CAI-3'] })] },
    [['Sprint 2', 1]],
  ),
  people('takes the requested reviews of now', { groupBys: ['RequestedReview.number'] }, [
    [1, 2],
    [5, 2],
    [2, 1],
    [null, 2],
  ]),
  commits(
    'takes the team of now for each commit where the question says so',
    { groupBys: ['Person.Team.name'], asOf: 'now' },
    [
      ['web', 7],
      ['core', 3],
      [null, 5],
    ],
  ),
];
