import { Suspense, useState, type ReactNode } from 'react';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back.ts';
import { lazyComponent } from './lazy-component.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  width?: number;
  height?: string;
  children: ReactNode;
}

const TitledWindow = lazyComponent(async () => (await import('./loaded-dialogs.tsx')).TitledWindow);

/** True from the first opening on, so that a window can be drawn while it closes. */
export function useOpenedBefore(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}

/** A modal window: traps the focus, closes with Escape, and returns the focus. It is loaded when it opens. */
export function Dialog(props: DialogProps): ReactNode {
  useFocusBack(props.open);
  if (!useOpenedBefore(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <TitledWindow {...props} />
    </Suspense>
  );
}

/** The row of buttons at the end of a dialog; the action comes last. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
