import { MessageCircle } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const MESSAGE_PAGE = defineKindPage({
  kind: 'Message',
  icon: MessageCircle,
  partOf: ['Channel'],
  author: 'Person',
});
