import { Calendar } from 'lucide-react';
import { relatedOne, titleOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { counted, lasting, person } from '../../kind-page/facts.tsx';
import { peopleSection, rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';

export const CALENDAR_ENTRY_PAGE = defineKindPage({
  kind: 'CalendarEntry',
  icon: Calendar,
  header: {
    facts: (entity) => [
      lasting(entity, 'startTime', 'endTime'),
      person(entity, 'Person', 'organised by'),
      counted(entity, 'attendeesNumber', 'person', 'people'),
    ],
  },
  tabs: ['overview', 'work', 'history'],
  overview: {
    sections: [
      peopleSection({
        title: 'Attendees',
        relation: 'Attendee',
        says: { property: 'answer', of: 'answer' },
        otherwise: 'no answer',
      }),
      measureCards(['totalCostInHours']),
      rowsSection({
        title: 'Issues that it is about',
        relation: 'Issue',
        key: 'issueKey',
        badges: [{ attribute: 'status', of: 'status' }],
        person: 'Person',
        at: 'updatedAt',
      }),
      rowsSection({
        title: 'The series',
        relation: 'Person',
        listed: (entity) => {
          const organiser = relatedOne(entity, 'Person');
          return (
            organiser && {
              kind: 'CalendarEntry',
              filters: [
                { target: 'CalendarEntry', attribute: 'name', comparison: { IN: [titleOf(entity)] } },
                { target: 'Person', attribute: 'uuid', comparison: { IN: [organiser.uuid] } },
              ],
            }
          );
        },
        figures: [
          { name: 'attendeesNumber', words: 'people', one: 'person' },
          { name: 'totalCostInHours', words: 'in all' },
        ],
        at: 'startTime',
      }),
    ],
  },
  rail: {
    leaveOut: () => ['startTime', 'endTime', 'attendeesNumber', 'totalCostInHours', 'Person'],
  },
  work: { lists: [{ relation: 'Issue' }, { relation: 'Flow', label: 'Days of its attendees' }] },
});
