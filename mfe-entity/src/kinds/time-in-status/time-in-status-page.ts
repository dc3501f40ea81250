import { Hourglass } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const TIME_IN_STATUS_PAGE = defineKindPage({
  kind: 'TimeInStatus',
  icon: Hourglass,
  partOf: ['Issue'],
});
