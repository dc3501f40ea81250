import { addressAt, useHost, type Host } from '@cairn/host';
import { useSpaceControl } from '@cairn/saved';
import { FocusTrap, IconButton, Kbd, Text } from '@cairn/ui';
import { ArrowLeft, ArrowRight, Check, FolderPlus, Link2, SquareArrowOutUpRight, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useReach, type Drawer } from './drawer.ts';
import { neighbour, type DrawerEntry } from '../navigation/drawer-address.ts';
import styles from './entity-drawer.module.css';

/** Returns the focus to the previously focused element, if it still exists. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}

/** Escape closes an expanded list before the drawer. Overlays above the drawer keep their keys. */
const UNFOLDED = '[aria-expanded="true"]';

/** Closes the drawer on Escape when the focus is inside it, or nowhere. */
function useEscape(frame: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
      if (event.target !== document.body && !frame.current?.contains(event.target)) return;
      if (event.target.closest(UNFOLDED)) return;
      event.stopPropagation();
      close();
    };
    // In the capture phase, because the tooltip of the focused button would catch the key.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [frame, close]);
}

/** The open drawer: its head, the part `entity/EntityDrawer`, and its foot. */
export function OpenDrawer({ entry, drawer }: { entry: DrawerEntry; drawer: Drawer }): ReactNode {
  const host = useHost();
  const [title, setTitle] = useState('');
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useFocusReturn();
  useEscape(frame, drawer.close);
  useEffect(() => {
    // Not returned, because newer browsers return a promise, which React would take for a cleanup.
    body.current?.scrollTo({ top: 0 });
  }, [entry.uuid]);
  return (
    <div className={styles['drawer']}>
      <div className={styles['scrim']} onClick={drawer.close} aria-hidden />
      <FocusTrap active innerRef={frame}>
        <section role="dialog" aria-modal="true" aria-label={title || 'Entity'}>
          <DrawerHead entry={entry} drawer={drawer} title={title} host={host} />
          <div className={styles['body']} ref={body}>
            {host.renderPart('entity/EntityDrawer', {
              uuid: entry.uuid,
              siblings: entry.siblings,
              onMove: drawer.move,
              onPast: drawer.moveOn,
              onTitle: setTitle,
            })}
          </div>
          <DrawerFoot entry={entry} />
        </section>
      </FocusTrap>
    </div>
  );
}

function DrawerHead({
  entry,
  drawer,
  title,
  host,
}: {
  entry: DrawerEntry;
  drawer: Drawer;
  title: string;
  host: Host;
}): ReactNode {
  const url = addressAt(host.org.id, 'entity', entry.uuid);
  const { back, forward } = useReach(entry.depth);
  return (
    <header className={styles['head']}>
      <IconButton label="Back" disabled={!back} onClick={() => drawer.step(-1)}>
        <ArrowLeft size={16} aria-hidden />
      </IconButton>
      <IconButton label="Forward" disabled={!forward} onClick={() => drawer.step(1)}>
        <ArrowRight size={16} aria-hidden />
      </IconButton>
      <Text as="h2" truncate>
        {title}
      </Text>
      <IconButton
        label="Open in new tab"
        onClick={() => {
          host.openTab({ url, title: title || 'Entity' });
        }}
      >
        <SquareArrowOutUpRight size={16} aria-hidden />
      </IconButton>
      <AddToSpace uuid={entry.uuid} name={title || 'Entity'} host={host} />
      <CopyLink url={url} />
      <IconButton label="Close" data-autofocus onClick={drawer.close}>
        <X size={16} aria-hidden />
      </IconButton>
    </header>
  );
}

/** Offers the entity to a space, in a dialog of the workspace's own. */
function AddToSpace({ uuid, name, host }: { uuid: string; name: string; host: Host }): ReactNode {
  const [open, setOpen] = useState(false);
  const item = { type: 'entity' as const, name, config: { uuid } };
  return (
    <>
      <IconButton label="Add to space" onClick={() => setOpen(true)} {...useSpaceControl()}>
        <FolderPlus size={16} aria-hidden />
      </IconButton>
      {open && host.renderPart('workspace/SpacePicker', { item, onClose: () => setOpen(false) })}
    </>
  );
}

const CONFIRM_MS = 3_000;

function CopyLink({ url }: { url: string }): ReactNode {
  const host = useHost();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(new URL(url, window.location.href).href).then(
      () => setCopied(true),
      () => host.toast({ kind: 'error', message: 'The browser did not allow copying the link.' }),
    );
  };
  return (
    <IconButton label={copied ? 'Link copied' : 'Copy link'} onClick={copy}>
      {copied ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
    </IconButton>
  );
}

function DrawerFoot({ entry }: { entry: DrawerEntry }): ReactNode {
  const before = neighbour(entry, -1);
  const after = neighbour(entry, 1);
  if (!before && !after) return null;
  return (
    <footer className={styles['foot']}>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> move through the list
    </footer>
  );
}
