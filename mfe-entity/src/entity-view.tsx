import { asErrorCode, EntityUuid } from '@cairn/contracts';
import { badgeKindOf } from '@cairn/entities';
import { EmptyState, ErrorState, Refreshing } from '@cairn/ui';
import { CircleHelp, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { kindOf, textOf, titleOf } from './entity/read-entity.ts';
import { EntitySkeleton } from './entity-skeleton.tsx';
import { EntityTabs } from './entity-tabs.tsx';
import styles from './entity-view.module.css';
import { type EntityFrame, FrameProvider } from './frame/frame.tsx';
import { ToldZone } from './frame/told-zone.tsx';
import { useEntity } from './graph/graph.ts';
import { EntityHeader } from './header/entity-header.tsx';
import type { KindPage } from './kind-page/kind-page.ts';
import { KindPagesProvider, useKindPage } from './kind-page/kind-pages.tsx';
import { KIND_PAGES } from './kinds/kinds.ts';

export interface EntityViewProps {
  uuid: string;
  frame: EntityFrame;
  tab: string | null;
  onTab: (tab: string) => void;
  /** Hears what the entity is called, and which kind of thing it looks like. */
  onTitle: (title: string, kind: string) => void;
  /** Called with the entity's uuid where the given one is former, of a joined person, or of an event about it. */
  onPresentUuid?: ((uuid: string) => void) | undefined;
  /** The pages of all kinds; a test may plant another. */
  kindPages?: readonly KindPage[] | undefined;
}

function NotFound(): ReactNode {
  return (
    <EmptyState whole icon={<SearchX aria-hidden />} title="Entity not found">
      It is not in the data of this organization: the link may be wrong, or its source was removed.
    </EmptyState>
  );
}

function WithoutType({ uuid }: { uuid: string }): ReactNode {
  useEffect(() => console.warn(`The entity ${uuid} has no type, so no page is drawn.`), [uuid]);
  return (
    <EmptyState whole icon={<CircleHelp aria-hidden />} title="Entity with unexpected data">
      It has no type, so there is no page that fits it.
    </EmptyState>
  );
}

function Content({ uuid, tab, onTab, onTitle, onPresentUuid }: EntityViewProps): ReactNode {
  const { data: entity, error, isPending, isPlaceholderData, refetch } = useEntity(uuid);
  const page = useKindPage(entity ? kindOf(entity) : '');
  const reportTitle = useEffectEvent(onTitle);
  const title = entity && !isPlaceholderData ? titleOf(entity) : null;
  const kind = entity ? (badgeKindOf(textOf(entity, 'issueType'))?.name ?? kindOf(entity)) : '';
  useEffect(() => {
    if (title) reportTitle(title, kind);
  }, [title, kind]);
  const present = entity && !isPlaceholderData ? entity.uuid : uuid;
  const reportPresent = useEffectEvent((found: string) => onPresentUuid?.(found));
  useEffect(() => {
    if (present !== uuid.toLowerCase()) reportPresent(present);
  }, [present, uuid]);
  if (isPending) return <EntitySkeleton />;
  if (error && asErrorCode((error as { code?: unknown }).code) === 'not_found') return <NotFound />;
  if (!entity)
    return <ErrorState title="The entity could not be read" error={error} onRetry={() => void refetch()} />;
  if (!kindOf(entity)) return <WithoutType uuid={entity.uuid} />;
  return (
    <Refreshing active={isPlaceholderData} className={styles.content ?? ''}>
      <ToldZone entity={entity} page={page}>
        <EntityHeader entity={entity} page={page} />
        <EntityTabs entity={entity} page={page} tab={tab} onTab={onTab} />
      </ToldZone>
    </Refreshing>
  );
}

/** An entity of any kind: header and tabs, on a page or in the drawer. */
export function EntityView(props: EntityViewProps): ReactNode {
  return (
    <KindPagesProvider value={props.kindPages ?? KIND_PAGES}>
      <FrameProvider value={props.frame}>
        <div className={styles.entity}>
          {EntityUuid.safeParse(props.uuid).success ? <Content {...props} /> : <NotFound />}
        </div>
      </FrameProvider>
    </KindPagesProvider>
  );
}
