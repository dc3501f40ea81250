import { lazyComponent } from '@cairn/ui';
import { Sunrise } from 'lucide-react';
import { type ReactNode } from 'react';
import { LINE } from '../src/charts/chart-spec.ts';
import { defineKindPage } from '../src/kind-page/define-kind-page.tsx';
import type { SectionProps, TabProps } from '../src/kind-page/kind-page.ts';

function Hours({ openTab }: TabProps): ReactNode {
  return (
    <button type="button" onClick={() => openTab('overview')}>
      Every hour of the day
    </button>
  );
}

function Focus({ openTab }: SectionProps): ReactNode {
  return (
    <button type="button" onClick={() => openTab('hours')}>
      Focus time of the day
    </button>
  );
}

/** A page that uses every field of the definition. */
export const PLANTED_PAGE = defineKindPage({
  kind: 'Flow',
  icon: Sunrise,
  author: 'Person',
  header: {
    picture: () => <span data-planted="picture" />,
    chips: () => [{ label: 'Workday', tone: 'good' }],
    facts: () => ['from nine to five'],
    Actions: () => <button type="button">Go to the next day</button>,
  },
  Summary: () => <p>A quiet day.</p>,
  tabs: [
    'overview',
    {
      id: 'hours',
      label: 'Hours',
      Body: lazyComponent(() => Promise.resolve(Hours)),
    },
    'work',
  ],
  overview: {
    Stepper: () => <ol aria-label="Parts of the day" />,
    sections: [Focus],
    charts: [{ title: 'Messages of the day', of: 'Message', view: LINE, query: {} }],
  },
  rail: { relations: ['Person'] },
  cards: [
    { title: 'Interruptions', content: () => '12 a day' },
    { title: 'Nothing to say', content: () => null },
  ],
  work: { lists: [{ relation: 'Message', label: 'Messages sent' }] },
  commands: (entity, open) => [
    { id: 'entity.next-day', label: 'Go to the next day', run: () => open(entity.uuid) },
  ],
});
