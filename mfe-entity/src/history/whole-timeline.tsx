import { timelineQuery } from '@cairn/client/story';
import {
  Button,
  EmptyState,
  ErrorState,
  formatNumber,
  Panel,
  plural,
  Refreshing,
  Text,
  VisuallyHidden,
} from '@cairn/ui';
import { Switch } from '@cairn/ui/fields';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { EventsSkeleton, NoHistory } from '../story/latest-events.tsx';
import { eventOfAddress, Timeline } from '../story/timeline.tsx';
import { useStoryOf } from '../story/use-story.ts';
import { NearEnd } from '../story/windowed.tsx';
import { type Switches, useAddressedFilters } from './addressed-filters.ts';
import { EventFilters, FilterChips } from './event-filters.tsx';
import styles from './history-tab.module.css';

/** Asks for the next thousand events when the end of the list comes near. */
function Earlier({
  shown,
  isLoading,
  onMore,
}: {
  shown: number;
  isLoading: boolean;
  onMore: () => void;
}): ReactNode {
  return (
    <NearEnd lines={shown} onNear={() => !isLoading && onMore()}>
      <Button loading={isLoading} onClick={onMore}>
        Show earlier events
      </Button>
    </NearEnd>
  );
}

function Head({
  words,
  switches,
  filters,
  onSwitch,
  onFilter,
}: {
  words: string;
  switches: Switches;
  filters: number;
  onSwitch: (change: Partial<Switches>) => void;
  onFilter: () => void;
}): ReactNode {
  const { similar, bots, withoutBots } = switches;
  return (
    <div className={styles.head}>
      <Text tone="muted" numeric role="status">
        {words}
      </Text>
      <div className={styles.switches}>
        <Switch
          label="Group similar events"
          checked={similar}
          onChange={() => onSwitch({ similar: !similar })}
        />
        <Switch
          label="Fold bots"
          checked={bots}
          disabled={withoutBots}
          onChange={() => onSwitch({ bots: !bots })}
        />
        <Switch
          label="Hide bots"
          checked={withoutBots}
          onChange={() => onSwitch({ withoutBots: !withoutBots })}
        />
        <Button size="small" onClick={onFilter}>
          <Filter size={14} aria-hidden /> Filter{filters > 0 ? ` (${filters})` : ''}
        </Button>
      </div>
    </div>
  );
}

/** All events of an entity, newest first, filtered and folded. */
export function WholeTimeline({ entity }: EntityProps): ReactNode {
  const { filters, switches, setFilters, setSwitches } = useAddressedFilters();
  const [isOpen, setOpen] = useState(false);
  const { withoutBots } = switches;
  const story = useInfiniteQuery(timelineQuery(useStoryOf(entity.uuid), { filters, withoutBots }));
  const pages = story.data?.pages;
  const events = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  const { hasNextPage, isFetching, fetchNextPage } = story;
  const marked = eventOfAddress();
  const isMissing = marked !== null && hasNextPage && !events.some(({ uuid }) => uuid === marked);
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  if (story.isPending) return <EventsSkeleton />;
  if (story.isError && !pages)
    return (
      <ErrorState title="Failed to load timeline" error={story.error} onRetry={() => void story.refetch()} />
    );
  const meta = pages?.[0]?.meta;
  const facets = meta?.facets ?? [];
  const isNarrowed = filters.length > 0 || withoutBots;
  if (meta?.total === 0 && !isNarrowed) return <NoHistory />;
  const total = meta?.total ?? 0;
  const counted = `${events.length < total ? `${formatNumber(events.length)} of ` : ''}${plural(total, 'event')}`;
  return (
    <>
      <VisuallyHidden as="h2">Timeline</VisuallyHidden>
      <Head
        words={counted}
        switches={switches}
        filters={filters.length}
        onSwitch={(change) => setSwitches({ ...switches, ...change })}
        onFilter={() => setOpen(!isOpen)}
      />
      <FilterChips filters={filters} facets={facets} onChange={setFilters} />
      {isOpen && (
        <Panel title="Filter events">
          <EventFilters filters={filters} facets={facets} onChange={setFilters} />
        </Panel>
      )}
      <Refreshing active={story.isPlaceholderData} className="">
        {total === 0 ? (
          <EmptyState inline title="None">
            No event passes these filters.
          </EmptyState>
        ) : (
          <Timeline entity={entity} events={events} folding={switches} />
        )}
      </Refreshing>
      {story.hasNextPage && (
        <Earlier
          shown={events.length}
          isLoading={story.isFetchingNextPage}
          onMore={() => void story.fetchNextPage()}
        />
      )}
    </>
  );
}
