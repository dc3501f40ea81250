import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back.ts';

interface OverlayProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

const motion = { duration: 150 };
// Locking the page's scroll would inject a style element, which the CSP refuses; the scrim covers the page
// anyway. `useFocusBack` returns the focus. Mantine would return it to a menu item that is just closing, and
// lose it.
const behaviour = { lockScroll: false, returnFocus: false, closeButtonProps: { 'aria-label': 'Close' } };

/** A modal window: traps the focus, closes with Escape, and returns the focus. */
export function Dialog({
  open,
  onClose,
  title,
  width = 440,
  height,
  children,
}: OverlayProps & { width?: number; height?: string }): ReactNode {
  useFocusBack(open);
  return (
    <Modal
      {...behaviour}
      opened={open}
      onClose={onClose}
      title={title}
      size={width}
      centered={!height}
      transitionProps={{ ...motion, transition: 'fade-down' }}
      styles={height ? { content: { height }, body: { height: 'calc(100% - 56px)' } } : undefined}
    >
      {children}
    </Modal>
  );
}

/** The row of buttons at the end of a dialog; the action comes last. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
