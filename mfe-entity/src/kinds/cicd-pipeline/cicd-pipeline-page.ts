import { Workflow } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { whyNoCommits } from '../../kind-page/no-commits.ts';

export const CICD_PIPELINE_PAGE = defineKindPage({
  kind: 'CicdPipeline',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: Workflow,
  partOf: ['Repository'],
  rail: { relations: ['Branch'] },
  work: { whyEmpty: whyNoCommits() },
  explore: { relation: 'Commit' },
});
