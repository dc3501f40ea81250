import { Zap } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { whyNoCommits } from '../../kind-page/no-commits.ts';

export const EVENT_PAGE = defineKindPage({
  kind: 'Event',
  icon: Zap,
  partOf: ['Repository', 'PullRequest', 'Issue', 'Project'],
  rail: { relations: ['Branch', 'Release', 'Project', 'Team'] },
  work: { whyEmpty: whyNoCommits() },
});
