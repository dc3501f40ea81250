import { CATALOGUE } from '@cairn/entities';
import { leavesOf } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { hoursQuery } from './day-hours.tsx';

const summary = (properties: Record<string, string>, people: readonly string[] = ['ann']) => ({
  uuid: 'day',
  labels: ['Flow'],
  name: 'Ann, 2026-11-20',
  properties,
  own: [],
  relations: [
    {
      name: 'Person',
      label: 'Person',
      target: 'Person',
      total: people.length,
      items: people.map((uuid) => ({ uuid, kind: 'Person', name: uuid })),
    },
  ],
});

describe('the hours of a day', () => {
  const query = hoursQuery(summary({ Date: '2026-11-20' }), 'Europe/Berlin');

  it('have what the person did, and the meetings that they were in and others held', () => {
    const [condition] = query?.filters ?? [];
    expect(condition).toEqual({
      any: [
        { target: 'Person', attribute: 'uuid', comparison: { IN: ['ann'] } },
        {
          all: [
            { target: 'CalendarEntry.Flow', attribute: 'uuid', comparison: { IN: ['day'] } },
            { target: 'Event', attribute: 'action', comparison: { IN: ['started'] } },
          ],
        },
      ],
    });
    for (const { target, attribute } of leavesOf(query?.filters ?? []))
      expect(CATALOGUE.attribute(CATALOGUE.targetKind('Event', target)?.name ?? '', attribute)).toBeDefined();
  });

  it('are those of the day in the zone of whoever reads, by hour and type', () => {
    expect(query).toMatchObject({ startDate: '2026-11-20', timezone: 'Europe/Berlin' });
    expect(query?.groupBys.map(({ attribute }) => attribute)).toEqual(['occurredAt', 'entityType']);
    const bounded = summary({ dayStart: '2026-11-20T08:00:00.000Z', dayEnd: '2026-11-20T16:30:00.000Z' });
    expect(hoursQuery(bounded, 'UTC')).toMatchObject({
      startDate: '2026-11-20T08:00:00.000Z',
      endDate: '2026-11-20T16:30:00.000Z',
    });
  });

  it('are none without a person or a day', () => {
    expect(hoursQuery(summary({ Date: '2026-11-20' }, []), 'UTC')).toBeNull();
    expect(hoursQuery(summary({}), 'UTC')).toBeNull();
  });
});
