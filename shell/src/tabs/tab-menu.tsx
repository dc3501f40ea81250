import { Menu } from '@cairn/ui';
import { useHost } from '@cairn/host';
import { useSpaceControl } from '@cairn/saved';
import { ArrowDown, ArrowUp, Copy, FolderPlus, Link2, MonitorSmartphone, X, XSquare } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createPath } from 'react-router-dom';
import { useStore } from 'zustand';
import type { Pane } from '../navigation/panes.ts';
import { spaceOffer } from './space-offer.ts';
import type { TabListProps } from './tab-list.tsx';
import styles from './tab-list.module.css';

type TabMenuProps = TabListProps & { pane: Pane; onDone: () => void };

/** What can be done with a tab, open at the tab until something is chosen. */
export function TabMenu(props: TabMenuProps): ReactNode {
  const { renderPart } = useHost();
  const [isPicking, setPicking] = useState(false);
  const item = spaceOffer(props.pane);
  if (item && isPicking) return renderPart('workspace/SpacePicker', { item, onClose: props.onDone });
  return <OpenTabMenu {...props} {...(item ? { onAddToSpace: () => setPicking(true) } : {})} />;
}

function OpenTabMenu({
  pane,
  navigation,
  onClose,
  onCloseOthers,
  onDone,
  onAddToSpace,
}: TabMenuProps & { onAddToSpace?: () => void }): ReactNode {
  const { tabs } = useStore(navigation.store);
  const spaces = useSpaceControl();
  return (
    <Menu opened onClose={onDone} position="bottom-start" withinPortal>
      <Menu.Target>
        <span className={styles['anchor']} />
      </Menu.Target>
      <Menu.Dropdown>
        <MoveItems pane={pane} navigation={navigation} />
        <Menu.Divider />
        <CopyItems pane={pane} />
        {onAddToSpace && (
          <Menu.Item
            leftSection={<FolderPlus size={16} aria-hidden />}
            closeMenuOnClick={false}
            onClick={onAddToSpace}
            {...spaces}
          >
            Add to space
          </Menu.Item>
        )}
        <Menu.Divider />
        <CloseItems
          isAlone={tabs.length < 2}
          onClose={() => onClose(pane.id)}
          onCloseOthers={() => onCloseOthers(pane.id)}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

function MoveItems({ pane, navigation }: Pick<TabMenuProps, 'pane' | 'navigation'>): ReactNode {
  const { tabs } = useStore(navigation.store);
  const place = tabs.findIndex(({ id }) => id === pane.id);
  return (
    <>
      <Menu.Item
        leftSection={<ArrowUp size={16} aria-hidden />}
        disabled={place === 0}
        onClick={() => navigation.moveTab(pane.id, place - 1)}
      >
        Move up
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDown size={16} aria-hidden />}
        disabled={place === tabs.length - 1}
        onClick={() => navigation.moveTab(pane.id, place + 1)}
      >
        Move down
      </Menu.Item>
    </>
  );
}

interface CloseItemsProps {
  readonly isAlone: boolean;
  readonly onClose: () => void;
  readonly onCloseOthers: () => void;
}

function CloseItems({ isAlone, onClose, onCloseOthers }: CloseItemsProps): ReactNode {
  return (
    <>
      <Menu.Item leftSection={<X size={16} aria-hidden />} onClick={onClose}>
        Close
      </Menu.Item>
      <Menu.Item leftSection={<XSquare size={16} aria-hidden />} disabled={isAlone} onClick={onCloseOthers}>
        Close others
      </Menu.Item>
    </>
  );
}

function CopyItems({ pane }: { pane: Pane }): ReactNode {
  const { org, openTab, toast } = useHost();
  const url = createPath(pane.location);
  const copy = async (path: string, message: string) => {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
    toast({ kind: 'info', message });
  };
  const copyLink = () => copy(url, 'The link of the page is copied.');
  const copyTabLink = () =>
    copy(`/${org.id}/t/${pane.id}`, 'The link opens this tab on any device where you are signed in.');
  return (
    <>
      <Menu.Item
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => openTab({ url, title: pane.title })}
      >
        Duplicate
      </Menu.Item>
      <Menu.Item leftSection={<Link2 size={16} aria-hidden />} onClick={() => void copyLink()}>
        Copy link
      </Menu.Item>
      <Menu.Item leftSection={<MonitorSmartphone size={16} aria-hidden />} onClick={() => void copyTabLink()}>
        Copy link for your devices
      </Menu.Item>
    </>
  );
}
