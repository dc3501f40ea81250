import { STANDARD_VIEWS, type EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { type Comparison, type Condition, instantOf, isZone, Query, zoneTable } from '@cairn/query';
import { Panel } from '@cairn/ui';
import { type ReactNode, useMemo } from 'react';
import { relatedOne, textOf } from '../../entity/read-entity.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';

const HEIGHT_PX = 260;
const MOST_PX = 400;

const within = (target: string, uuid: string): Condition => ({
  target,
  attribute: 'uuid',
  comparison: { IN: [uuid] },
});
const events = (attribute: string, comparison: Comparison): Condition => ({
  target: 'Event',
  attribute,
  comparison,
});

/**
 * What the person did on the day. Its meetings and messages are those that the summary counts: a meeting that others
 * held is an event of theirs, and an answer to an invitation is no meeting.
 */
const ofTheDay = (day: string, person: string): Condition => ({
  any: [
    {
      all: [within('Person', person), events('entityType', { 'NOT IN': ['CalendarEntry', 'Message'] })],
    },
    { all: [within('CalendarEntry.Flow', day), events('action', { IN: ['started'] })] },
    { all: [within('Message.Flow', day), events('action', { IN: ['posted'] })] },
  ],
});

/** The whole day of a summary, midnight to midnight where the person was, as instants. */
function boundsOf(day: string, zone: string): { readonly startDate: string; readonly endDate: string } {
  const calendar = { zone: zoneTable(zone), firstDay: 1 as const };
  const write = (side: 'start' | 'end') => new Date(instantOf(day, calendar, side)).toISOString();
  return { startDate: write('start'), endDate: write('end') };
}

/**
 * The events of a day by hour and type, told in a zone; null without person or day. In another zone than that of the
 * person the day crosses midnight, so its hours stand in their order.
 */
export function hoursQuery(entity: EntityDetail, timezone: string): Query | null {
  const person = relatedOne(entity, 'Person');
  const day = textOf(entity, 'Date');
  if (!person || !day) return null;
  const named = textOf(entity, 'timezone');
  const zone = named && isZone(named) ? named : timezone;
  return Query.parse({
    select: ['Event'],
    ...boundsOf(day, zone),
    timezone,
    filters: [ofTheDay(entity.uuid, person.uuid)],
    groupBys: [
      { target: 'Event', attribute: 'occurredAt', unit: zone === timezone ? 'hourOfDay' : 'hour' },
      { target: 'Event', attribute: 'entityType' },
    ],
    aggregations: [{ target: 'Event', attribute: 'uuid', reducer: 'count' }],
  });
}

/** The heat map of a daily summary: events by hour and type (E§2). */
export function DayHours({ entity }: SectionProps): ReactNode {
  const { timezone, renderPart } = useHost();
  const query = useMemo(() => hoursQuery(entity, timezone), [entity, timezone]);
  if (!query) return null;
  return (
    <Panel title="Events by hour and type">
      {renderPart('explore/QuestionView', {
        query,
        view: { value: STANDARD_VIEWS.heatMap, config: {} },
        height: HEIGHT_PX,
        mostHeight: MOST_PX,
        label: 'Events by hour and type',
      })}
    </Panel>
  );
}
