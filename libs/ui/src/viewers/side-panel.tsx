import { FocusTrap, useMatches } from '@cairn/ui';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './side-panel.module.css';

/** At this width a window leaves no room beside the page. */
const NARROW = '(max-width: 1100px)';

interface SidePanelProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel at the right edge, which a page with `:has([data-side-panel])` makes room for; in a narrow window a sheet
 * over the page. Escape closes it and returns the focus.
 */
export function SidePanel({ label, onClose, children }: SidePanelProps): ReactNode {
  const isNarrow = useMatches(NARROW);
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <>
      {isNarrow && <div className={styles.scrim} onClick={onClose} aria-hidden />}
      <FocusTrap active={isNarrow}>
        <aside
          className={styles.panel}
          aria-label={label}
          data-side-panel
          onKeyDown={onKeyDown}
          {...(isNarrow ? { role: 'dialog', 'aria-modal': true } : {})}
        >
          {children}
        </aside>
      </FocusTrap>
    </>
  );
}
