import {
  CODE,
  DERIVED,
  FORGE,
  TRACKER,
  day,
  defineKind,
  events,
  flag,
  into,
  inverse,
  intoWhile,
  link,
  list,
  moment,
  number,
  out,
  outWhile,
  property,
  text,
} from './define.ts';
import { ATTENDANCE } from './attendance.ts';
import { REVIEW_REQUEST } from './review-request.ts';

const ACCOUNTS = [...CODE, 'jira', 'slack', 'gcalendar'] as const;

/** Who says which team a person belongs to. */
const MEMBERS = ['settings', 'github'] as const;

const MEMBERSHIP = [
  property(
    'role',
    text('role', MEMBERS, {
      label: 'Role',
      definition:
        'The role of the person in the team: lead, reviewer or member; of a team of GitHub, maintainer or member.',
    }),
  ),
];

const PERSON = defineKind({
  name: 'Person',
  lasting: true,
  label: 'Person',
  plural: 'People',
  icon: 'user',
  color: 'person',
  timeAttribute: 'updatedAt',
  from: [...ACCOUNTS, 'circleci'],
  meanings: { createdAt: 'When they were first active.', updatedAt: 'When they were last active.' },
  attributes: [
    text('email', ACCOUNTS, { priority: 700 }),
    list('emails', ACCOUNTS, { definition: 'Every address of their linked accounts.' }),
    text('title', ['jira', 'slack'], { priority: 600 }),
    text('phone', ['slack']),
    text('timezone', ['jira', 'slack', 'gcalendar']),
    text('avatarUrl', ['github', 'gitlab', 'jira', 'slack', 'circleci'], { priority: 20 }),
    flag('isBot', ACCOUNTS, {
      label: 'Is a bot',
      priority: 510,
      definition: 'Whether no human stands behind it: a bot or an AI agent.',
    }),
    text('accountType', ['git'], {
      label: 'Kind of account',
      priority: 505,
      definition: 'One of person, bot, agent; an agent is an AI that writes code itself.',
    }),
    text('botReason', ACCOUNTS, { priority: 100, definition: 'Why it is taken for a bot or an agent.' }),
  ],
  relations: [
    inverse('Commit', 'authorUuid', CODE, { label: 'Commits' }),
    inverse('Committed', 'committerUuid', CODE, { target: 'Commit', label: 'Committed' }),
    into('CoAuthored', 'coAuthored', ['git'], { target: 'Commit', label: 'Co-authored commits' }),
    inverse('PullRequest', 'createdByUuid', ['github', 'gitlab'], { label: 'Pull requests' }),
    inverse('PullRequestReview', 'authorUuid', ['github', 'gitlab'], { label: 'Reviews' }),
    inverse('PullRequestReviewComment', 'authorUuid', ['github', 'gitlab'], { label: 'Review comments' }),
    inverse('Issue', 'currentAssigneeUuid', ['jira', 'github', 'gitlab'], { label: 'Assigned issues' }),
    inverse('IssueComment', 'authorUuid', ['jira', 'github', 'gitlab'], { label: 'Issue comments' }),
    inverse('Worklog', 'authorUuid', ['jira'], { label: 'Work logged' }),
    inverse('Message', 'authorUuid', ['slack'], { label: 'Messages' }),
    out('CalendarEntry', 'attends', ['gcalendar'], { label: 'Meetings', properties: ATTENDANCE }),
    outWhile('Team', 'memberOf', MEMBERS, { label: 'Teams', asOf: 'event', properties: MEMBERSHIP }),
    inverse('Release', 'authorUuid', CODE, { label: 'Releases' }),
    inverse('Flow', 'personUuid', DERIVED, { label: 'Daily summaries' }),
    intoWhile('RequestedReview', 'reviewer', FORGE, {
      target: 'PullRequest',
      label: 'Requested reviews',
      properties: REVIEW_REQUEST,
    }),
    into('AssignedPullRequest', 'pullRequestAssignee', FORGE, {
      target: 'PullRequest',
      label: 'Assigned pull requests',
    }),
    inverse('MergedPullRequest', 'mergedByUuid', FORGE, {
      target: 'PullRequest',
      label: 'Merged pull requests',
    }),
    inverse('DiscussionComment', 'authorUuid', FORGE, { label: 'Discussion comments' }),
    inverse('CreatedIssue', 'createdByUuid', TRACKER, { target: 'Issue', label: 'Created issues' }),
    inverse('ReportedIssue', 'reporterUuid', TRACKER, { target: 'Issue', label: 'Reported issues' }),
    intoWhile('AssignedIssue', 'assignee', TRACKER, { target: 'Issue', label: 'Assignments' }),
    into('MentionedInIssue', 'issueMentions', TRACKER, { target: 'Issue', label: 'Mentioned in issues' }),
    inverse('TimeInStatus', 'assigneeUuid', DERIVED, { label: 'Times in status' }),
    inverse('CicdPipeline', 'triggeredByUuid', ['circleci', ...FORGE], { label: 'Triggered pipelines' }),
    intoWhile('Channel', 'hasMember', ['slack'], { label: 'Channels' }),
    into('MentionedInMessage', 'messageMentions', ['slack'], {
      target: 'Message',
      label: 'Mentioned in messages',
    }),
    inverse('OrganisedMeeting', 'organiserUuid', ['gcalendar'], {
      target: 'CalendarEntry',
      label: 'Organised meetings',
    }),
    events('actorUuid', ACCOUNTS),
  ],
});

const TEAM = defineKind({
  name: 'Team',
  lasting: true,
  label: 'Team',
  plural: 'Teams',
  icon: 'users',
  color: 'team',
  from: ['settings', 'jira', 'github'],
  attributes: [text('description', ['settings', 'jira', 'github'])],
  relations: [
    link('Parent', 'parentUuid', MEMBERS, { target: 'Team' }),
    inverse('Child', 'parentUuid', MEMBERS, { target: 'Team', label: 'Teams within' }),
    intoWhile('Person', 'memberOf', MEMBERS, {
      label: 'Members',
      asOf: 'event',
      properties: MEMBERSHIP,
    }),
    out('Repository', 'ownsRepository', ['settings'], { label: 'Repositories' }),
    out('Project', 'ownsProject', ['settings'], { label: 'Projects' }),
    events('teamUuid', ['settings']),
  ],
});

const FLOW = defineKind({
  name: 'Flow',
  label: 'Daily summary',
  plural: 'Daily summaries',
  icon: 'activity',
  color: 'flow',
  timeAttribute: 'dayStart',
  from: DERIVED,
  derivedFrom: ['slack', 'gcalendar'],
  attributes: [
    day('Date', DERIVED, {
      priority: 700,
      definition: 'A working day of the person on which they wrote a message or had a meeting.',
    }),
    moment('dayStart', DERIVED, { definition: 'When the working day begins.' }),
    moment('dayEnd', DERIVED, { definition: 'When the working day ends.' }),
    text('timezone', DERIVED, {
      definition: 'The zone of the person or of their working calendar, in which the day is counted.',
    }),
    number('workingTime', DERIVED, {
      unit: 'minute',
      priority: 600,
      definition: 'From the beginning to the end of the working day.',
    }),
    number('focusTime', DERIVED, {
      unit: 'minute',
      priority: 600,
      definition:
        'Gaps of at least two hours in the working day without a meeting (accepted, of two or more, not of a whole day) and not within 15 minutes after a message.',
    }),
    number('disruptedTime', DERIVED, {
      unit: 'minute',
      priority: 600,
      definition: 'Working time that is not focus time.',
    }),
    number('focusTimePercent', DERIVED, {
      unit: 'fraction',
      definition: 'Focus time as a part of the working time.',
    }),
    number('disruptedTimePercent', DERIVED, {
      unit: 'fraction',
      definition: 'Disrupted time as a part of the working time.',
    }),
    number('meetingsCount', DERIVED, { definition: 'Meetings that begin on the day.' }),
    number('messagesCount', DERIVED, { definition: 'Messages of the day, outside working hours too.' }),
  ],
  relations: [
    link('Person', 'personUuid', DERIVED),
    out('CalendarEntry', 'covers', DERIVED, { label: 'Meetings' }),
    out('Message', 'coversMessage', DERIVED, { label: 'Messages' }),
  ],
});

export const PEOPLE_KINDS = [PERSON, TEAM, FLOW];
