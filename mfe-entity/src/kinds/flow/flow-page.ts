import { Activity } from 'lucide-react';
import { relatedOne, textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { counted, lasting, person } from '../../kind-page/facts.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { DayHours } from './day-hours.tsx';
import { WorkingDay } from './working-day.tsx';

export const FLOW_PAGE = defineKindPage({
  kind: 'Flow',
  icon: Activity,
  partOf: ['Person'],
  zone: (entity) => {
    const zone = textOf(entity, 'timezone');
    return zone === null ? null : { zone, whose: relatedOne(entity, 'Person')?.name ?? 'the person' };
  },
  header: {
    facts: (entity) => [
      person(entity, 'Person'),
      textOf(entity, 'dayStart') && lasting(entity, 'dayStart', 'dayEnd'),
      counted(entity, 'meetingsCount', 'meeting'),
      counted(entity, 'messagesCount', 'message'),
    ],
  },
  tabs: [{ standard: 'overview', label: 'Flow' }, 'work', 'history'],
  overview: {
    sections: [
      WorkingDay,
      DayHours,
      rowsSection({
        title: 'Meetings of the day',
        relation: 'CalendarEntry',
        figures: [{ name: 'attendeesNumber', words: 'people', one: 'person' }],
        person: 'Person',
        at: 'startTime',
        withTime: true,
        order: { by: 'startTime', direction: 'ascending' },
      }),
      rowsSection({
        title: 'Messages of the day',
        relation: 'Message',
        name: 'body',
        at: 'createdAt',
        withTime: true,
        order: { by: 'createdAt', direction: 'ascending' },
      }),
    ],
  },
  rail: {
    leaveOut: () => [
      'dayStart',
      'dayEnd',
      'timezone',
      'workingTime',
      'focusTime',
      'disruptedTime',
      'focusTimePercent',
      'disruptedTimePercent',
      'meetingsCount',
      'messagesCount',
      'Person',
    ],
  },
  work: {
    lists: [
      { relation: 'Person', label: 'Person' },
      { relation: 'CalendarEntry', label: 'Calendar entries' },
      { relation: 'Message', label: 'Messages' },
    ],
  },
});
