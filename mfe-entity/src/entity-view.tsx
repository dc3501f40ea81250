import { asErrorCode, EntityUuid } from '@cairn/contracts';
import { EmptyState, ErrorState, Skeleton, TableSkeleton } from '@cairn/ui';
import { CircleHelp, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { EntityTabs } from './entity-tabs.tsx';
import { useEntity } from './graph/graph.ts';
import { EntityHeader } from './header/entity-header.tsx';
import { titleOf } from './kind/kind-info.ts';
import { type Place, PlaceProvider } from './place/place.tsx';
import type { TabId } from './tabs.ts';
import './entity.css';

export interface EntityViewProps {
  uuid: string;
  place: Place;
  tab: string | null;
  onTab: (tab: TabId) => void;
  onTitle: (title: string) => void;
}

function EntitySkeleton(): ReactNode {
  return (
    <div role="status" aria-label="Loading" className="en-header">
      <Skeleton width={120} height={14} />
      <Skeleton width="58%" height={24} />
      <Skeleton width={340} height={14} />
      <Skeleton width={420} height={20} style={{ margin: '20px 0' }} />
      <TableSkeleton rows={6} columns={2} />
    </div>
  );
}

function NotFound(): ReactNode {
  return (
    <EmptyState icon={<SearchX aria-hidden />} title="Entity not found">
      It is not in the data of this organization: the link may be wrong, or its source was removed.
    </EmptyState>
  );
}

function Content({ uuid, tab, onTab, onTitle }: EntityViewProps): ReactNode {
  const { data: entity, error, isPending, isPlaceholderData, refetch } = useEntity(uuid);
  const named = useEffectEvent(onTitle);
  const title = entity && !isPlaceholderData ? titleOf(entity) : null;
  useEffect(() => {
    if (title) named(title);
  }, [title]);
  if (isPending) return <EntitySkeleton />;
  if (error && asErrorCode((error as { code?: unknown }).code) === 'not_found') return <NotFound />;
  if (!entity)
    return <ErrorState title="The entity could not be read" error={error} onRetry={() => void refetch()} />;
  if (!entity.labels[0]) {
    return (
      <EmptyState icon={<CircleHelp aria-hidden />} title="Entity with unexpected data">
        It has no type, so there is no page that fits it.
      </EmptyState>
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={isPlaceholderData ? 'en-content cn-dimmed' : 'en-content'}
    >
      <EntityHeader entity={entity} />
      <EntityTabs entity={entity} tab={tab} onTab={onTab} />
    </div>
  );
}

/** An entity, whichever kind it is: header and tabs, on a page or in the drawer. */
export function EntityView(props: EntityViewProps): ReactNode {
  return (
    <PlaceProvider value={props.place}>
      <div className="en-entity" data-place={props.place}>
        {EntityUuid.safeParse(props.uuid).success ? <Content {...props} /> : <NotFound />}
      </div>
    </PlaceProvider>
  );
}
