import type { ChartSpec } from '../../charts/chart-spec.ts';
import { BARS } from '../../charts/chart-spec.ts';
import type { Condition } from '@cairn/query';

/** The kinds of events that are communication, and no work (E§9). */
export const COMMUNICATION_KINDS = [
  'Message',
  'CalendarEntry',
  'Comment',
  'IssueComment',
  'DiscussionComment',
  'PullRequestReviewComment',
] as const;

/** What a person says, and where: without a source of any of it there is no communication to show. */
export const COMMUNICATION_RELATIONS = [
  'Message',
  'CalendarEntry',
  'IssueComment',
  'DiscussionComment',
  'PullRequestReviewComment',
] as const;

/** The usual range of a person's activity (E§9). */
export const ACTIVITY_RANGE = 'P30D';

function activity(title: string, isCommunication: boolean): ChartSpec {
  const kinds = [...COMMUNICATION_KINDS];
  return {
    title,
    of: 'Event',
    ...(isCommunication && { needs: COMMUNICATION_RELATIONS }),
    view: BARS,
    query: {
      groupBys: [
        { target: 'Event', attribute: 'occurredAt', unit: 'day' },
        { target: 'Event', attribute: 'entityType' },
      ],
    },
    filters: [
      {
        target: 'Event',
        attribute: 'entityType',
        comparison: isCommunication ? { IN: kinds } : { 'NOT IN': kinds },
      },
    ],
  };
}

export const WORK_ACTIVITY = activity('Work activity', false);
export const COMMUNICATION_ACTIVITY = activity('Communication activity', true);

/** The condition of a time range; none for all time. */
export const rangeConditions = (target: string, attribute: string, range: string | null): Condition[] =>
  range === null ? [] : [{ target, attribute, comparison: { 'IN LAST': [range] } }];
