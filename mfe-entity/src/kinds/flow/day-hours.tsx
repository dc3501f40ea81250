import { STANDARD_VIEWS, type EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { type Condition, Query } from '@cairn/query';
import { Panel } from '@cairn/ui';
import { type ReactNode, useMemo } from 'react';
import { relatedOne, textOf } from '../../entity/read-entity.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';

const HEIGHT_PX = 260;
const MOST_PX = 400;
const DAY_MS = 86_400_000;

/** The meetings of a day that others held are events of those who held them. */
const metOn = (uuid: string): Condition => ({
  all: [
    { target: 'CalendarEntry.Flow', attribute: 'uuid', comparison: { IN: [uuid] } },
    { target: 'Event', attribute: 'action', comparison: { IN: ['started'] } },
  ],
});

/** What a person did on the day of a summary and the meetings that they were in, by hour and type; null without person or day. */
export function hoursQuery(entity: EntityDetail, timezone: string): Query | null {
  const person = relatedOne(entity, 'Person');
  const start = textOf(entity, 'dayStart') ?? textOf(entity, 'Date');
  if (!person || !start) return null;
  const end = textOf(entity, 'dayEnd') ?? new Date(Date.parse(start) + DAY_MS).toISOString();
  return Query.parse({
    select: ['Event'],
    startDate: start,
    endDate: end,
    timezone,
    filters: [
      {
        any: [{ target: 'Person', attribute: 'uuid', comparison: { IN: [person.uuid] } }, metOn(entity.uuid)],
      },
    ],
    groupBys: [
      { target: 'Event', attribute: 'occurredAt', unit: 'hourOfDay' },
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
