import { pageAt, usePages } from '@cairn/host';
import { IconButton, lazyComponent, SortableList, Tooltip, Text } from '@cairn/ui';
import { FileText, X } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Navigation } from '../navigation/navigation.ts';
import type { Pane } from '../navigation/panes.ts';
import styles from './tab-list.module.css';

// Few open it, and never before the page is drawn.
const TabMenu = lazyComponent(async () => (await import('./tab-menu.tsx')).TabMenu);

// Who opens no entity needs none of these icons.
const KindIcon = lazyComponent(async () => (await import('../entity-kinds/kind-icon.tsx')).KindIcon);

export interface TabListProps {
  navigation: Pick<Navigation, 'store' | 'activate' | 'moveTab'>;
  collapsed: boolean;
  onClose: (id: string) => void;
  onCloseOthers: (id: string) => void;
}

/** The open workspace tabs (W§4), in the order that the user gave them. */
export function TabList(props: TabListProps): ReactNode {
  const { navigation } = props;
  const { tabs } = useStore(navigation.store);
  return (
    <SortableList ids={tabs.map(({ id }) => id)} onMove={(id, to) => navigation.moveTab(id, to)}>
      {(id) => {
        const pane = tabs.find((tab) => tab.id === id);
        return pane && <Tab pane={pane} {...props} />;
      }}
    </SortableList>
  );
}

const MIDDLE = 1;

/** Hands the focus that goes with a closed tab to the one in its place, else to the head of the section. */
function passFocus(row: Element | null | undefined): void {
  const list = row?.parentElement;
  const place = [...(list?.children ?? [])].findIndex((item) => item === row);
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const next = list?.children[place] ?? list?.lastElementChild ?? list?.closest('section');
    next?.querySelector('button')?.focus();
  });
}

/** The icon of the page that a tab shows, or of the kind of its entity. */
function TabIcon({ pane: { kind, location } }: { pane: Pane }): ReactNode {
  const Icon = pageAt(location.pathname, usePages())?.icon ?? FileText;
  const icon = <Icon size={16} aria-hidden />;
  if (kind === undefined) return icon;
  return (
    <Suspense fallback={icon}>
      <KindIcon kind={kind} />
    </Suspense>
  );
}

function Tab({ pane, ...props }: TabListProps & { pane: Pane }): ReactNode {
  const { navigation, collapsed } = props;
  const [menu, setMenu] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { active } = useStore(navigation.store);
  const title = pane.title || 'Untitled';
  const onClose = () => {
    passFocus(button.current?.closest('li'));
    props.onClose(pane.id);
  };
  const show = (
    <button
      type="button"
      ref={button}
      className={styles['show']}
      aria-current={pane.id === active ? 'page' : undefined}
      aria-label={pane.dirty ? `${title}, not saved` : title}
      onClick={() => navigation.activate(pane.id)}
      onAuxClick={(event) => {
        if (event.button === MIDDLE) onClose();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu(true);
      }}
    >
      <TabIcon pane={pane} />
      {!collapsed && <Text truncate>{title}</Text>}
      {pane.dirty && <span className={styles['dot']} aria-hidden />}
    </button>
  );
  const onDone = () => {
    setMenu(false);
    button.current?.focus();
  };
  return (
    <div className={styles['tab']}>
      {collapsed ? (
        <Tooltip label={title} position="right">
          {show}
        </Tooltip>
      ) : (
        <>
          {show}
          <IconButton label={`Close ${title}`} size="small" className={styles['close']} onClick={onClose}>
            <X size={14} aria-hidden />
          </IconButton>
        </>
      )}
      {menu && (
        <Suspense fallback={null}>
          <TabMenu pane={pane} {...props} onClose={onClose} onDone={onDone} />
        </Suspense>
      )}
    </div>
  );
}
