import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { Condition } from '@cairn/query';
import { Segmented } from '@cairn/ui/fields';
import { type ReactNode, useState } from 'react';
import { useTimeRange } from '../../charts/time-range.tsx';
import type { TabProps } from '../../kind-page/kind-page.ts';
import { RelatedRows } from '../../rows/related-rows.tsx';
import type { RowSpec } from '../../rows/row-spec.ts';
import { MEETING_ROWS } from '../row-specs.ts';
import { ACTIVITY_RANGE, COMMUNICATION_KINDS, rangeConditions } from './activity.ts';
import styles from './communications-tab.module.css';

/** The rows of each list at first (E§9). */
const PAGE = 5;
/** What a person's communications are listed by. */
export const COMMUNICATION_LISTS = ['All', 'Meetings', 'Comments', 'Messages', 'Huddles'] as const;
type List = (typeof COMMUNICATION_LISTS)[number];

const NEWEST = { by: 'createdAt', direction: 'descending' } as const;
const written: Omit<RowSpec, 'title' | 'relation'> = {
  name: 'body',
  at: 'createdAt',
  order: NEWEST,
  most: PAGE,
};
/** From a message or comment to the person whom it answers. */
const ANSWERED = 'ReplyTo.Person';
const isHuddle = (value: boolean): Condition => ({
  target: 'Message',
  attribute: 'isHuddle',
  comparison: value ? { IN: [true] } : { 'NOT IN': [true] },
});

function everything(range: string | null): RowSpec {
  return {
    title: 'Everything said, newest first',
    relation: 'Event',
    listed: ({ uuid }: EntityDetail) => ({
      kind: 'Event',
      filters: [
        { target: 'Person', attribute: 'uuid', comparison: { IN: [uuid] } },
        { target: 'Event', attribute: 'entityType', comparison: { IN: [...COMMUNICATION_KINDS] } },
        ...rangeConditions('Event', 'occurredAt', range),
      ],
    }),
    name: 'comment',
    figures: ['entityType', 'integration'],
    to: ['Message', 'DiscussionComment', 'PullRequestReviewComment'].map((kind) => `${kind}.${ANSWERED}`),
    within: ['PullRequest', 'Issue', 'Channel'],
    withTime: true,
    at: 'occurredAt',
    most: PAGE * 2,
    empty: 'Nothing was said in this time.',
  };
}

/** The lists behind each choice, within a range of days. */
export function communicationLists(list: List, range: string | null): readonly RowSpec[] {
  const empty = 'None in this time.';
  const comments = (title: string, relation: string, on: string): RowSpec => ({
    title,
    relation,
    ...written,
    within: on,
    ...(CATALOGUE.path(relation, ANSWERED) ? { to: [ANSWERED] } : {}),
    filters: rangeConditions(relation, 'createdAt', range),
    empty,
  });
  const messages = (title: string, huddles: boolean): RowSpec => ({
    title,
    relation: 'Message',
    ...written,
    within: 'Channel',
    to: [ANSWERED],
    filters: [...rangeConditions('Message', 'createdAt', range), isHuddle(huddles)],
    empty,
  });
  const meetings: RowSpec = {
    title: 'Meetings',
    relation: 'CalendarEntry',
    ...MEETING_ROWS,
    filters: rangeConditions('CalendarEntry', 'startTime', range),
    most: PAGE,
    empty,
  };
  switch (list) {
    case 'All':
      return [everything(range)];
    case 'Meetings':
      return [meetings];
    case 'Comments':
      return [
        comments('Comments on issues', 'IssueComment', 'Issue'),
        comments('Comments in discussions', 'DiscussionComment', 'PullRequest'),
        comments('Comments on lines', 'PullRequestReviewComment', 'PullRequest'),
      ];
    case 'Messages':
      return [messages('Messages', false)];
    case 'Huddles':
      return [messages('Huddles', true)];
  }
}

/** What a person said and where they met others, of the last 30 days at first (E§2). */
export function CommunicationsTab({ entity }: TabProps): ReactNode {
  const [list, setList] = useState<List>('All');
  const [range, rangeControl] = useTimeRange(ACTIVITY_RANGE);
  const choose = (value: string) => setList(COMMUNICATION_LISTS.find((each) => each === value) ?? 'All');
  return (
    <div className={styles.lists}>
      <div className={styles.head}>
        <Segmented
          aria-label="Communications"
          data={[...COMMUNICATION_LISTS]}
          value={list}
          onChange={choose}
        />
        {rangeControl}
      </div>
      {communicationLists(list, range).map((spec) => (
        <RelatedRows key={`${list} ${spec.title} ${range ?? ''}`} entity={entity} spec={spec} />
      ))}
    </div>
  );
}
