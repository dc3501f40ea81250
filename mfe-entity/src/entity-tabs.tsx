import { useHost } from '@cairn/host';
import { lazyComponent, TableSkeleton } from '@cairn/ui';
import { Tabs } from '@cairn/ui/fields';
import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import styles from './entity-tabs.module.css';
import { useFrame } from './frame/frame.tsx';
import type { EntityProps, KindPage, KindTab, StandardTab } from './kind-page/kind-page.ts';
import { Overview } from './overview/overview.tsx';
import { PropertiesTab, SystemInfoTab } from './properties/properties-tab.tsx';

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

/** The tabs of an entity; an unknown tab in the address falls back to the first. */
export function EntityTabs({
  entity,
  page,
  tab,
  onTab,
}: EntityProps & {
  page: KindPage;
  tab: string | null;
  onTab: (tab: string) => void;
}): ReactNode {
  const { org, user } = useHost();
  const isSuper = user.superuser || org.role === 'super';
  const tabs = tabsOf(page).filter(({ forSuperuser }) => isSuper || !forSuperuser);
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
