import { CATALOGUE } from '@cairn/entities';
import { leavesOf } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { rowsQueryOf } from '../../rows/row-spec.ts';
import { COMMUNICATION_KINDS } from './activity.ts';
import { communicationLists, COMMUNICATION_LISTS } from './communications-tab.tsx';

const RELATIONS = [
  'CalendarEntry',
  'IssueComment',
  'DiscussionComment',
  'PullRequestReviewComment',
  'Message',
];
const ann = {
  uuid: 'ann',
  labels: ['Person'],
  name: 'Ann',
  properties: {},
  own: [],
  relations: RELATIONS.map((name) => ({ name, label: name, target: name, total: 9, items: [] })),
};
const queriesOf = (list: (typeof COMMUNICATION_LISTS)[number], range: string | null) =>
  communicationLists(list, range).map((spec) => rowsQueryOf(ann, spec, 'UTC'));

describe('the communications of a person', () => {
  it.each([
    ['All', ['Event']],
    ['Meetings', ['CalendarEntry']],
    ['Comments', ['IssueComment', 'DiscussionComment', 'PullRequestReviewComment']],
    ['Messages', ['Message']],
    ['Huddles', ['Message']],
  ] as const)('are listed by kind, the latest first: %s', (list, kinds) => {
    const queries = queriesOf(list, 'P30D');
    expect(queries.map((query) => query?.select[0])).toEqual(kinds);
    for (const query of queries) {
      expect(query?.pageSize).toBe(list === 'All' ? 10 : 5);
      expect(query?.order[0]?.direction).toBe('descending');
      const leaves = leavesOf(query?.filters ?? []);
      expect(leaves).toContainEqual(expect.objectContaining({ comparison: { IN: ['ann'] } }));
      expect(leaves).toContainEqual(expect.objectContaining({ comparison: { 'IN LAST': ['P30D'] } }));
      for (const { target, attribute } of leaves) {
        const kind = CATALOGUE.targetKind(query?.select[0] ?? '', target)?.name ?? '';
        expect(CATALOGUE.attribute(kind, attribute), `${target}.${attribute}`).toBeDefined();
      }
    }
  });

  it.each([
    ['All', ['Event'], ['Message.ReplyTo.Person', 'PullRequest', 'Issue', 'Channel']],
    ['Comments', ['IssueComment'], ['Issue']],
    ['Comments', ['DiscussionComment', 'PullRequestReviewComment'], ['ReplyTo.Person', 'PullRequest']],
    ['Messages', ['Message'], ['ReplyTo.Person', 'Channel']],
    ['Huddles', ['Message'], ['ReplyTo.Person', 'Channel']],
    ['Meetings', ['CalendarEntry'], ['Person']],
  ] as const)('ask to whom and where each went: %s, of %o', (list, kinds, paths) => {
    const queries = queriesOf(list, null).filter((query) => kinds.some((kind) => kind === query?.select[0]));
    expect(queries).toHaveLength(kinds.length);
    for (const query of queries) {
      for (const path of paths) expect(query?.columns).toContain(`${path}.name`);
      for (const column of query?.columns ?? []) {
        const [target, attribute] = [
          column.split('.').slice(0, -1).join('.'),
          column.split('.').at(-1) ?? '',
        ];
        const kind = query?.select[0] ?? '';
        expect(CATALOGUE.attributeAt(kind, target || kind, attribute), column).toBeDefined();
      }
    }
  });

  it('are those of all time without a range', () => {
    for (const list of COMMUNICATION_LISTS)
      for (const query of queriesOf(list, null))
        expect(leavesOf(query?.filters ?? []).some(({ comparison }) => 'IN LAST' in comparison)).toBe(false);
  });

  it('keep huddles apart from messages, and hold every kind of communication', () => {
    const huddle = (list: 'Messages' | 'Huddles') =>
      leavesOf(queriesOf(list, 'P30D')[0]?.filters ?? []).find(({ attribute }) => attribute === 'isHuddle')
        ?.comparison;
    expect([huddle('Messages'), huddle('Huddles')]).toEqual([{ 'NOT IN': [true] }, { IN: [true] }]);
    expect(leavesOf(queriesOf('All', 'P30D')[0]?.filters ?? [])).toContainEqual({
      target: 'Event',
      attribute: 'entityType',
      comparison: { IN: [...COMMUNICATION_KINDS] },
    });
  });
});
