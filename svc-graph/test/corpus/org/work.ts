import { edges } from './edges.ts';
import type { CorpusRow, TableTexts } from './read.ts';

/**
 * Issues, pull requests and what happened to them. p3 and p6 are open, p4 was closed without a merge; the unprefixed
 * measures are of working time.
 */
export const WORK: TableTexts = {
  Project: `
    uuid | name       | projectKey | createdAt
    CAI  | Cairn      | CAI        | 2024-01-01T00:00:00Z
    OPS  | Operations | OPS        | 2024-01-01T00:00:00Z
  `,
  Sprint: `
    uuid | name     | state  | startDate            | endDate              | projectUuid
    S1   | Sprint 1 | closed | 2024-03-04T00:00:00Z | 2024-03-18T00:00:00Z | CAI
    S2   | Sprint 2 | active | 2024-10-28T00:00:00Z | 2024-11-11T00:00:00Z | CAI
  `,
  Issue: `
    uuid  | name  | issueKey | title           | issueType | priority | status      | statusCategory | assignee | storyPoints | timeSpent | labels         | createdAt            | openSince            | startedAt            | completedAt          | leadTime | clockLeadTime | currentAssigneeUuid | createdByUuid | projectUuid | currentSprintUuid | epicUuid
    CAI-1 | CAI-1 | CAI-1    | Parser crashes  | Bug       | High     | Done        | done           | Ann      | 0.5         | 3600      | parser; urgent | 2024-03-01T00:00:00Z | -                    | 2024-03-09T12:00:00Z | 2024-03-31T02:00:00Z | 500000   | 2599200       | Ann                 | Bob           | CAI         | -                 | CAI-4
    CAI-2 | CAI-2 | CAI-2    | Zoom the chart  | Story     | Low      | In Progress | inProgress     | Bob      | 3           | -         | chart          | 2024-03-29T09:00:00Z | 2024-03-29T09:00:00Z | 2024-03-29T10:00:00Z | -                    | -        | -             | Bob                 | Ann           | CAI         | S2                | CAI-4
    CAI-3 | CAI-3 | CAI-3    | bug: wrong zone | Bug       | -        | To Do       | todo           | -        | -           | -         | []             | 2024-10-26T23:30:00Z | 2024-10-26T23:30:00Z | -                    | -                    | -        | -             | -                   | Zoe           | CAI         | -                 | -
    CAI-4 | CAI-4 | CAI-4    | The big one     | Epic      | High     | In Progress | inProgress     | Ann      | 8           | 7200      | -              | 2024-01-15T00:00:00Z | 2024-01-15T00:00:00Z | 2024-02-01T00:00:00Z | -                    | -        | -             | Ann                 | Ann           | CAI         | -                 | -
    OPS-1 | OPS-1 | OPS-1    | Rotate keys     | Task      | Low      | Done        | done           | Bob      | 3           | 1800      | urgent         | 2024-10-28T12:00:00Z | -                    | 2024-10-28T12:00:00Z | 2024-10-28T13:00:00Z | 3600     | 3600          | Bob                 | Bob           | OPS         | -                 | -
    OPS-2 | OPS-2 | OPS-2    | 50% off_by_one  | Bug       | High     | Cancelled   | other          | Zoë Ünal | 1           | 0         | chart; urgent  | 2024-11-04T00:00:00Z | -                    | -                    | -                    | -        | -             | Zoe                 | Bob           | OPS         | S2                | -
  `,
  PullRequest: `
    uuid | name                 | number | title                | status | draft | merged | createdBy  | repository   | reviewers     | additions | deletions | totalComments | createdAt            | openSince            | readyAt              | firstReviewAt        | mergedAt             | closedAt             | cycleTime | clockCycleTime | clockPickupTime | clockReviewTime | clockMergeTime | createdByUuid | mergedByUuid | repositoryUuid | mergeCommitUuid
    p1   | Add parser           | 1      | Add parser           | merged | false | true   | Ann        | cairn        | Bob; Zoë Ünal | 30        | 5         | 3             | 2024-03-08T09:00:00Z | -                    | 2024-03-08T09:00:00Z | 2024-03-09T10:00:00Z | 2024-03-10T07:00:00Z | 2024-03-10T07:00:00Z | 28800     | 165600         | 90000           | 3600            | 72000          | Ann           | Bob          | cairn          | a2
    p2   | Fix the bug          | 2      | Fix the bug          | merged | false | true   | Bob        | cairn        | Ann           | 30        | 10        | 0             | 2024-03-29T10:00:00Z | -                    | 2024-03-29T10:00:00Z | 2024-03-30T09:00:00Z | 2024-03-31T02:00:00Z | 2024-03-31T02:00:00Z | 14400     | 144000         | 82800           | 21600           | 39600          | Bob           | Bob          | cairn          | a3
    p3   | Bug NOT resolved yet | 3      | Bug NOT resolved yet | open   | false | false  | Zoë Ünal   | tools        | []            | 7         | 7         | 1             | 2024-04-06T15:00:00Z | 2024-04-06T15:00:00Z | 2024-04-06T15:00:00Z | -                    | -                    | -                    | -         | -              | -               | -               | -              | Zoe           | -            | tools          | -
    p4   | Refactor             | 4      | Refactor             | closed | false | false  | Ann        | cairn        | -             | 5         | 50        | 2             | 2024-10-26T21:00:00Z | -                    | 2024-10-26T21:00:00Z | -                    | -                    | 2024-10-28T00:00:00Z | -         | -              | -               | -               | -              | Ann           | -            | cairn          | -
    p5   | Bump deps (100%)     | 5      | Bump deps (100%)     | merged | false | true   | robot[bot] | cairn        | Ann; Bob      | 5         | 5         | -             | 2024-10-27T01:30:00Z | -                    | 2024-10-27T01:30:00Z | 2024-10-27T05:00:00Z | 2024-10-27T05:30:00Z | 2024-10-27T05:30:00Z | 0         | 14400          | 12600           | 0               | 1800           | robot         | Ann          | cairn          | a8
    p6   | =1+1                 | 6      | =1+1                 | open   | true  | false  | Bob        | we"ird, repo | []            | 100       | 1         | 0             | 2024-11-03T06:45:00Z | 2024-11-03T06:45:00Z | -                    | -                    | -                    | -                    | -         | -              | -               | -               | -              | Bob           | -            | odd            | -
  `,
  Vulnerability: `
    uuid | name            | key    | title           | severity | score | status | package | introducedAt         | fixedAt              | timeToFix | cves          | repositoryUuid | issueUuid
    v1   | Path traversal  | SNYK-1 | Path traversal  | critical | 9.8   | Fixed  | lane    | 2024-03-09T12:00:00Z | 2024-03-10T12:00:00Z | 86400     | CVE-2024-1    | cairn          | CAI-1
    v2   | Weak randomness | SNYK-2 | Weak randomness | low      | 3.1   | Open   | lane    | 2024-03-31T02:00:00Z | -                    | -         | []            | cairn          | -
    v3   | Slow pattern    | SNYK-3 | Slow pattern    | high     | 7.5   | Open   | kit     | 2024-10-27T01:30:00Z | -                    | -         | CVE-2024-3    | tools          | -
  `,
  PullRequestReview: `
    uuid | name | state            | submittedAt          | body | authorUuid | pullRequestUuid
    r1   | r1   | approved         | 2024-03-09T10:00:00Z | Fine | Bob        | p1
    r2   | r2   | commented        | 2024-03-09T11:00:00Z | Why? | Zoe        | p1
    r3   | r3   | changesRequested | 2024-03-30T09:00:00Z | No   | Ann        | p2
    r4   | r4   | approved         | 2024-03-30T15:00:00Z | Yes  | Ann        | p2
    r5   | r5   | approved         | 2024-10-27T05:00:00Z | -    | Ann        | p5
  `,
  Event: `
    uuid | occurredAt           | integration | action    | entityType  | entityUuid | name             | newStatus   | actorUuid | teamUuid | repositoryUuid | projectUuid | issueUuid | pullRequestUuid
    e1   | 2024-03-01T00:00:00Z | jira        | created   | Issue       | CAI-1      | CAI-1            | To Do       | Bob       | web      | -              | CAI         | CAI-1     | -
    e2   | 2024-03-09T12:00:00Z | jira        | changed   | Issue       | CAI-1      | CAI-1            | In Progress | Ann       | core     | -              | CAI         | CAI-1     | -
    e3   | 2024-03-10T06:59:59Z | github      | committed | Commit      | a1         | Add parser       | -           | Ann       | core     | cairn          | -           | -         | -
    e4   | 2024-03-10T07:00:00Z | github      | merged    | PullRequest | p1         | Add parser       | merged      | Bob       | web      | cairn          | -           | -         | p1
    e5   | 2024-03-31T02:00:00Z | jira        | changed   | Issue       | CAI-1      | CAI-1            | Done        | Ann       | web      | -              | CAI         | CAI-1     | -
    e6   | 2024-03-31T02:00:00Z | github      | merged    | PullRequest | p2         | Fix the bug      | merged      | Bob       | web      | cairn          | -           | -         | p2
    e7   | 2024-10-27T05:30:00Z | github      | merged    | PullRequest | p5         | Bump deps (100%) | merged      | Ann       | web      | cairn          | -           | -         | p5
    e8   | 2024-11-04T00:00:00Z | jira        | created   | Issue       | OPS-2      | OPS-2            | To Do       | Bob       | web      | -              | OPS         | OPS-2     | -
    e9   | 2024-11-05T11:00:00Z | github      | deleted   | Branch      | topic      | topic/ü          | -           | -         | -        | tools          | -           | -         | -
  `,
};

/**
 * Relations that held for a while. CAI-3 spilled over from S1 to S2 and was Bob's before it was Zoë's; CAI-1 no longer
 * blocks CAI-4; Zoë was asked to review p2 until Ann took over.
 */
export const DATED = `
    relation | fromUuid | toUuid | since                | until                | verdict          | linkType
    inSprint | CAI-3    | S1     | 2024-03-04T00:00:00Z | 2024-10-27T00:00:00Z | -                | -
    inSprint | CAI-3    | S2     | 2024-10-27T00:00:00Z | -                    | -                | -
    assignee | CAI-3    | Bob    | 2024-03-05T00:00:00Z | 2024-10-27T00:00:00Z | -                | -
    assignee | CAI-3    | Zoe    | 2024-10-27T00:00:00Z | -                    | -                | -
    blocks   | CAI-1    | CAI-4  | 2024-03-01T00:00:00Z | 2024-03-31T02:00:00Z | -                | -
    reviewer | p2       | Zoe    | 2024-03-29T10:00:00Z | 2024-03-30T00:00:00Z | -                | -
    issueLink | CAI-1   | CAI-3  | -                    | -                    | -                | duplicates
    issueLink | CAI-2   | CAI-4  | -                    | -                    | -                | relates
    issueLink | CAI-3   | CAI-4  | -                    | -                    | -                | relates
`;

/** Edges with a property, of one relation. */
const said = (property: string, values: Readonly<Record<string, string>>, all: readonly CorpusRow[]) =>
  all.map((edge) => {
    const value = values[`${String(edge['fromUuid'])} ${String(edge['toUuid'])}`];
    return value === undefined ? edge : { ...edge, [property]: value };
  });

export const WORK_EDGES = [
  ...said(
    'verdict',
    { 'p1 Bob': 'approved', 'p1 Zoe': 'commented', 'p2 Ann': 'approved', 'p5 Ann': 'approved' },
    edges('reviewer', ['p1', 'Bob', 'Zoe'], ['p2', 'Ann'], ['p5', 'Ann', 'Bob']),
  ),
  ...edges(
    'hasCommit',
    ['p1', 'a1', 'a2'],
    ['p2', 'a3'],
    ['p3', 'a5', 'a6'],
    ['p4', 'a7'],
    ['p5', 'a8'],
    ['p6', 'b1'],
  ),
  ...edges('closes', ['p1', 'CAI-1'], ['p2', 'CAI-2', 'CAI-1']),
  ...edges('inSprint', ['CAI-1', 'S1'], ['CAI-2', 'S1', 'S2'], ['OPS-2', 'S2']),
  ...edges('assignee', ['CAI-1', 'Ann'], ['CAI-2', 'Ann', 'Bob'], ['OPS-1', 'Bob'], ['OPS-2', 'Zoe']),
  ...edges('blocks', ['CAI-1', 'CAI-2'], ['CAI-3', 'CAI-2']),
  ...edges('ranFor', ['x1', 'p1'], ['x3', 'p5'], ['x4', 'p5']),
];
