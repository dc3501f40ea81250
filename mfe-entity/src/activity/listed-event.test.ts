import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { descriptionOf, TIMELINE_COLUMNS, listedEvent } from './listed-event.ts';

const ROW = {
  uuid: 'e-1',
  'Event.uuid': 'e-1',
  'Event.occurredAt': '2026-11-18T09:30:00.000Z',
  'Event.action': 'status_changed',
  'Event.integration': 'jira',
  'Event.entityType': 'Issue',
  'Event.entityUuid': 'i-1',
  'Event.name': 'Make search fast',
  'Event.newStatus': 'In Review',
  'Event.delta': '{"status":{"before":"In Progress","after":"In Review"}}',
  'Event.comment': null,
  'Event.reference': 'CATALOG-392',
  'Event.draft': null,
  'Person.uuid': 'p-1',
  'Person.name': 'Emi Kimura',
  'Person.avatarUrl': null,
};

describe('an event of the timeline query', () => {
  it('has its attributes as lower-case keys, the actor apart and the change of status by its path', () => {
    expect(listedEvent(ROW)).toEqual({
      uuid: 'e-1',
      occurredat: '2026-11-18T09:30:00.000Z',
      action: 'status_changed',
      integration: 'jira',
      entitytype: 'Issue',
      entityuuid: 'i-1',
      name: 'Make search fast',
      actor: { uuid: 'p-1', name: 'Emi Kimura', avatarurl: null },
      newstatus: 'In Review',
      'delta.status': { before: 'In Progress', after: 'In Review' },
      delta: { status: { before: 'In Progress', after: 'In Review' } },
      comment: null,
      reference: 'CATALOG-392',
      draft: null,
    });
  });

  it('is told as a sentence', () => {
    expect(descriptionOf(listedEvent(ROW))).toBe('moved CATALOG-392 from In Progress to In Review');
  });

  it.each(['not json', '[1]', 'null', 7])(
    'has no change where a source wrote something else: %s',
    (delta) => {
      expect(listedEvent({ ...ROW, 'Event.delta': delta })).toMatchObject({
        delta: null,
        'delta.status': null,
      });
    },
  );

  it('is asked with columns of the catalogue', () => {
    const unknown = TIMELINE_COLUMNS.filter((name) => {
      const [target = '', attribute = ''] = name.includes('.') ? name.split('.') : ['Event', name];
      return !CATALOGUE.attributeAt('Event', target, attribute);
    });
    expect(unknown).toEqual([]);
  });
});
