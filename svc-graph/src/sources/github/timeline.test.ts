import { GithubServer, RepositoryArchive, actorNode } from '@cairn/acceptance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectedGithub } from '../../../test/github-owner.ts';

const time = (hour: number, day = 6) => `2024-05-0${String(day)}T${String(hour).padStart(2, '0')}:00:00Z`;
let items = 0;
const item = (type: string, at: string, who: string, more: object = {}) => {
  items += 1;
  return {
    __typename: `${type}Event`,
    id: `T_${String(items)}`,
    createdAt: at,
    actor: actorNode(who),
    ...more,
  };
};
const work = (kind: string, number: number, more: object) => ({
  id: `${kind}_${String(number)}`,
  number,
  url: `https://github.com/acme/engine/${String(number)}`,
  title: `${kind} ${String(number)}`,
  body: '',
  state: 'OPEN',
  author: 'ada',
  labels: [],
  assignees: [],
  createdAt: time(8),
  updatedAt: time(20),
  closedAt: null,
  comments: [],
  ...more,
});
const pull = (number: number, more: object) =>
  work('Pull', number, {
    mergedAt: null,
    mergedBy: null,
    mergeCommit: null,
    baseRefName: 'main',
    headRefName: `branch-${String(number)}`,
    reviews: [],
    ...more,
  });
const approval = {
  id: 'Review_1',
  author: 'grace',
  state: 'APPROVED',
  body: '',
  createdAt: time(12),
  updatedAt: time(12),
  comments: [],
};
const asked = (who: string) => ({ requestedReviewer: actorNode(who) });
const given = (who: string) => ({ assignee: actorNode(who) });

const DRAFT_MERGED = pull(1, {
  state: 'MERGED',
  closedAt: time(13),
  mergedAt: time(13),
  mergedBy: 'grace',
  reviews: [approval],
  assignees: ['ada'],
  closingIssuesReferences: [{ id: 'Issue_10' }],
  timelineItems: [
    item('Closed', time(9), 'alan'),
    item('Reopened', time(9), 'ada'),
    item('ReadyForReview', time(10), 'ada'),
    item('ReviewRequested', time(10), 'ada', asked('grace')),
    item('ReviewRequested', time(10), 'ada', asked('alan')),
    item('ReviewRequested', time(10), 'ada', { requestedReviewer: { __typename: 'Team' } }),
    item('ReviewRequestRemoved', time(11), 'ada', asked('alan')),
    item('Closed', time(13), 'grace'),
    item('SomethingNew', time(13), 'grace'),
  ],
});
const PULLS = [
  DRAFT_MERGED,
  pull(2, { isDraft: true, timelineItems: [] }),
  pull(3, { isDraft: true, timelineItems: [item('ConvertToDraft', time(9), 'ada')] }),
  pull(4, { timelineItems: [item('ReviewRequested', time(9), 'ada', asked('grace'))] }),
  pull(5, { state: 'CLOSED', closedAt: time(9) }),
];
const ISSUES = [
  work('Issue', 10, {
    state: 'CLOSED',
    stateReason: 'NOT_PLANNED',
    closedAt: time(15),
    assignees: ['grace'],
    timelineItems: [
      item('Assigned', time(9), 'ada', given('alan')),
      item('Closed', time(10), 'ada', { stateReason: 'COMPLETED' }),
      item('Reopened', time(11), 'alan'),
      item('Unassigned', time(12), 'ada', given('alan')),
      item('Assigned', time(12), 'ada', given('grace')),
      item('Closed', time(15), 'grace', { stateReason: 'NOT_PLANNED' }),
      ...Array.from({ length: 12 }, () => item('Subscribed', time(15), 'ada')),
    ],
  }),
];

let github: ConnectedGithub<GithubServer>;
let source: string;
beforeEach(async () => {
  github = await ConnectedGithub.open(
    new GithubServer([RepositoryArchive.parse({ repo: 'acme/engine', pulls: PULLS, issues: ISSUES })]),
  );
  source = await github.add('acme');
  expect(await github.run(source)).toMatchObject({ status: 'active', error: null });
});
afterEach(() => github.close());

const told = (reference: string) =>
  github.store.rows(
    `SELECT hour(e."occurredAt")::INTEGER AS at, e.action, p.name AS by, e."newStatus" AS status FROM "Event" e
     LEFT JOIN "Person" p ON p.uuid = e."actorUuid" WHERE e.reference = $1 AND e."entityType" IN ('Issue', 'PullRequest')
     ORDER BY e."occurredAt", e."sourceEventId"`,
    [reference],
  );
const edges = (relation: string) =>
  github.store.rows(
    `SELECT coalesce(p.name, i.name) AS to, hour(r.since)::INTEGER AS since, hour(r.until)::INTEGER AS until, r.verdict FROM "Relation" r
     LEFT JOIN "Person" p ON p.uuid = r."toUuid" LEFT JOIN "Issue" i ON i.uuid = r."toUuid" WHERE relation = $1 ORDER BY 2, 1`,
    [relation],
  );

describe('the timeline of a pull request', () => {
  it('tells who closed, reopened, readied, asked and merged, and the merge once', async () => {
    expect(await told('#1')).toEqual(
      [
        { at: 8, action: 'created', by: 'ada', status: 'Draft' },
        { at: 9, action: 'closed', by: 'alan', status: 'Closed' },
        { at: 9, action: 'reopened', by: 'ada', status: 'Open' },
        { at: 10, action: 'ready_for_review', by: 'ada', status: 'In Review' },
        { at: 10, action: 'review_requested', by: 'ada', status: 'In Review' },
        { at: 10, action: 'review_requested', by: 'ada', status: 'In Review' },
        { at: 10, action: 'review_requested', by: 'ada', status: 'In Review' },
        { at: 11, action: 'review_request_removed', by: 'ada', status: null },
        { at: 13, action: 'merged', by: 'grace', status: 'Merged' },
        { at: 12, action: 'approved', by: 'grace', status: 'Approved' },
      ].toSorted((a, b) => a.at - b.at),
    );
  });

  it('lets pickup start when it was ready, and never for a draft', async () => {
    const rows = await github.store.rows(
      `SELECT number::INTEGER AS number, status, hour("readyAt")::INTEGER AS ready, "clockPickupTime"::INTEGER AS pickup
       FROM "PullRequest" ORDER BY number`,
    );
    expect(rows).toEqual([
      { number: 1, status: 'Merged', ready: 10, pickup: 7_200 },
      { number: 2, status: 'Draft', ready: null, pickup: null },
      { number: 3, status: 'Draft', ready: null, pickup: null },
      { number: 4, status: 'In Review', ready: 8, pickup: null },
      // Without a timeline it counts as ready since it was opened.
      { number: 5, status: 'Closed', ready: 8, pickup: null },
    ]);
  });

  it('names reviewers from when until when with their verdict, assignees, and what it closes', async () => {
    expect(await edges('reviewer')).toEqual([
      { to: 'grace', since: 9, until: null, verdict: null },
      { to: 'alan', since: 10, until: 11, verdict: null },
      { to: 'grace', since: 10, until: null, verdict: 'approved' },
    ]);
    expect(await edges('pullRequestAssignee')).toEqual([{ to: 'ada', since: 8, until: null, verdict: null }]);
    expect(await edges('closes')).toEqual([{ to: 'Issue 10', since: 8, until: null, verdict: null }]);
    const [first] = await github.store.rows('SELECT reviewers FROM "PullRequest" WHERE number = 1');
    expect(first).toEqual({ reviewers: ['grace'] });
  });
});

describe('the timeline of an issue', () => {
  it('tells who closed and reopened it, whom it was given, and that it was not planned', async () => {
    expect(await told('#10')).toEqual([
      { at: 8, action: 'created', by: 'ada', status: 'Open' },
      { at: 9, action: 'assigned', by: 'ada', status: null },
      { at: 10, action: 'closed', by: 'ada', status: 'Closed' },
      { at: 11, action: 'reopened', by: 'alan', status: 'Open' },
      { at: 12, action: 'unassigned', by: 'ada', status: null },
      { at: 12, action: 'assigned', by: 'ada', status: null },
      { at: 15, action: 'closed', by: 'grace', status: 'Not planned' },
    ]);
    expect(await edges('assignee')).toEqual([
      { to: 'alan', since: 9, until: 12, verdict: null },
      { to: 'grace', since: 12, until: null, verdict: null },
    ]);
    const [issue] = await github.store.rows('SELECT status, "noLeadTimeReason" AS why FROM "Issue"');
    expect(issue).toEqual({ status: 'Not planned', why: 'Cancelled' });
  });

  it('is asked for to its end where it is longer than a page', () => {
    expect(github.server.asked).toContain('timelineItems');
  });

  it('gives the same graph when it is built again', async () => {
    const before = await github.everything();
    await github.run(source, 'renormalise');
    expect(await github.everything()).toEqual(before);
  });
});
