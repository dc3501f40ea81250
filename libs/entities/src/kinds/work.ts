import {
  CATEGORIES,
  CODE,
  DERIVED,
  FORGE,
  NOBODY,
  TRACKER,
  bothClocks,
  defineKind,
  enumeration,
  events,
  explained,
  explainedText,
  into,
  intoWhile,
  inverse,
  link,
  list,
  moment,
  number,
  out,
  outWhile,
  property,
  reason,
  text,
} from './define.ts';
import { statusRanks } from '../status-ranks.ts';
import { COMMENT_ATTRIBUTES } from './review.ts';

const ISSUE_SOURCES = [...TRACKER, 'snyk'] as const;
const INCIDENT_SOURCES = [...ISSUE_SOURCES, 'push'] as const;
/** Whoever people write to, or report to. A scanner has a title alone. */
const REPORTED = [...TRACKER, 'push'] as const;

const ISSUE_TIMES = {
  cycleTime:
    'From the first time in progress to the last time done, less what it was done or cancelled between.',
  leadTime: 'From created to the last time done.',
};

/** The words of trackers and scanners for priorities and severities, from the least to the greatest. */
const RANKS =
  'none,lowest,trivial,p5,p4,minor,low,p3,moderate,normal,medium,p2,major,high,p1,critical,urgent,highest,p0,blocker'.split(
    ',',
  );

/** The order of statuses where an org decides none. */
const STATUSES = statusRanks([]);

const ISSUE_LINK = [
  property(
    'linkType',
    text('linkType', TRACKER, {
      priority: 600,
      definition: 'How the first issue relates to the second: relates, duplicates or clones.',
    }),
  ),
];

const ISSUE = defineKind({
  name: 'Issue',
  label: 'Issue',
  plural: 'Issues',
  icon: 'circle-dot',
  color: 'issue',
  decided: ['issueType', 'severity', 'storyPoints'],
  from: INCIDENT_SOURCES,
  attributes: [
    text('issueKey', INCIDENT_SOURCES, { priority: 850 }),
    list('pullRequestUrls', ['jira'], {
      label: 'Addresses of pull requests',
      definition: 'Pull requests that the development panel of Jira names, known here or not.',
    }),
    list('formerKeys', TRACKER, { definition: 'Keys it had before it was moved.' }),
    text('title', INCIDENT_SOURCES, { priority: 800 }),
    text('description', INCIDENT_SOURCES),
    text('summary', REPORTED, { priority: 200 }),
    ...enumeration('issueType', INCIDENT_SOURCES, { priority: 720 }),
    ...enumeration('priority', TRACKER, { priority: 710, ranks: RANKS }),
    ...enumeration('status', INCIDENT_SOURCES, { priority: 700, ranks: STATUSES }),
    text('sourceStatusCategory', INCIDENT_SOURCES, {
      priority: 50,
      definition:
        'The category of the status as the source has it, before what an admin decided for the project.',
    }),
    moment('statusChangeDate', INCIDENT_SOURCES),
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
    moment('closedAt', INCIDENT_SOURCES),
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
    list('labels', TRACKER),
    text('severity', INCIDENT_SOURCES, {
      definition: 'Of an incident or a vulnerability: how bad it is.',
      ranks: RANKS,
    }),
    text('service', [...TRACKER, 'push'], { definition: 'Of an incident: the service that it concerns.' }),
    text('environment', [...TRACKER, 'push'], {
      definition: 'Of an incident: where it happened, such as production.',
    }),
    moment('detectedAt', [...TRACKER, 'push'], { definition: 'Of an incident: when it was noticed.' }),
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
    link('Person', 'currentAssigneeUuid', TRACKER, {
      label: 'Current assignee',
      aliases: ['CurrentAssignee'],
    }),
    link('CreatedBy', 'createdByUuid', TRACKER, { target: 'Person', label: 'Created by' }),
    link('CurrentReporter', 'reporterUuid', TRACKER, { target: 'Person', label: 'Reporter' }),
    outWhile('Assignees', 'assignee', TRACKER, { target: 'Person', label: 'Assignees' }),
    link('CurrentSprints', 'currentSprintUuid', TRACKER, { target: 'Sprint', label: 'Current sprint' }),
    outWhile('Sprint', 'inSprint', TRACKER, { label: 'Sprints', aliases: ['Sprints'] }),
    link('Epic', 'epicUuid', TRACKER, { target: 'Issue', label: 'Epic' }),
    link('Parent', 'parentUuid', TRACKER, { target: 'Issue' }),
    outWhile('Blocks', 'blocks', TRACKER, { target: 'Issue' }),
    intoWhile('BlockedBy', 'blocks', TRACKER, { target: 'Issue', label: 'Blocked by' }),
    link('Project', 'projectUuid', TRACKER),
    into('PullRequest', 'closes', ['github', 'gitlab'], { label: 'Pull requests' }),
    into('Commit', 'commitMentions', [...CODE, 'jira'], { label: 'Commits' }),
    into('Branch', 'branchMentions', ['jira'], { label: 'Branches' }),
    into('Release', 'includesIssue', TRACKER, { label: 'Releases' }),
    inverse('IssueComment', 'issueUuid', TRACKER, { label: 'Comments' }),
    inverse('Worklog', 'issueUuid', ['jira'], { label: 'Work logged' }),
    inverse('TimeInStatus', 'issueUuid', DERIVED, { label: 'Time in status' }),
    out('Mentioned', 'issueMentions', TRACKER, {
      target: 'Person',
      label: 'Mentions',
      aliases: ['mentions'],
    }),
    link('CausedBy', 'causedByUuid', DERIVED, {
      target: 'CicdPipeline',
      label: 'Deployment that the incident follows upon',
    }),
    inverse('EpicIssue', 'epicUuid', TRACKER, { target: 'Issue', label: 'Issues of the epic' }),
    inverse('Child', 'parentUuid', TRACKER, { target: 'Issue', label: 'Children' }),
    out('Linked', 'issueLink', TRACKER, {
      target: 'Issue',
      label: 'Linked issues',
      properties: ISSUE_LINK,
    }),
    into('LinkedFrom', 'issueLink', TRACKER, {
      target: 'Issue',
      label: 'Linked from issues',
      properties: ISSUE_LINK,
    }),
    link('Repository', 'repositoryUuid', [...FORGE, 'snyk', 'push']),
    inverse('Vulnerability', 'issueUuid', ['snyk'], { label: 'Vulnerabilities' }),
    into('CicdPipeline', 'deploysIssue', ['circleci', ...FORGE], { label: 'Deployments' }),
    into('CalendarEntry', 'meetingMentions', ['gcalendar'], { label: 'Meetings' }),
    into('Message', 'messageMentionsIssue', ['slack'], { label: 'Messages' }),
    into('MentionedInPullRequest', 'pullRequestMentions', [...FORGE, 'jira'], {
      target: 'PullRequest',
      label: 'Mentioned in pull requests',
    }),
    events('issueUuid', INCIDENT_SOURCES),
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
    events('entityUuid', TRACKER),
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
    events('entityUuid', ['jira']),
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
  from: TRACKER,
  attributes: [
    text('goal', TRACKER, { priority: 500 }),
    moment('startDate', TRACKER, { priority: 600 }),
    moment('endDate', TRACKER, { priority: 600 }),
    text('state', TRACKER, { priority: 550 }),
    ...enumeration('status', TRACKER),
    text('avatarUrl', ['jira'], { priority: 20 }),
  ],
  relations: [
    link('Project', 'projectUuid', ['jira', 'gitlab']),
    intoWhile('Issue', 'inSprint', TRACKER, { label: 'Issues' }),
    inverse('CurrentIssue', 'currentSprintUuid', TRACKER, {
      target: 'Issue',
      label: 'Issues of which it is the current sprint',
    }),
    events('sprintUuid', TRACKER),
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
  attributes: [
    text('projectKey', TRACKER, { priority: 800 }),
    text('projectTypeKey', TRACKER),
    text('category', ['settings'], { definition: 'The category that the organization gave it.' }),
  ],
  relations: [
    inverse('Repository', 'projectUuid', ['github', 'gitlab'], { label: 'Repositories' }),
    inverse('Issue', 'projectUuid', TRACKER, { label: 'Issues' }),
    inverse('Sprint', 'projectUuid', ['jira', 'gitlab'], { label: 'Sprints' }),
    into('Team', 'ownsProject', ['settings'], { label: 'Owned by' }),
    events('projectUuid', TRACKER),
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
    text('status', DERIVED, { priority: 700, ranks: STATUSES }),
    text('category', DERIVED, { priority: 650, ranks: CATEGORIES }),
    moment('enteredAt', DERIVED, { priority: 600 }),
    moment('leftAt', DERIVED, { priority: 600, definition: 'Empty while the issue is in the status.' }),
    number('clockSeconds', DERIVED, {
      label: 'Elapsed time',
      unit: 'second',
      priority: 550,
      definition: 'From entered to left, elapsed; empty while it is in the status.',
    }),
    number('businessSeconds', DERIVED, {
      label: 'Working time',
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
