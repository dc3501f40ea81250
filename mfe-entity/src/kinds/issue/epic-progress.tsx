import { groupsQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { ErrorState, Panel, plural, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countOf } from '../../entity/read-entity.ts';
import { queryOf } from '../../entity/related-query.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './epic-progress.module.css';

const STAGES = [
  { category: 'done', word: 'done' },
  { category: 'inProgress', word: 'in progress' },
  { category: 'todo', word: 'to do' },
] as const;

/** The number of issues of an epic in each category of statuses; a cancelled one counts as done. */
export function stagesOf(rows: readonly Readonly<Record<string, unknown>>[]): Record<string, number> {
  const counts: Record<string, number> = { done: 0, inProgress: 0, todo: 0 };
  for (const row of rows) {
    const category = String(row['Issue.statusCategory']);
    const stage = category === 'cancelled' ? 'done' : category in counts ? category : 'todo';
    counts[stage] = (counts[stage] ?? 0) + Number(row['count(Issue.uuid)'] ?? 0);
  }
  return counts;
}

/** The issues of an epic, counted by the category of their status. */
export function epicQuery(uuid: string): Query {
  return queryOf('Issue', 'Epic', uuid, {
    groupBys: [{ target: 'Issue', attribute: 'statusCategory' }],
    aggregations: [{ target: 'Issue', attribute: 'uuid', reducer: 'count' }],
  });
}

/** How far the issues of an epic are; absent for an issue without any. */
export function EpicProgress({ entity }: SectionProps): ReactNode {
  const { org } = useHost();
  const total = countOf(entity, 'EpicIssue') ?? 0;
  const query = { ...groupsQuery(org.id, epicQuery(entity.uuid)), enabled: total > 0 };
  const { data, error, refetch } = useQuery(query);
  if (total === 0) return null;
  if (!data)
    return (
      <Panel title="Progress">
        {error ? (
          <ErrorState
            inline
            title="The progress could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={36} />
        )}
      </Panel>
    );
  if (data.meta.withheld)
    return (
      <Panel title="Progress">
        <Text tone="muted">{data.meta.withheld.words}</Text>
      </Panel>
    );
  const counts = stagesOf(data.data);
  const done = counts['done'] ?? 0;
  const words = STAGES.map(({ category, word }) => `${String(counts[category] ?? 0)} ${word}`).join(', ');
  return (
    <Panel title={`${String(Math.round((100 * done) / total))}% of ${plural(total, 'issue')} done`}>
      <div className={styles.bar} role="img" aria-label={words}>
        {STAGES.map(({ category }) => (
          <i key={category} data-is={category} style={{ flexGrow: counts[category] ?? 0 }} />
        ))}
      </div>
      <Text as="p" tone="muted" numeric>
        {words}
      </Text>
    </Panel>
  );
}
