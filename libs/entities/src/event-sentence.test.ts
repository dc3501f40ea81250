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

  it.each<[string, Partial<ToldEvent>]>([
    ['Emi moved CATALOG-392 to Done', { delta: null }],
    ['Emi moved CATALOG-392 to Done', { delta: { status: { before: null, after: 'Done' } } }],
    ['Emi unassigned CATALOG-392 from Rina', { delta: { assignee: { before: 'Rina', after: null } } }],
    ['Emi estimated CATALOG-392 at 1 point', { delta: { storyPoints: { before: '', after: 1 } } }],
    ['Emi edited CATALOG-392 in its description', { delta: { description: { before: 'a', after: 'b' } } }],
    [
      'Emi changed the due date of CATALOG-392 from May to June',
      { delta: { dueDate: { before: 'May', after: 'June' } } },
    ],
    [
      'Emi changed the labels of CATALOG-392 from a, b to c',
      { delta: { labels: { before: ['a', 'b'], after: ['c'] } } },
    ],
    ['Emi flagged CATALOG-392', { action: 'flagged', delta: null, newStatus: null }],
    ['Emi ran into CATALOG-392', { action: 'ran_into', delta: null, newStatus: '__cairn::null__' }],
    ['Emi commented on Drop session refresh', { action: 'commented', reference: null }],
  ])('says %s', (said, over) => {
    expect(eventText({ ...issue, ...over }, 'Emi')).toBe(said);
  });

  it('has no word for nothing', () => {
    const nothing = { action: 'created', entityType: 'Issue', name: null };
    expect(eventText(nothing, 'Emi')).toBe('Emi created');
    expect(eventText(nothing)).toBe('somebody created');
  });
});
