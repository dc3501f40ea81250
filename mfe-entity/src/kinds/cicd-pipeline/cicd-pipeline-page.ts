import { Workflow } from 'lucide-react';
import { relatedOne, textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated, lasting, linked, person, took } from '../../kind-page/facts.tsx';
import { whyNoCommits } from '../../kind-page/no-commits.ts';
import { flagChip, textChip, wordChip } from '../../kind-page/state-chips.ts';
import { linksSection, rowsSection } from '../../sections/list-sections.tsx';
import { measureCards } from '../../sections/metric-cards.tsx';
import { Jobs } from './jobs.tsx';
import { onlyRanFor } from './only-ran-for.ts';
import { Outcome } from './outcome.tsx';

export const CICD_PIPELINE_PAGE = defineKindPage({
  kind: 'CicdPipeline',
  story: ['progress', 'lineage', 'statusTimes', 'timeline', 'contributors'],
  icon: Workflow,
  partOf: ['Repository'],
  header: {
    chips: (entity) => [
      ...wordChip(entity, textOf(entity, 'result') ? 'result' : 'state', 'result'),
      ...textChip(entity, 'environment'),
      ...flagChip(entity, 'changeFailed', { label: 'Caused an incident', tone: 'bad' }),
    ],
    facts: (entity) => [
      person(entity, 'Person', 'started by'),
      lasting(entity, 'startedAt', 'finishedAt') ?? dated(entity, 'queuedAt', 'queued'),
      took(entity, 'duration', 'ran for'),
      linked(entity, 'Branch', 'on'),
    ],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      Outcome,
      Jobs,
      measureCards(['recoveryTime']),
      linksSection('Built from', ['Commit']),
      rowsSection({
        title: 'Incidents it caused',
        relation: 'Incident',
        key: 'issueKey',
        badges: [
          { attribute: 'severity', of: 'priority' },
          { attribute: 'status', of: 'status' },
        ],
        person: 'Person',
        at: 'detectedAt',
      }),
      rowsSection({
        title: 'Taken back by',
        relation: 'Revert',
        key: 'prNumber',
        badges: [{ attribute: 'status', of: 'status' }],
        person: 'Person',
        at: 'mergedAt',
      }),
      rowsSection({
        title: 'Pull requests that it shipped',
        relation: 'Shipped',
        key: 'prNumber',
        badges: [{ attribute: 'status', of: 'status' }],
        figures: [{ name: 'leadTimeForChanges', before: 'lead time' }],
        person: 'Person',
        at: 'mergedAt',
      }),
      rowsSection({
        title: 'Ran for',
        relation: 'PullRequest',
        listed: onlyRanFor,
        key: 'prNumber',
        badges: [{ attribute: 'status', of: 'status' }],
        person: 'Person',
        at: 'createdAt',
      }),
      rowsSection({
        title: 'Commits that it deployed',
        relation: 'Deployed',
        person: 'Person',
        at: 'committedAt',
      }),
      rowsSection({
        title: 'All runs of this commit',
        relation: 'Commit',
        listed: (entity) => {
          const commit = relatedOne(entity, 'Commit');
          return (
            commit && {
              kind: 'CicdPipeline',
              filters: [{ target: 'Commit', attribute: 'uuid', comparison: { IN: [commit.uuid] } }],
            }
          );
        },
        badges: [{ attribute: 'result', of: 'result' }],
        figures: ['environment', 'duration'],
        at: 'createdAt',
        order: { by: 'createdAt', direction: 'ascending' },
      }),
    ],
  },
  rail: {
    leaveOut: (entity) => [
      ...(relatedOne(entity, 'Branch') ? ['branch'] : []),
      'duration',
      'recoveryTime',
      'state',
      'startedAt',
      'finishedAt',
      'changeFailed',
      'isDeployment',
      'jobs',
      'Commit',
      'Person',
      'Branch',
    ],
    relations: ['Branch'],
  },
  work: { whyEmpty: whyNoCommits() },
  explore: { relation: 'Commit' },
});
