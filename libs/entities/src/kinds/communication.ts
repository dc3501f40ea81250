import { ATTENDANCE } from './attendance.ts';
import {
  defineKind,
  events,
  explained,
  flag,
  inverse,
  into,
  link,
  list,
  moment,
  number,
  out,
  outWhile,
  text,
} from './define.ts';
import { COMMENT_ATTRIBUTES } from './review.ts';

const SLACK = ['slack'] as const;
const CALENDAR = ['gcalendar'] as const;

const CHANNEL = defineKind({
  name: 'Channel',
  lasting: true,
  label: 'Channel',
  plural: 'Channels',
  icon: 'hash',
  color: 'channel',
  from: SLACK,
  attributes: [text('purpose', SLACK, { priority: 600 }), flag('private', SLACK)],
  relations: [
    inverse('Message', 'channelUuid', SLACK, { label: 'Messages' }),
    outWhile('Person', 'hasMember', SLACK, { label: 'Members' }),
    events('channelUuid', SLACK),
  ],
});

const MESSAGE = defineKind({
  name: 'Message',
  label: 'Message',
  plural: 'Messages',
  icon: 'message-circle',
  color: 'message',
  from: SLACK,
  attributes: [
    text('body', SLACK, { priority: 800 }),
    text('thread', SLACK),
    flag('isHuddle', SLACK, { label: 'Is a huddle' }),
    number('length', SLACK, { definition: 'How many characters its text has, kept here or not.' }),
    number('reactions', SLACK, { definition: 'How often people reacted to it.' }),
    list('references', SLACK, {
      priority: 50,
      definition: 'Keys and addresses of issues and pull requests that it names, known here or not.',
    }),
    ...COMMENT_ATTRIBUTES,
  ],
  relations: [
    link('Person', 'authorUuid', SLACK, { label: 'Author' }),
    link('Channel', 'channelUuid', SLACK),
    link('ReplyTo', 'replyToUuid', SLACK, { target: 'Message', label: 'Reply to' }),
    out('Mentioned', 'messageMentions', SLACK, { target: 'Person', label: 'Mentions' }),
    into('Flow', 'coversMessage', ['derived'], { label: 'Daily summaries' }),
    inverse('Reply', 'replyToUuid', SLACK, { target: 'Message', label: 'Replies' }),
    out('Issue', 'messageMentionsIssue', SLACK, { label: 'Issues' }),
    out('PullRequest', 'messageMentionsPullRequest', SLACK, { label: 'Pull requests' }),
    events('entityUuid', SLACK),
  ],
});

const CALENDAR_ENTRY = defineKind({
  name: 'CalendarEntry',
  label: 'Meeting',
  plural: 'Meetings',
  icon: 'calendar',
  color: 'calendarentry',
  timeAttribute: 'startTime',
  from: CALENDAR,
  attributes: [
    text('summary', CALENDAR, { priority: 800 }),
    text('description', CALENDAR),
    moment('startTime', CALENDAR, { priority: 700 }),
    moment('endTime', CALENDAR, { priority: 690 }),
    text('timezone', CALENDAR),
    number('totalCostInHours', CALENDAR, { unit: 'hour', priority: 600 }),
    number('attendeesNumber', CALENDAR, { priority: 600 }),
    ...explained('cairnQualityScore'),
  ],
  relations: [
    link('Person', 'organiserUuid', CALENDAR, { label: 'Organised by' }),
    into('Attendee', 'attends', CALENDAR, {
      target: 'Person',
      label: 'Attended by',
      properties: ATTENDANCE,
    }),
    into('Flow', 'covers', ['derived'], { label: 'Daily summaries' }),
    out('Issue', 'meetingMentions', CALENDAR, { label: 'Issues' }),
    events('entityUuid', CALENDAR),
  ],
});

export const COMMUNICATION_KINDS = [CHANNEL, MESSAGE, CALENDAR_ENTRY];
