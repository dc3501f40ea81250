import { aroundQuery } from '@cairn/client/story';
import { useHost } from '@cairn/host';
import { Button, EmptyState, ErrorState, formatDateTime, plural, Text, VisuallyHidden } from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { EventsSkeleton } from '../story/latest-events.tsx';
import { Timeline } from '../story/timeline.tsx';
import { useStoryOf } from '../story/use-story.ts';
import styles from './history-tab.module.css';

const FOLDED = { similar: true, bots: true };

/** What else happened in the places of an entity, a day before and after its moment. */
export function Around({ entity }: EntityProps): ReactNode {
  const { timezone } = useHost();
  const [withBots, setWithBots] = useState(false);
  const story = useInfiniteQuery(aroundQuery(useStoryOf(entity.uuid), !withBots));
  if (story.isPending) return <EventsSkeleton />;
  if (story.isError && !story.data)
    return (
      <ErrorState title="Failed to load timeline" error={story.error} onRetry={() => void story.refetch()} />
    );
  const meta = story.data?.pages[0]?.meta;
  const events = story.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <VisuallyHidden as="h2">Around it</VisuallyHidden>
      <div className={styles.head}>
        <Text tone="muted" role="status">
          {plural(meta?.total ?? 0, 'other event')} within a day
          {meta?.at ? ` of ${formatDateTime(meta.at, timezone)}` : ''}
        </Text>
        <Switch label="With bots" checked={withBots} onChange={() => setWithBots(!withBots)} />
      </div>
      {events.length === 0 ? (
        <EmptyState inline title="None">
          Nothing else happened in its repository, project, channel or sprint in these two days.
        </EmptyState>
      ) : (
        <Timeline entity={entity} events={events} folding={FOLDED} />
      )}
      {story.hasNextPage && (
        <div>
          <Button loading={story.isFetchingNextPage} onClick={() => void story.fetchNextPage()}>
            Show earlier events
          </Button>
        </div>
      )}
    </>
  );
}
