import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DialogProps } from './dialog.tsx';
import type { UntitledDialogProps } from './untitled-dialog.tsx';
import styles from './dialog.module.css';

// Locking the page's scroll would inject a style element, which the CSP refuses; the scrim covers the page
// anyway. `useFocusBack` returns the focus. Mantine would return it to a menu item that is just closing, and
// lose it.
const behaviour = { lockScroll: false, returnFocus: false };
const close = { 'aria-label': 'Close' };

/** The window of a Dialog. */
export function TitledWindow({ open, width = 440, height, children, ...props }: DialogProps): ReactNode {
  return (
    <Modal
      {...behaviour}
      {...props}
      closeButtonProps={close}
      opened={open}
      size={width}
      centered={!height}
      transitionProps={{ duration: 150, transition: 'fade-down' }}
      styles={height ? { content: { height }, body: { height: 'calc(100% - 56px)' } } : undefined}
    >
      {children}
    </Modal>
  );
}

const AT_LEFT = {
  xOffset: 0,
  yOffset: 0,
  classNames: { inner: styles['left'] ?? '', content: styles['whole'] ?? '' },
};

/** The window of an UntitledDialog. */
export function UntitledWindow(props: UntitledDialogProps): ReactNode {
  const { open, onClose, label, width = 600, placement = 'top', children } = props;
  const atLeft = placement === 'left';
  return (
    <Modal.Root
      {...behaviour}
      opened={open}
      onClose={onClose}
      size={width}
      transitionProps={{ duration: 120, transition: atLeft ? 'slide-right' : 'fade-down' }}
      {...(atLeft ? AT_LEFT : { yOffset: '14vh' })}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>{children}</Modal.Content>
    </Modal.Root>
  );
}
