import { groupsOf, measure, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const meetings = groupsOf('CalendarEntry');
const pullRequests = groupsOf('PullRequest');
const teams = groupsOf('Team');
const issues = groupsOf('Issue');

/** Properties of relations: answers, verdicts, roles and types of links. */
export const EDGE_CASES: readonly CorpusCase[] = [
  meetings('groups meetings by the answers of those who are invited', { groupBys: ['Attendee.answer'] }, [
    ['accepted', 3],
    ['declined', 1],
    [null, 1],
  ]),
  meetings(
    'counts the people of each answer',
    { groupBys: ['Attendee.answer'], aggregations: [measure('count(Attendee.uuid)')] },
    [
      ['accepted', 4],
      ['declined', 1],
      [null, 1],
    ],
  ),
  meetings(
    'keeps the meetings that one person declined',
    {
      groupBys: ['CalendarEntry.name'],
      filters: [
        { one: [where('Attendee.name', { IN: ['Bob'] }), where('Attendee.answer', { IN: ['declined'] })] },
      ],
    },
    [['Planning', 1]],
  ),
  pullRequests('groups by the verdicts of reviewers that are asked now', { groupBys: ['Reviewer.verdict'] }, [
    ['approved', 3],
    ['commented', 1],
    [null, 4],
  ]),
  pullRequests(
    'keeps what somebody approved',
    { groupBys: ['PullRequest.title'], filters: [where('Reviewer.verdict', { IN: ['approved'] })] },
    [
      ['Add parser', 1],
      ['Bump deps (100%)', 1],
      ['Fix the bug', 1],
    ],
  ),
  teams(
    'groups teams by the roles of their members of now',
    { groupBys: ['Team.name', 'Person.role'], filters: [where('Team.name', { IN: ['core', 'web'] })] },
    [
      ['core', 'lead', 1],
      ['web', 'lead', 1],
      ['web', 'member', 1],
    ],
  ),
  issues('groups by the type of a link, from both ends', { groupBys: ['Linked.linkType'] }, [
    ['relates', 2],
    ['duplicates', 1],
    [null, 3],
  ]),
  issues(
    'counts a link from its other end',
    {
      groupBys: ['Issue.issueKey', 'LinkedFrom.linkType'],
      filters: [where('LinkedFrom.linkType', { IN: ['relates'] })],
    },
    [['CAI-4', 'relates', 1]],
  ),
];
