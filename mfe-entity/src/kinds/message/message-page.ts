import { MessageSquare } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const MESSAGE_PAGE = defineKindPage({
  kind: 'Message',
  icon: MessageSquare,
  partOf: ['Channel'],
  author: 'Person',
});
