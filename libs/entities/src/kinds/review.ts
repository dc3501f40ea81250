import {
  DERIVED,
  FORGE,
  NOBODY,
  bothClocks,
  defineKind,
  enumeration,
  events,
  explained,
  explainedText,
  flag,
  into,
  inverse,
  link,
  list,
  moment,
  number,
  out,
  outWhile,
  reason,
  text,
} from './define.ts';
import { REVIEW_REQUEST } from './review-request.ts';

/** The parts of the cycle from the first commit to the merge; each starts where the previous one ends. */
const PULL_REQUEST_TIMES = {
  codingTime: 'From the first commit to when it was ready; none where that commit came later.',
  pickupTime: 'From ready to the first review; without one to the approval, else to the merge.',
  reviewTime: 'From the first review to the last standing approval; without one to the merge.',
  mergeTime: 'From the last standing approval to the merge.',
  cycleTime: 'From ready to the merge: pickup, review and merge time together.',
  commitLeadTime: 'From the first commit to the merge.',
};

const PULL_REQUEST = defineKind({
  name: 'PullRequest',
  label: 'Pull request',
  plural: 'Pull requests',
  icon: 'git-pull-request',
  color: 'pr',
  from: FORGE,
  attributes: [
    text('title', FORGE, { priority: 800 }),
    text('description', FORGE),
    text('body', FORGE, { priority: 100 }),
    number('number', FORGE, { unit: 'identifier', priority: 750 }),
    text('prNumber', FORGE, { priority: 100, definition: 'The number as it is written, such as #12.' }),
    ...enumeration('status', FORGE, {
      priority: 700,
      ranks: ['draft', 'open', 'in review', 'changes requested', 'approved', 'merged', 'closed'],
    }),
    text('state', FORGE, { priority: 690 }),
    flag('merged', FORGE),
    flag('draft', FORGE),
    text('base', FORGE),
    text('head', FORGE),
    text('branch', FORGE, { priority: 500 }),
    text('baseBranch', FORGE, { priority: 500 }),
    text('repository', FORGE, { priority: 500 }),
    text('createdBy', FORGE),
    list('reviewers', FORGE),
    list('assignees', FORGE),
    list('labels', FORGE),
    text('milestone', FORGE),
    number('commits', FORGE, { label: 'Number of commits' }),
    number('additions', FORGE, { unit: 'line', priority: 550 }),
    number('deletions', FORGE, { unit: 'line', priority: 540 }),
    number('changedFiles', FORGE),
    number('totalComments', FORGE),
    moment('firstCommitAt', DERIVED, { definition: 'When the first of its commits was authored.' }),
    moment('readyAt', DERIVED, {
      definition:
        'Last marked ready before the first review; else created, unless a draft. Empty while it is a draft.',
    }),
    moment('firstReviewAt', DERIVED, {
      definition:
        'First review or comment by a person who is neither bot nor author, while it was ready and not after the merge.',
    }),
    moment('firstApprovalAt', DERIVED, {
      definition: 'First approval by a person who is neither bot nor author, not after the merge.',
    }),
    moment('lastApprovalAt', DERIVED, {
      definition:
        'Last approval before the merge that still stands: who gave it did not ask for changes after it.',
    }),
    moment('mergedAt', FORGE, { priority: 600 }),
    moment('closedAt', FORGE),
    moment('openSince', DERIVED, { definition: 'When it was opened, while it is open.' }),
    number('age', DERIVED, {
      aliases: ['Age'],
      unit: 'second',
      since: 'openSince',
      definition: 'Since it was opened, while it is open; as of the question, to the minute.',
    }),
    ...bothClocks(PULL_REQUEST_TIMES, 'its author', DERIVED),
    reason(
      'codingTime',
      'Not ready for review yet or at all, no commit is known, or the first is dated after it was ready.',
    ),
    reason('pickupTime', 'Not ready for review yet or at all, not reviewed yet, or closed without a review.'),
    reason(
      'reviewTime',
      'Not ready for review yet or at all, without a review, or open or closed without an approval.',
    ),
    reason(
      'mergeTime',
      'Not merged yet, closed without a merge, or merged without being ready or without an approval that stands.',
    ),
    reason('cycleTime', 'Not merged yet, closed without a merge, or not ready for review before the merge.'),
    reason(
      'commitLeadTime',
      'Not merged yet, closed without a merge, no commit is known, or the first is dated after the merge.',
    ),
    moment('deployedAt', DERIVED, {
      priority: 320,
      definition: 'When the first deployment to production that carries it or one of its commits finished.',
    }),
    number('leadTimeForChanges', DERIVED, {
      unit: 'second',
      priority: 320,
      definition: 'From the first commit to the deployment to production, elapsed (DORA: its median).',
    }),
    reason(
      'leadTimeForChanges',
      'Not merged, in no deployment to production, no commit is known, or the first is dated after the deployment.',
    ),
    text('diffUrl', FORGE, { priority: 20 }),
    text('issueUrl', FORGE, { priority: 20 }),
    text('reviewCommentUrl', FORGE, { priority: 20 }),
    text('summaryChangeset', NOBODY),
    text('summaryPurpose', NOBODY),
    list('unansweredQuestions', NOBODY),
    text('cairnSummary', NOBODY),
    text('cairnSummaryChangeset', NOBODY),
    text('cairnSummaryPurpose', NOBODY),
    ...explained(
      'cairnComplexity',
      'cairnMaintainability',
      'cairnQuality',
      'cairnRiskScore',
      'cairnConfidenceScore',
    ),
    ...explainedText('cairnUrgency'),
    flag('cairnHasOpenQuestions', NOBODY),
    text('cairnHasOpenQuestionsExplanation', NOBODY, { priority: 100 }),
    list('cairnClassifications', NOBODY),
    text('cairnClassificationsExplanation', NOBODY, { priority: 100 }),
  ],
  relations: [
    link('Person', 'createdByUuid', FORGE, { label: 'Created by' }),
    link('MergedBy', 'mergedByUuid', FORGE, { target: 'Person', label: 'Merged by' }),
    outWhile('Reviewer', 'reviewer', FORGE, {
      target: 'Person',
      label: 'Reviewers',
      properties: REVIEW_REQUEST,
    }),
    link('Repository', 'repositoryUuid', FORGE),
    link('Merge', 'mergeCommitUuid', FORGE, { target: 'Commit', label: 'Merged as' }),
    out('Commit', 'hasCommit', FORGE, { label: 'Commits' }),
    into('NamingCommit', 'commitNamesPullRequest', FORGE, {
      target: 'Commit',
      label: 'Commits that name it',
    }),
    inverse('PullRequestReview', 'pullRequestUuid', FORGE, { label: 'Reviews' }),
    inverse('PullRequestReviewComment', 'pullRequestUuid', FORGE, { label: 'Review comments' }),
    out('Issue', 'closes', FORGE, { label: 'Closes' }),
    out('Mentioned', 'pullRequestMentions', [...FORGE, 'jira'], { target: 'Issue', label: 'Mentions' }),
    into('Release', 'includesPullRequest', FORGE, { label: 'Releases' }),
    into('CicdPipeline', 'ranFor', ['circleci', ...FORGE], { label: 'Deployments' }),
    link('Deployment', 'deploymentUuid', DERIVED, {
      target: 'CicdPipeline',
      label: 'First deployed to production by',
    }),
    link('TakenBack', 'takesBackUuid', DERIVED, {
      target: 'CicdPipeline',
      label: 'Deployment that this revert follows upon',
    }),
    out('Assignee', 'pullRequestAssignee', FORGE, { target: 'Person', label: 'Assignees' }),
    link('Branch', 'branchUuid', FORGE, { label: 'Head branch' }),
    inverse('DiscussionComment', 'pullRequestUuid', FORGE, { label: 'Discussion comments' }),
    into('Message', 'messageMentionsPullRequest', ['slack'], { label: 'Messages' }),
    events('pullRequestUuid', FORGE),
  ],
});

const REVIEW = defineKind({
  name: 'PullRequestReview',
  label: 'Review',
  plural: 'Reviews',
  icon: 'scan-eye',
  color: 'pr',
  timeAttribute: 'submittedAt',
  from: FORGE,
  attributes: [
    ...enumeration('state', FORGE, { priority: 700 }),
    moment('submittedAt', FORGE, { priority: 600 }),
    text('body', FORGE),
  ],
  relations: [
    link('Person', 'authorUuid', FORGE, { label: 'Reviewer' }),
    link('PullRequest', 'pullRequestUuid', FORGE),
    inverse('PullRequestReviewComment', 'reviewUuid', FORGE, { label: 'Comments' }),
    events('entityUuid', FORGE),
  ],
});

/** The text of a comment, and what analyses derive from it. */
export const COMMENT_ATTRIBUTES = [
  text('cairnCategory', NOBODY),
  text('cairnSentiment', NOBODY),
  text('cairnEmotion', NOBODY),
  text('cairnTone', NOBODY),
  text('cairnLanguage', NOBODY),
  list('cairnKeywords', NOBODY),
  list('cairnTopics', NOBODY),
];

const REVIEW_COMMENT = defineKind({
  name: 'PullRequestReviewComment',
  label: 'Review comment',
  plural: 'Review comments',
  icon: 'message-square-code',
  color: 'prrcomment',
  from: FORGE,
  attributes: [
    text('body', FORGE, { priority: 800 }),
    text('path', FORGE, { priority: 500 }),
    number('line', FORGE, { label: 'Line number', unit: 'identifier' }),
    ...COMMENT_ATTRIBUTES,
  ],
  relations: [
    link('Person', 'authorUuid', FORGE, { label: 'Author' }),
    link('PullRequest', 'pullRequestUuid', FORGE),
    link('PullRequestReview', 'reviewUuid', FORGE, { label: 'Review' }),
    link('ReplyTo', 'replyToUuid', FORGE, { target: 'PullRequestReviewComment', label: 'Reply to' }),
    inverse('Reply', 'replyToUuid', FORGE, { target: 'PullRequestReviewComment', label: 'Replies' }),
    events('entityUuid', FORGE),
  ],
});

const DISCUSSION_COMMENT = defineKind({
  name: 'DiscussionComment',
  label: 'Discussion comment',
  plural: 'Discussion comments',
  icon: 'messages-square',
  color: 'discussioncomment',
  from: FORGE,
  attributes: [text('body', FORGE, { priority: 800 }), ...COMMENT_ATTRIBUTES],
  relations: [
    link('Person', 'authorUuid', FORGE, { label: 'Author' }),
    link('PullRequest', 'pullRequestUuid', FORGE),
    link('Repository', 'repositoryUuid', FORGE),
    link('ReplyTo', 'replyToUuid', FORGE, { target: 'DiscussionComment', label: 'Reply to' }),
    inverse('Reply', 'replyToUuid', FORGE, { target: 'DiscussionComment', label: 'Replies' }),
    events('entityUuid', FORGE),
  ],
});

export const REVIEW_KINDS = [PULL_REQUEST, REVIEW, REVIEW_COMMENT, DISCUSSION_COMMENT];
