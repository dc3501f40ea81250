import { createDenial } from '@cairn/contracts';
import { actorOf, pageAt, useHost, usePages } from '@cairn/host';
import { useSavedTypes } from '@cairn/saved';
import { IconButton, Menu, Tooltip, Text } from '@cairn/ui';
import { FileText, Plus, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Navigation } from '../navigation/navigation.ts';
import type { Pane } from '../navigation/panes.ts';
import styles from './tab-list.module.css';

export interface TabListProps {
  navigation: Pick<Navigation, 'store' | 'activate'>;
  collapsed: boolean;
  onClose: (id: string) => void;
}

/** The open workspace tabs (W§4). */
export function TabList({ navigation, collapsed, onClose }: TabListProps): ReactNode {
  const { tabs, active } = useStore(navigation.store);
  return tabs.map((pane) => (
    <li key={pane.id}>
      <Tab
        pane={pane}
        current={pane.id === active}
        collapsed={collapsed}
        onShow={() => navigation.activate(pane.id)}
        onClose={() => onClose(pane.id)}
      />
    </li>
  ));
}

interface TabProps {
  pane: Pane;
  current: boolean;
  collapsed: boolean;
  onShow: () => void;
  onClose: () => void;
}

const MIDDLE = 1;

function Tab({ pane, current, collapsed, onShow, onClose }: TabProps): ReactNode {
  const Icon = pageAt(pane.location.pathname, usePages())?.icon ?? FileText;
  const title = pane.title || 'Untitled';
  const closeOnMiddle = (event: MouseEvent) => {
    if (event.button === MIDDLE) onClose();
  };
  const show = (
    <button
      type="button"
      className={styles['show']}
      aria-current={current ? 'page' : undefined}
      aria-label={pane.dirty ? `${title}, not saved` : title}
      onClick={onShow}
      onAuxClick={closeOnMiddle}
    >
      <Icon size={16} aria-hidden />
      {!collapsed && <Text truncate>{title}</Text>}
      {pane.dirty && <span className={styles['dot']} aria-hidden />}
    </button>
  );
  if (collapsed) {
    return (
      <Tooltip label={title} position="right">
        {show}
      </Tooltip>
    );
  }
  return (
    <div className={styles['tab']}>
      {show}
      <IconButton label={`Close ${title}`} size="small" className={styles['close']} onClick={onClose}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The plus menu: what can be created in a new tab. */
export function NewTabMenu(): ReactNode {
  const host = useHost();
  const { id } = host.org;
  const types = useSavedTypes();
  const actor = actorOf(host);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton label="New tab" size="small">
          <Plus size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(({ type, create, icon: Icon, rules }) => {
          if (!create || (create.denied && createDenial(actor, rules) !== null)) return null;
          return (
            <Menu.Item
              key={type}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => host.openTab({ url: `/${id}/${create.path}`, title: create.tabTitle })}
            >
              {create.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
