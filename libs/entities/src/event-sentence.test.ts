import { describe, expect, it } from 'vitest';
import { eventSentence, eventText } from './event-sentence.ts';
import type { ToldEvent } from './event-sentence.ts';

const issue: ToldEvent = {
  action: 'status_changed',
  entityType: 'Issue',
  name: 'Drop session refresh',
  reference: 'CATALOG-392',
  newStatus: 'Done',
  delta: {
    statusCategory: { before: 'inProgress', after: 'done' },
    status: { before: 'In Progress', after: 'Done' },
  },
};

describe('an event in words', () => {
  it('names what changed, from what to what', () => {
    expect(eventSentence(issue)).toEqual({
      before: 'moved',
      subject: 'CATALOG-392',
      after: 'from In Progress to Done',
    });
    expect(eventText(issue, 'Emi Kimura')).toBe('Emi Kimura moved CATALOG-392 from In Progress to Done');
  });

  it('happened to its subject where nobody is known to have done it', () => {
    expect(eventText(issue)).toBe('CATALOG-392 was moved from In Progress to Done');
    const asked = { ...issue, entityType: 'PullRequest', action: 'review_requested', reference: '#12' };
    expect(eventText(asked)).toBe('somebody asked for a review of #12');
  });

  it('says that an issue was closed, reopened, or closed as not planned', () => {
    const told = (action: string, newStatus: string) =>
      eventText({ action, newStatus, entityType: 'Issue', name: 'Slow', reference: '#7' }, 'Emi');
    expect(told('closed', 'Closed')).toBe('Emi closed #7');
    expect(told('closed', 'Not planned')).toBe('Emi closed #7 as not planned');
    expect(told('reopened', 'Open')).toBe('Emi reopened #7');
  });

  it('is about a sprint that an issue joins or leaves', () => {
    const moved = (before: string | null, after: string | null) =>
      eventText({ ...issue, delta: { sprint: { before, after } } }, 'Emi');
    expect(moved(null, 'CATALOG 7')).toBe('Emi added CATALOG-392 to CATALOG 7');
    expect(moved('CATALOG 7', null)).toBe('Emi removed CATALOG-392 from CATALOG 7');
    expect(moved('CATALOG 7', 'CATALOG 8')).toBe('Emi moved CATALOG-392 from CATALOG 7 to CATALOG 8');
  });

  it('has no word for nothing', () => {
    const nothing = { action: 'created', entityType: 'Issue', name: null };
    expect(eventText(nothing, 'Emi')).toBe('Emi created');
    expect(eventText(nothing)).toBe('somebody created');
  });
});

const commit = { name: 'Refresh sessions', reference: '3f2a81c9d0' };
const merge = { name: "Merge branch 'next' into main", reference: '90ab3c11ff' };
const pull = { name: 'Refresh sessions', reference: '#12' };
const sprint = { name: 'CATALOG 7', delta: { state: { before: 'future', after: 'active' } } };
const build = { name: 'Deploy to staging' };

/** Kind, action, the rest of the event; then what is said of somebody, of nobody, and on the page of the thing. */
const SAID: readonly [string, string, Partial<ToldEvent>, string, string, string][] = [
  [
    'Commit',
    'authored',
    commit,
    'Emi wrote Refresh sessions',
    'Refresh sessions was written',
    'Emi wrote this change',
  ],
  [
    'Commit',
    'committed',
    commit,
    'Emi committed Refresh sessions',
    'Refresh sessions was committed',
    'Emi committed this change',
  ],
  [
    'Commit',
    'merged',
    merge,
    "Emi merged branch 'next' into main",
    "branch 'next' into main was merged",
    'Emi made this merge',
  ],
  [
    'Commit',
    'merged',
    { ...merge, name: 'Unite both' },
    'Emi made the merge Unite both',
    'somebody made the merge Unite both',
    'Emi made this merge',
  ],
  ['Branch', 'created', { name: 'next' }, 'Emi created next', 'next appeared', 'Emi created this branch'],
  [
    'Branch',
    'rewritten',
    { name: 'next' },
    'Emi rewrote next',
    'next was rewritten',
    'Emi rewrote this branch',
  ],
  ['Branch', 'deleted', { name: 'next' }, 'Emi deleted next', 'next was deleted', 'Emi deleted this branch'],
  [
    'Release',
    'released',
    { name: 'v1.0' },
    'Emi published v1.0',
    'v1.0 was published',
    'Emi published this release',
  ],
  ['PullRequest', 'created', pull, 'Emi opened #12', '#12 was opened', 'Emi opened this pull request'],
  [
    'PullRequest',
    'created',
    { ...pull, draft: true },
    'Emi opened #12 as a draft',
    '#12 was opened as a draft',
    'Emi opened this pull request as a draft',
  ],
  [
    'PullRequest',
    'ready_for_review',
    pull,
    'Emi marked #12 as ready for review',
    '#12 was marked as ready for review',
    'Emi marked this pull request as ready for review',
  ],
  [
    'PullRequest',
    'converted_to_draft',
    pull,
    'Emi turned #12 back into a draft',
    '#12 was turned back into a draft',
    'Emi turned this pull request back into a draft',
  ],
  [
    'PullRequest',
    'review_requested',
    pull,
    'Emi asked for a review of #12',
    'somebody asked for a review of #12',
    'Emi asked for a review of this pull request',
  ],
  ['PullRequest', 'approved', pull, 'Emi approved #12', '#12 was approved', 'Emi approved this pull request'],
  [
    'PullRequest',
    'changes_requested',
    pull,
    'Emi asked for changes in #12',
    'somebody asked for changes in #12',
    'Emi asked for changes in this pull request',
  ],
  ['PullRequest', 'reviewed', pull, 'Emi reviewed #12', '#12 was reviewed', 'Emi reviewed this pull request'],
  ['PullRequest', 'merged', pull, 'Emi merged #12', '#12 was merged', 'Emi merged this pull request'],
  [
    'PullRequest',
    'closed',
    pull,
    'Emi closed #12 without merging it',
    '#12 was closed without merging it',
    'Emi closed this pull request without merging it',
  ],
  ['PullRequest', 'reopened', pull, 'Emi reopened #12', '#12 was reopened', 'Emi reopened this pull request'],
  [
    'PullRequestReview',
    'changes_requested',
    pull,
    'Emi asked for changes in #12',
    'somebody asked for changes in #12',
    'Emi asked for changes in this review',
  ],
  [
    'PullRequestReviewComment',
    'commented',
    pull,
    'Emi commented on the code of #12',
    'somebody commented on the code of #12',
    'Emi commented on the code of this pull request',
  ],
  [
    'DiscussionComment',
    'commented',
    pull,
    'Emi commented on #12',
    'somebody commented on #12',
    'Emi commented on this pull request',
  ],
  [
    'IssueComment',
    'commented',
    issue,
    'Emi commented on CATALOG-392',
    'somebody commented on CATALOG-392',
    'Emi commented on this issue',
  ],
  ['Issue', 'created', issue, 'Emi created CATALOG-392', 'CATALOG-392 was created', 'Emi created this issue'],
  [
    'Issue',
    'status_changed',
    issue,
    'Emi moved CATALOG-392 from In Progress to Done',
    'CATALOG-392 was moved from In Progress to Done',
    'Emi moved this issue from In Progress to Done',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: null },
    'Emi moved CATALOG-392 to Done',
    'CATALOG-392 was moved to Done',
    'Emi moved this issue to Done',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { status: { before: null, after: 'Done' } } },
    'Emi moved CATALOG-392 to Done',
    'CATALOG-392 was moved to Done',
    'Emi moved this issue to Done',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { assignee: { before: 'Rina', after: null } } },
    'Emi unassigned CATALOG-392 from Rina',
    'CATALOG-392 was unassigned from Rina',
    'Emi unassigned this issue from Rina',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { storyPoints: { before: '', after: 1 } } },
    'Emi estimated CATALOG-392 at 1 point',
    'CATALOG-392 was estimated at 1 point',
    'Emi estimated this issue at 1 point',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { description: { before: 'a', after: 'b' } } },
    'Emi edited CATALOG-392 in its description',
    'CATALOG-392 was edited in its description',
    'Emi edited this issue in its description',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { dueDate: { before: 'May', after: 'June' } } },
    'Emi changed the due date of CATALOG-392 from May to June',
    'somebody changed the due date of CATALOG-392 from May to June',
    'Emi changed the due date of this issue from May to June',
  ],
  [
    'Issue',
    'status_changed',
    { ...issue, delta: { labels: { before: ['a', 'b'], after: ['c'] } } },
    'Emi changed the labels of CATALOG-392 from a, b to c',
    'somebody changed the labels of CATALOG-392 from a, b to c',
    'Emi changed the labels of this issue from a, b to c',
  ],
  [
    'Issue',
    'flagged',
    { ...issue, delta: null, newStatus: null },
    'Emi flagged CATALOG-392',
    'CATALOG-392 was flagged',
    'Emi flagged this issue',
  ],
  [
    'Issue',
    'ran_into',
    { ...issue, delta: null, newStatus: '__cairn::null__' },
    'Emi ran into CATALOG-392',
    'somebody ran into CATALOG-392',
    'Emi ran into this issue',
  ],
  [
    'Issue',
    'commented',
    { ...issue, reference: null },
    'Emi commented on Drop session refresh',
    'somebody commented on Drop session refresh',
    'Emi commented on this issue',
  ],
  [
    'Worklog',
    'logged_work',
    issue,
    'Emi logged work on CATALOG-392',
    'somebody logged work on CATALOG-392',
    'Emi logged work on this issue',
  ],
  ['Sprint', 'started', sprint, 'Emi started CATALOG 7', 'CATALOG 7 began', 'Emi started this sprint'],
  ['Sprint', 'completed', sprint, 'Emi completed CATALOG 7', 'CATALOG 7 ended', 'Emi completed this sprint'],
  [
    'CicdPipeline',
    'created',
    build,
    'Emi queued Deploy to staging',
    'Deploy to staging was queued',
    'Emi queued this pipeline',
  ],
  [
    'CicdPipeline',
    'started',
    build,
    'Emi started Deploy to staging',
    'Deploy to staging started',
    'Emi started this pipeline',
  ],
  [
    'CicdPipeline',
    'completed',
    { ...build, newStatus: 'failed' },
    'Emi finished Deploy to staging without success',
    'Deploy to staging finished without success',
    'Emi finished this pipeline without success',
  ],
  [
    'Message',
    'posted',
    { name: 'Hello', reference: 'general' },
    'Emi wrote in #general',
    'somebody wrote in #general',
    'Emi wrote in this channel',
  ],
  [
    'CalendarEntry',
    'started',
    { name: 'Planning' },
    'Emi held Planning',
    'Planning was held',
    'Emi held this meeting',
  ],
  [
    'CalendarEntry',
    'declined',
    { name: 'Planning' },
    'Emi declined the invitation to Planning',
    'somebody declined the invitation to Planning',
    'Emi declined the invitation to this meeting',
  ],
  [
    'CalendarEntry',
    'tentative',
    { name: 'Planning' },
    'Emi may come to Planning',
    'somebody may come to Planning',
    'Emi may come to this meeting',
  ],
  ['Person', 'joined', { name: 'Emi' }, 'Emi joined', 'somebody joined', 'Emi joined'],
  ['Person', 'left', { name: 'Emi' }, 'Emi left', 'somebody left', 'Emi left'],
];
const LABELS: Readonly<Record<string, string>> = {
  CicdPipeline: 'pipeline',
  CalendarEntry: 'meeting',
  DiscussionComment: 'pull request',
  IssueComment: 'issue',
  Message: 'channel',
  PullRequest: 'pull request',
  PullRequestReview: 'review',
  PullRequestReviewComment: 'pull request',
  Worklog: 'issue',
};

describe('every sort of event', () => {
  it.each(SAID)('%s %s is said in good English', (entityType, action, over, by, alone, own) => {
    const event: ToldEvent = { name: null, ...over, entityType, action };
    const told = eventSentence(event, true, LABELS[entityType] ?? entityType.toLowerCase());
    expect([
      eventText(event, 'Emi'),
      eventText(event),
      ['Emi', told.before, told.subject, told.after].filter(Boolean).join(' '),
    ]).toEqual([by, alone, own]);
  });

  it('begins with a capital letter where nobody did it and the page is its own', () => {
    const { subject, after } = eventSentence(
      { entityType: 'Sprint', action: 'completed', ...sprint },
      false,
      'sprint',
    );
    expect([subject, after]).toEqual(['This sprint', 'ended']);
  });
});
