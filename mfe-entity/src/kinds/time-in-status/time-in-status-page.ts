import { Hourglass } from 'lucide-react';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, lasting, person, soFar } from '../../kind-page/facts.tsx';
import { rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';
import { rowsOfSame } from '../rows-of-same.ts';
import { STATUS_TIMES } from '../status-times.ts';

export const TIME_IN_STATUS_PAGE = defineKindPage({
  kind: 'TimeInStatus',
  icon: Hourglass,
  partOf: ['Issue'],
  header: {
    chips: (entity) => (textOf(entity, 'leftAt') ? [] : [{ label: 'Still in this status' }]),
    facts: (entity) => [
      !textOf(entity, 'leftAt') && soFar(entity, 'enteredAt'),
      textOf(entity, 'leftAt') ? lasting(entity, 'enteredAt', 'leftAt') : dated(entity, 'enteredAt', 'since'),
      person(entity, 'Person', 'assigned to'),
    ],
  },
  tabs: ['overview', 'work', 'history'],
  overview: {
    sections: [
      measureCards(['clockSeconds', 'businessSeconds']),
      rowsSection({ ...STATUS_TIMES, relation: 'Issue', listed: rowsOfSame('TimeInStatus', 'Issue') }),
    ],
  },
  rail: {
    leaveOut: () => [
      'clockSeconds',
      'businessSeconds',
      'enteredAt',
      'leftAt',
      'status',
      'category',
      'Person',
    ],
  },
});
