import type { EntityDetail } from '@cairn/contracts';
import { DELIVERY, type DeliveryMeasure, deliveredIn } from '@cairn/query';
import { FolderGit2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { BARS, type ChartSpec, groupBy, METRIC } from '../../charts/chart-spec.ts';
import { COMMITS_AND_RELEASES, COMMITS_BY_PERSON } from '../../charts/commit-charts.ts';
import { textOf } from '../../entity/read-entity.ts';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';
import { dated } from '../../kind-page/facts.tsx';
import { flagChip } from '../../kind-page/state-chips.ts';
import { rowsSection } from '../../sections/list-sections.tsx';
import { askedCards, totalCards } from '../../sections/metric-cards.tsx';
import type { ShareSpec } from '../../sections/share-card.tsx';
import { PULL_ROWS, RUN_ROWS } from '../row-specs.ts';
import { panelWithoutCommits, whyNoCommits } from '../../kind-page/no-commits.ts';

/** A card with the figure of a word for delivery, of the last 90 days. */
const card = (word: DeliveryMeasure): ChartSpec => ({
  title: word.label,
  of: word.kind,
  view: METRIC,
  query: word.measure.reducer === 'count' ? {} : { aggregations: [word.measure] },
  filters: [deliveredIn(word, { 'IN LAST': ['P90D'] })],
});

/** How changes of a repository reach people; each figure leads to what it counts. */
export const DORA: readonly (ChartSpec | ShareSpec)[] = [
  card(DELIVERY.leadTimeForChanges),
  card(DELIVERY.deployments),
  {
    ...card(DELIVERY.changeFailureRate),
    share: { part: DELIVERY.changeFailureRate.part, words: 'were followed by an incident or a revert' },
  },
];

const HOT_SPOTS: ChartSpec = {
  title: 'Files that change most',
  of: 'Commit',
  least: 0,
  view: BARS,
  query: {
    groupBys: groupBy('SourceFile', 'path'),
    order: [{ by: 'count(Commit.uuid)', direction: 'descending' }],
    limit: 12,
  },
};

/** Git tells of commits, a forge when the repository was made there. */
function ages(entity: EntityDetail): ReactNode[] {
  if (textOf(entity, 'integration') !== 'git') return [dated(entity, 'createdAt', 'created')];
  return [
    dated(entity, 'createdAt', 'first commit'),
    dated(entity, 'updatedAt', 'last commit on any branch'),
  ];
}

export const REPOSITORY_PAGE = defineKindPage({
  kind: 'Repository',
  icon: FolderGit2,
  partOf: ['Project'],
  header: {
    chips: (entity) => flagChip(entity, 'private', { label: 'Private' }),
    facts: (entity) => [textOf(entity, 'defaultBranch'), ...ages(entity)],
  },
  tabs: ['overview', 'history', 'work'],
  overview: {
    sections: [
      totalCards(['Commit', 'SourceFile', 'Branch', 'Release']),
      askedCards(DORA, 'The last 90 days.'),
      rowsSection({
        title: 'Open pull requests',
        relation: 'PullRequest',
        ...PULL_ROWS,
        filters: [{ target: 'PullRequest', attribute: 'closedAt', comparison: { 'IS EMPTY': [] } }],
        most: 6,
        empty: 'No pull request is open.',
      }),
      rowsSection({
        title: 'Latest deployments',
        relation: 'CicdPipeline',
        ...RUN_ROWS,
        filters: [{ target: 'CicdPipeline', attribute: 'isDeployment', comparison: { IN: [true] } }],
        most: 5,
        empty: 'No deployment of this repository is known.',
      }),
      rowsSection({
        title: 'Latest releases',
        relation: 'Release',
        at: 'publishedAt',
        person: 'Person',
        most: 5,
      }),
    ],
    charts: [COMMITS_AND_RELEASES, HOT_SPOTS, COMMITS_BY_PERSON],
    startsOnDefaultBranch: true,
    insteadOfCharts: panelWithoutCommits(),
  },
  rail: {
    leaveOut: () => ['fullName', 'defaultBranch', 'private'],
    relations: ['Branch', 'Release', 'Team'],
  },
  work: { whyEmpty: whyNoCommits() },
  explore: { attribute: 'name', relation: 'Commit' },
});
