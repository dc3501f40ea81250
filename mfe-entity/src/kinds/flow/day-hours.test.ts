import { CATALOGUE } from '@cairn/entities';
import { leavesOf } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { hoursQuery } from './day-hours.tsx';

const summary = (properties: Record<string, string>, people: readonly string[] = ['ann']) => ({
  uuid: 'day',
  labels: ['Flow'],
  name: 'Ann, Nov 20, 2026',
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
  const tokyo = summary({ Date: '2026-11-20', timezone: 'Asia/Tokyo' });
  const query = hoursQuery(tokyo, 'Asia/Tokyo');

  it('have the meetings and messages that the summary counts, and what else the person did', () => {
    const [condition] = query?.filters ?? [];
    expect(condition).toEqual({
      any: [
        {
          all: [
            { target: 'Person', attribute: 'uuid', comparison: { IN: ['ann'] } },
            {
              target: 'Event',
              attribute: 'entityType',
              comparison: { 'NOT IN': ['CalendarEntry', 'Message'] },
            },
          ],
        },
        {
          all: [
            { target: 'CalendarEntry.Flow', attribute: 'uuid', comparison: { IN: ['day'] } },
            { target: 'Event', attribute: 'action', comparison: { IN: ['started'] } },
          ],
        },
        {
          all: [
            { target: 'Message.Flow', attribute: 'uuid', comparison: { IN: ['day'] } },
            { target: 'Event', attribute: 'action', comparison: { IN: ['posted'] } },
          ],
        },
      ],
    });
    for (const { target, attribute } of leavesOf(query?.filters ?? []))
      expect(CATALOGUE.attribute(CATALOGUE.targetKind('Event', target)?.name ?? '', attribute)).toBeDefined();
  });

  const wholeDay = { startDate: '2026-11-19T15:00:00.000Z', endDate: '2026-11-20T15:00:00.000Z' };

  it('are the whole day where the person was, also before and after their working hours', () => {
    expect(query).toMatchObject({ ...wholeDay, timezone: 'Asia/Tokyo' });
    const working = { dayStart: '2026-11-20T00:00:00.000Z', dayEnd: '2026-11-20T08:00:00.000Z' };
    const bounded = summary({ Date: '2026-11-20', timezone: 'Asia/Tokyo', ...working });
    expect(hoursQuery(bounded, 'Asia/Tokyo')).toMatchObject(wholeDay);
    expect(query?.groupBys).toMatchObject([
      { attribute: 'occurredAt', unit: 'hourOfDay' },
      { attribute: 'entityType' },
    ]);
  });

  it('are the same hours in the zone of another reader, in the order in which they went by', () => {
    const read = hoursQuery(tokyo, 'America/Los_Angeles');
    expect(read).toMatchObject({ ...wholeDay, timezone: 'America/Los_Angeles' });
    expect(read?.groupBys[0]).toMatchObject({ attribute: 'occurredAt', unit: 'hour' });
  });

  it('have 25 of them on the day that repeats an hour', () => {
    const long = hoursQuery(summary({ Date: '2026-10-25', timezone: 'Europe/Zurich' }), 'Europe/Zurich');
    expect(long).toMatchObject({
      startDate: '2026-10-24T22:00:00.000Z',
      endDate: '2026-10-25T23:00:00.000Z',
    });
  });

  it('are those of the reader where the summary names no zone', () => {
    expect(hoursQuery(summary({ Date: '2026-11-20' }), 'Asia/Tokyo')).toMatchObject(wholeDay);
  });

  it('are none without a person or a day', () => {
    expect(hoursQuery(summary({ Date: '2026-11-20' }, []), 'UTC')).toBeNull();
    expect(hoursQuery(summary({}), 'UTC')).toBeNull();
  });
});
