import { useHost } from '@cairn/host';
import { lazyComponent, TableSkeleton } from '@cairn/ui';
import { Tabs } from '@cairn/ui/fields';
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import styles from './entity-tabs.module.css';
import { kindOf } from './entity/read-entity.ts';
import { useFrame } from './frame/frame.tsx';
import { ownText } from './kind-page/define-kind-page.tsx';
import type { EntityProps, KindPage, KindTab, StandardTab } from './kind-page/kind-page.ts';
import { Overview } from './overview/overview.tsx';
import { PropertiesTab, SystemInfoTab } from './properties/properties-tab.tsx';

const IfInsightBoard = lazyComponent(
  async () => (await import('./dashboards/insight-board.tsx')).IfInsightBoard,
);
const HistoryTab = lazyComponent(async () => (await import('./history/history-tab.tsx')).HistoryTab);
const WorkTab = lazyComponent(async () => (await import('./work/work-tab.tsx')).WorkTab);

const STANDARD: Readonly<Record<StandardTab, KindTab>> = {
  overview: { id: 'overview', label: 'Overview', Body: Overview },
  work: { id: 'work', label: 'Work', Body: WorkTab },
  history: { id: 'history', label: 'History', Body: HistoryTab },
};
/** The tabs of every page (E§2). */
const AUTOMATIC: readonly KindTab[] = [
  { id: 'properties', label: 'Properties', Body: PropertiesTab },
  { id: 'system', label: 'System info', Body: SystemInfoTab },
];

/** The tabs of a kind in order, followed by those of every kind. */
function tabsOf({ tabs }: KindPage): readonly KindTab[] {
  const own = tabs.map((tab): KindTab => {
    if (typeof tab === 'string') return STANDARD[tab];
    return 'standard' in tab ? { ...STANDARD[tab.standard], label: tab.label } : tab;
  });
  return [...own, ...AUTOMATIC];
}

/** Registers the keys that switch to the next and previous tab of a page. */
function useTabKeys(tabs: readonly KindTab[], active: string | null, onTab: (tab: string) => void): void {
  const { addCommands } = useHost();
  const isPage = useFrame() === 'page';
  const switchBy = useEffectEvent((step: -1 | 1) => {
    if (document.querySelector('[role="dialog"]')) return;
    const next = tabs[tabs.findIndex(({ id }) => id === active) + step];
    if (next) onTab(next.id);
  });
  useEffect(() => {
    if (!isPage) return undefined;
    const group = 'This page';
    return addCommands([
      { id: 'entity.next-tab', group, label: 'Next tab of the page', keys: 'l', run: () => switchBy(1) },
      {
        id: 'entity.previous-tab',
        group,
        label: 'Previous tab of the page',
        keys: 'h',
        run: () => switchBy(-1),
      },
    ]);
  }, [addCommands, isPage]);
}

interface EntityTabsProps extends EntityProps {
  readonly page: KindPage;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
}

/** The tabs of an entity. The generic page has an overview only where a text or a saved board fills it (E§2). */
export function EntityTabs(props: EntityTabsProps): ReactNode {
  const { entity, page } = props;
  if (page.kind !== '' || ownText(entity) !== null) return <ShownTabs {...props} />;
  return (
    <Suspense fallback={null}>
      <IfInsightBoard kind={kindOf(entity)}>
        {(isSaved) => <ShownTabs {...props} hasOverview={isSaved} />}
      </IfInsightBoard>
    </Suspense>
  );
}

/** The tabs themselves; an unknown tab in the address falls back to the first. */
function ShownTabs({
  entity,
  page,
  tab,
  onTab,
  hasOverview = true,
}: EntityTabsProps & { readonly hasOverview?: boolean }): ReactNode {
  const { org, user } = useHost();
  const isSuper = user.superuser || org.role === 'super';
  const tabs = tabsOf(page).filter(
    ({ id, forSuperuser, isFilled = () => true }) =>
      (isSuper || !forSuperuser) && (hasOverview || id !== STANDARD.overview.id) && isFilled(entity),
  );
  const active = (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id ?? null;
  useTabKeys(tabs, active, onTab);
  return (
    <Tabs value={active} onChange={(value) => value && onTab(value)}>
      <Tabs.List className={styles.list ?? ''}>
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, Body }) => (
        <Tabs.Panel key={id} value={id} className={styles.panel ?? ''}>
          {id === active && (
            <Suspense fallback={<TableSkeleton rows={6} columns={3} />}>
              <Body entity={entity} page={page} openTab={onTab} />
            </Suspense>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
