import { Hash } from 'lucide-react';
import { BARS, LINE, PEOPLE_BY_NAME } from '../../charts/chart-spec.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const CHANNEL_PAGE = defineKindPage({
  kind: 'Channel',
  icon: Hash,
  overview: {
    charts: [
      { title: 'Messages over time', of: 'Message', view: LINE, query: {} },
      { title: 'Who writes here', of: 'Message', view: BARS, query: PEOPLE_BY_NAME },
    ],
  },
});
