import {
  DERIVED,
  NOBODY,
  TRACKER,
  bothClocks,
  defineKind,
  enumeration,
  explained,
  explainedText,
  into,
  inverse,
  link,
  list,
  moment,
  number,
  out,
  reason,
  text,
} from './define.ts';
import { COMMENT_ATTRIBUTES } from './review.ts';

const ISSUE_SOURCES = [...TRACKER, 'snyk'] as const;

const ISSUE_TIMES = {
  cycleTime:
    'From the first time in progress to the last time done, less what it was done or cancelled between.',
  leadTime: 'From created to the last time done.',
};

const ISSUE = defineKind({
  name: 'Issue',
  label: 'Issue',
  plural: 'Issues',
  icon: 'circle-dot',
  color: 'issue',
  from: ISSUE_SOURCES,
  attributes: [
    text('issueKey', ISSUE_SOURCES, { priority: 850 }),
    list('formerKeys', TRACKER, { definition: 'Keys it had before it was moved.' }),
    text('title', ISSUE_SOURCES, { priority: 800 }),
    text('description', ISSUE_SOURCES),
    text('summary', ISSUE_SOURCES, { priority: 200 }),
    ...enumeration('issueType', ISSUE_SOURCES, { priority: 720 }),
    ...enumeration('priority', ISSUE_SOURCES, { priority: 710 }),
    ...enumeration('status', ISSUE_SOURCES, { priority: 700 }),
    moment('statusChangeDate', ISSUE_SOURCES),
    text('epic', TRACKER),
    text('epicTitle', TRACKER),
    text('assignee', TRACKER, { priority: 600 }),
    text('reporter', TRACKER),
    moment('startedAt', DERIVED, { definition: 'First time in progress.' }),
    moment('completedAt', DERIVED, {
      priority: 320,
      definition: 'Last time it became done, not cancelled; empty while it is open again.',
    }),
    moment('resolvedAt', DERIVED, {
      definition: 'Last time it became done or cancelled; empty while it is open again.',
    }),
    moment('closedAt', ISSUE_SOURCES),
    moment('openSince', DERIVED, { definition: 'When it was created, while it is open.' }),
    number('Age', DERIVED, {
      unit: 'second',
      since: 'openSince',
      definition: 'Since it was created, while it is open; as of the question, to the minute.',
    }),
    number('ResolutionTime', DERIVED, {
      unit: 'second',
      definition: 'From created to done or cancelled, elapsed.',
    }),
    number('storyPoints', TRACKER, { priority: 550 }),
    number('timeSpent', TRACKER, { unit: 'second' }),
    number('originalEstimate', TRACKER, { unit: 'second' }),
    number('remainingEstimate', TRACKER, { unit: 'second' }),
    list('labels', ISSUE_SOURCES),
    text('cairnValueStatement', NOBODY),
    list('cairnKeywords', NOBODY),
    list('cairnTopics', NOBODY),
    ...explainedText('cairnImpact', 'cairnUrgency', 'cairnImportance', 'cairnClassification'),
    ...explained('cairnClarityScore'),
    number('cairnFrictionScore', NOBODY, { label: 'Complexity' }),
    text('cairnFrictionScoreExplanation', NOBODY, { label: 'Complexity explanation', priority: 100 }),
    list('cairnMissingDetails', NOBODY),
    list('cairnUnansweredQuestions', NOBODY),
    text('cairnSummary', NOBODY),
    ...bothClocks(ISSUE_TIMES, 'whoever it is assigned to', DERIVED),
    ...bothClocks(
      { cairnCycleTime: ISSUE_TIMES.cycleTime, cairnLeadTime: ISSUE_TIMES.leadTime },
      'whoever it is assigned to',
      DERIVED,
    ),
    number('flowEfficiency', DERIVED, {
      unit: 'fraction',
      definition: 'Of the lead time in working time, the part in which it was in progress.',
    }),
    reason('cycleTime', 'Not done yet, cancelled, never in progress, or no history is known.'),
    reason('leadTime', 'Not done yet, cancelled, or no history is known.'),
  ],
  relations: [
    link('Person', 'currentAssigneeUuid', TRACKER, { label: 'Current assignee' }),
    link('CreatedBy', 'createdByUuid', ISSUE_SOURCES, { target: 'Person', label: 'Created by' }),
    link('CurrentReporter', 'reporterUuid', TRACKER, { target: 'Person', label: 'Reporter' }),
    out('Assignees', 'assignee', TRACKER, { target: 'Person', label: 'Assignees over time' }),
    link('CurrentSprints', 'currentSprintUuid', TRACKER, { target: 'Sprint', label: 'Current sprint' }),
    out('Sprint', 'inSprint', TRACKER, { label: 'Sprints over time' }),
    link('Epic', 'epicUuid', TRACKER, { target: 'Issue', label: 'Epic' }),
    link('Parent', 'parentUuid', TRACKER, { target: 'Issue' }),
    out('Blocks', 'blocks', TRACKER, { target: 'Issue' }),
    into('BlockedBy', 'blocks', TRACKER, { target: 'Issue', label: 'Blocked by' }),
    link('Project', 'projectUuid', ISSUE_SOURCES),
    into('PullRequest', 'closes', ['github', 'gitlab'], { label: 'Pull requests' }),
    into('Commit', 'commitMentions', ['github', 'gitlab'], { label: 'Commits' }),
    into('Release', 'includesIssue', TRACKER, { label: 'Releases' }),
    inverse('IssueComment', 'issueUuid', TRACKER, { label: 'Comments' }),
    inverse('Worklog', 'issueUuid', ['jira'], { label: 'Work logged' }),
    inverse('TimeInStatus', 'issueUuid', DERIVED, { label: 'Time in status' }),
    out('Mentioned', 'issueMentions', TRACKER, { target: 'Person', label: 'Mentions' }),
    link('CausedBy', 'causedByUuid', DERIVED, {
      target: 'CicdPipeline',
      label: 'Deployment that the incident follows upon',
    }),
  ],
});

const ISSUE_COMMENT = defineKind({
  name: 'IssueComment',
  label: 'Issue comment',
  plural: 'Issue comments',
  icon: 'message-square',
  color: 'issuecomment',
  from: TRACKER,
  attributes: [text('body', TRACKER, { priority: 800 }), ...COMMENT_ATTRIBUTES],
  relations: [
    link('Person', 'authorUuid', TRACKER, { label: 'Author' }),
    link('Issue', 'issueUuid', TRACKER),
  ],
});

const WORKLOG = defineKind({
  name: 'Worklog',
  label: 'Worklog',
  plural: 'Worklogs',
  icon: 'timer',
  color: 'worklog',
  timeAttribute: 'recordedAt',
  from: ['jira'],
  attributes: [
    moment('recordedAt', ['jira'], { priority: 700 }),
    number('timeSpent', ['jira'], { unit: 'second', priority: 650 }),
  ],
  relations: [
    link('Person', 'authorUuid', ['jira'], { label: 'Logged by' }),
    link('Issue', 'issueUuid', ['jira']),
  ],
});

const SPRINT = defineKind({
  name: 'Sprint',
  lasting: true,
  label: 'Sprint',
  plural: 'Sprints',
  icon: 'iteration-cw',
  color: 'sprint',
  timeAttribute: 'startDate',
  from: ['jira', 'gitlab'],
  attributes: [
    text('goal', ['jira', 'gitlab'], { priority: 500 }),
    moment('startDate', ['jira', 'gitlab'], { priority: 600 }),
    moment('endDate', ['jira', 'gitlab'], { priority: 600 }),
    text('state', ['jira', 'gitlab'], { priority: 550 }),
    ...enumeration('status', ['jira', 'gitlab']),
    text('avatarUrl', ['jira'], { priority: 20 }),
  ],
  relations: [
    link('Project', 'projectUuid', ['jira', 'gitlab']),
    into('Issue', 'inSprint', ['jira', 'gitlab'], { label: 'Issues' }),
  ],
});

const PROJECT = defineKind({
  name: 'Project',
  lasting: true,
  label: 'Project',
  plural: 'Projects',
  icon: 'folder-kanban',
  color: 'project',
  from: TRACKER,
  attributes: [text('projectKey', TRACKER, { priority: 800 }), text('projectTypeKey', TRACKER)],
  relations: [
    inverse('Repository', 'projectUuid', ['github', 'gitlab'], { label: 'Repositories' }),
    inverse('Issue', 'projectUuid', TRACKER, { label: 'Issues' }),
    inverse('Sprint', 'projectUuid', ['jira', 'gitlab'], { label: 'Sprints' }),
    into('Team', 'ownsProject', ['settings'], { label: 'Owned by' }),
  ],
});

const TIME_IN_STATUS = defineKind({
  name: 'TimeInStatus',
  label: 'Time in status',
  plural: 'Times in status',
  icon: 'hourglass',
  color: 'timeinstatus',
  timeAttribute: 'enteredAt',
  from: DERIVED,
  derivedFrom: ISSUE_SOURCES,
  attributes: [
    text('status', DERIVED, { priority: 700 }),
    text('category', DERIVED, { priority: 650 }),
    moment('enteredAt', DERIVED, { priority: 600 }),
    moment('leftAt', DERIVED, { priority: 600, definition: 'Empty while the issue is in the status.' }),
    number('clockSeconds', DERIVED, {
      unit: 'second',
      priority: 550,
      definition: 'From entered to left, elapsed; empty while it is in the status.',
    }),
    number('businessSeconds', DERIVED, {
      unit: 'businesssecond',
      priority: 550,
      definition: 'From entered to left in working time of the assignee; empty while it is in the status.',
    }),
  ],
  relations: [
    link('Issue', 'issueUuid', DERIVED),
    link('Person', 'assigneeUuid', DERIVED, { label: 'Assignee when it was entered' }),
  ],
});

export const WORK_KINDS = [ISSUE, ISSUE_COMMENT, WORKLOG, SPRINT, PROJECT, TIME_IN_STATUS];
