import { Timer } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const WORKLOG_PAGE = defineKindPage({
  kind: 'Worklog',
  icon: Timer,
  partOf: ['Issue'],
  author: 'Person',
});
