import { groupsOf, where } from '../case.ts';
import type { CorpusCase } from '../case.ts';

const commits = groupsOf('Commit');
const pullRequests = groupsOf('PullRequest');
const issues = groupsOf('Issue');
const people = groupsOf('Person');
const events = groupsOf('Event');

const bins = (field: string, width: number) => {
  const [target = '', attribute = ''] = field.split('.');
  return { target, attribute, bins: { width } };
};

const OWN: readonly CorpusCase[] = [
  commits('counts what is selected where nothing is grouped or measured', {}, [[12]]),
  commits(
    'groups by a text, largest first, ties by the text, a missing one last',
    { groupBys: ['Person.name'] },
    [
      ['Ann', 4],
      ['Bob', 3],
      ['Zoë Ünal', 3],
      ['robot[bot]', 1],
      [null, 1],
    ],
  ),
  commits('groups by a flag', { groupBys: ['Commit.isMerge'] }, [
    [false, 11],
    [true, 1],
  ]),
  commits('groups by a number, ties by the number', { groupBys: ['Commit.deletions'] }, [
    [0, 3],
    [5, 2],
    [1, 1],
    [2, 1],
    [3, 1],
    [7, 1],
    [10, 1],
    [50, 1],
    [null, 1],
  ]),
  commits('groups by two fields', { groupBys: ['Person.name', 'Repository.name'] }, [
    ['Ann', 'cairn', 4],
    ['Zoë Ünal', 'tools', 2],
    ['Bob', 'cairn', 1],
    ['Bob', 'tools', 1],
    ['Bob', 'we"ird, repo', 1],
    ['Zoë Ünal', 'cairn', 1],
    ['robot[bot]', 'cairn', 1],
    [null, 'tools', 1],
  ]),
  commits('takes a group twice only once', { groupBys: ['Commit.isMerge', 'Commit.isMerge'] }, [
    [false, 11],
    [true, 1],
  ]),
  commits('takes lists apart, an empty one like a missing one', { groupBys: ['Commit.filesModified'] }, [
    ['docs/read me.md', 2],
    ['src/a.ts', 2],
    ['src/b.ts', 1],
    ['ünï.rs', 1],
    [null, 7],
  ]),
  commits('limits groups', { groupBys: ['Person.name'], limit: 2 }, [
    ['Ann', 4],
    ['Bob', 3],
  ]),
  commits('pages groups', { groupBys: ['Person.name'], page: 2, pageSize: 2 }, [
    ['Zoë Ünal', 3],
    ['robot[bot]', 1],
  ]),
  commits(
    'orders groups by a group',
    { groupBys: ['Person.name'], order: [{ by: 'Person.name', direction: 'descending' }] },
    [
      ['robot[bot]', 1],
      ['Zoë Ünal', 3],
      ['Bob', 3],
      ['Ann', 4],
      [null, 1],
    ],
  ),
  commits(
    'orders groups by a measure, smallest first',
    { groupBys: ['Person.name'], order: [{ by: 'count(Commit.uuid)', direction: 'ascending' }] },
    [
      ['robot[bot]', 1],
      ['Bob', 3],
      ['Zoë Ünal', 3],
      ['Ann', 4],
      [null, 1],
    ],
  ),
  commits(
    'gathers numbers in bins, each named by where it starts',
    { groupBys: [bins('Commit.additions', 10)] },
    [
      [0, 5],
      [10, 2],
      [20, 1],
      [30, 1],
      [40, 1],
      [100, 1],
      [null, 1],
    ],
  ),
  issues('gathers fractions in bins of a fraction', { groupBys: [bins('Issue.storyPoints', 0.5)] }, [
    [3, 2],
    [0.5, 1],
    [1, 1],
    [8, 1],
    [null, 1],
  ]),
  events('means the event where a name has no target', { groupBys: ['action'] }, [
    ['merged', 3],
    ['changed', 2],
    ['created', 2],
    ['committed', 1],
    ['deleted', 1],
  ]),
  groupsOf('Flow')('groups by a date', { groupBys: ['Flow.Date'] }, [
    ['2024-03-05', 2],
    ['2024-03-04', 1],
    [null, 1],
  ]),
  issues('groups by a list of labels', { groupBys: ['Issue.labels'] }, [
    ['urgent', 3],
    ['chart', 2],
    ['parser', 1],
    [null, 2],
  ]),
  commits(
    'has no group where nothing is selected',
    { groupBys: ['Person.name'], filters: [where('Commit.sha', { IN: ['b3'] })] },
    [],
  ),
  commits(
    'has one row without groups even where nothing is selected',
    { filters: [where('Commit.sha', { IN: ['b3'] })] },
    [[0]],
  ),
];

const RELATED: readonly CorpusCase[] = [
  commits('groups by the other person of a commit', { groupBys: ['Committer.name'] }, [
    ['Bob', 4],
    ['Ann', 3],
    ['Zoë Ünal', 2],
    ['robot[bot]', 1],
    [null, 2],
  ]),
  commits('counts a commit once in each group that it reaches', { groupBys: ['SourceFile.topFolder'] }, [
    ['src', 4],
    ['/', 2],
    ['docs', 2],
    [null, 5],
  ]),
  commits('counts files that are gone where a commit touched them', { groupBys: ['SourceFile.extension'] }, [
    ['ts', 4],
    ['md', 2],
    ['rs', 2],
    ['txt', 1],
    [null, 5],
  ]),
  commits('groups by what includes it', { groupBys: ['Release.name'] }, [
    ['v1.0', 3],
    ['v1.1-rc.1', 2],
    [null, 7],
  ]),
  commits('groups by its parents', { groupBys: ['Parent.sha'] }, [
    ['a1', 1],
    ['a2', 1],
    ['a3', 1],
    ['a6', 1],
    ['a8', 1],
    [null, 8],
  ]),
  commits('groups by its children', { groupBys: ['Child.sha'] }, [
    ['a9', 2],
    ['a2', 1],
    ['a3', 1],
    ['a7', 1],
    [null, 7],
  ]),
  commits('groups by the state of the pull request it is in', { groupBys: ['PullRequest.status'] }, [
    ['merged', 4],
    ['open', 3],
    ['closed', 1],
    [null, 4],
  ]),
  commits(
    'takes the team as of the moment of the row, the very moment of a move included',
    { groupBys: ['Person.Team.name'] },
    [
      ['web', 6],
      ['core', 4],
      [null, 3],
    ],
  ),
  commits('names a team by what leads to it', { groupBys: ['Person.Team'] }, [
    ['web', 6],
    ['core', 4],
    [null, 3],
  ]),
  commits('counts once what reaches the same thing on two ways', { groupBys: ['Person.Team.Parent.name'] }, [
    ['Engineering', 9],
    [null, 3],
  ]),
  people('takes the team of now for a person', { groupBys: ['Team.name'] }, [
    ['web', 2],
    ['core', 1],
    [null, 3],
  ]),
  groupsOf('Team')('takes the members of now for a team', { groupBys: ['Person.name'] }, [
    ['Bob', 2],
    ['Ann', 1],
    [null, 1],
  ]),
  people('goes back over a link and on', { groupBys: ['Commit.Repository.name'] }, [
    ['cairn', 4],
    ['tools', 2],
    ['we"ird, repo', 1],
    [null, 1],
  ]),
  pullRequests('groups by reviewers as people', { groupBys: ['Reviewer.name'] }, [
    ['Ann', 2],
    ['Bob', 2],
    ['Zoë Ünal', 1],
    [null, 3],
  ]),
  pullRequests('groups by reviewers as a list of names', { groupBys: ['PullRequest.reviewers'] }, [
    ['Ann', 2],
    ['Bob', 2],
    ['Zoë Ünal', 1],
    [null, 3],
  ]),
  issues('groups by the sprints that issues are in', { groupBys: ['Sprint.name'] }, [
    ['Sprint 2', 3],
    ['Sprint 1', 2],
    [null, 2],
  ]),
  issues(
    'orders priorities by their ranks, the greatest first, and a missing one last',
    { groupBys: ['Issue.priority'], order: [{ by: 'Issue.priority', direction: 'descending' }] },
    [
      ['High', 3],
      ['Low', 2],
      [null, 1],
    ],
  ),
  issues('groups by another issue', { groupBys: ['Epic.name'] }, [
    ['CAI-4', 2],
    [null, 4],
  ]),
  issues('follows an edge against its direction', { groupBys: ['BlockedBy.name'] }, [
    ['CAI-1', 1],
    ['CAI-3', 1],
    [null, 5],
  ]),
  groupsOf('CalendarEntry')('groups meetings by who attends', { groupBys: ['Attendee.name'] }, [
    ['Bob', 3],
    ['Ann', 2],
    ['Zoë Ünal', 1],
  ]),
];

/** What groups there are and how many rows are in each. */
export const GROUP_CASES: readonly CorpusCase[] = [...OWN, ...RELATED];
