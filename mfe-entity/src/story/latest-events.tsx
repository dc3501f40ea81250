import { latestEventsQuery } from '@cairn/client/story';
import { Button, EmptyState, ErrorState, Panel, plural, Skeleton, Text } from '@cairn/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBranchLens } from '../charts/branch-lens.ts';
import type { TabProps } from '../kind-page/kind-page.ts';
import { Timeline } from './timeline.tsx';
import { useStoryOf } from './use-story.ts';
import styles from './latest-events.module.css';

const FOLDED = { similar: true, bots: true };

/** Stands for events that are loading. */
export function EventsSkeleton(): ReactNode {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {[62, 48, 70, 55, 66].map((width) => (
        <div key={width}>
          <Skeleton width={24} height={24} style={{ borderRadius: 12 }} />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}

/** The place of a timeline without events. */
export function NoHistory({ inline = false }: { inline?: boolean }): ReactNode {
  return (
    <EmptyState icon={<History aria-hidden />} title="No history available" inline={inline}>
      Events appear here as sources report them.
    </EmptyState>
  );
}

/** The latest events of an entity, five at a time (E§9); the History tab has them all. */
export function LatestEvents({ entity, openTab }: Pick<TabProps, 'entity' | 'openTab'>): ReactNode {
  const story = useInfiniteQuery(latestEventsQuery(useStoryOf(entity.uuid)));
  const total = story.data?.pages[0]?.meta.total ?? 0;
  const events = story.data?.pages.flatMap(({ data }) => data) ?? [];
  const onRetry = () => void story.refetch();
  const onDefaultBranch = useBranchLens();
  return (
    <Panel
      title="Timeline"
      actions={
        total > 0 && (
          <>
            {onDefaultBranch && <Text tone="faint">of all branches</Text>}
            <Button size="small" variant="subtle" onClick={() => openTab('history')}>
              All {plural(total, 'event')}
            </Button>
          </>
        )
      }
    >
      {story.isPending ? (
        <EventsSkeleton />
      ) : story.isError && !story.data ? (
        <ErrorState inline title="Failed to load timeline" error={story.error} onRetry={onRetry} />
      ) : events.length === 0 ? (
        <NoHistory inline />
      ) : (
        <>
          <Timeline entity={entity} events={events} folding={FOLDED} />
          {story.hasNextPage && (
            <Button
              size="small"
              className={styles.earlier ?? ''}
              loading={story.isFetchingNextPage}
              onClick={() => void story.fetchNextPage()}
            >
              Show earlier events
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
