import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './focus-back.ts';
import styles from './untitled-dialog.module.css';

const AT_LEFT = { inner: styles['left'] ?? '', content: styles['whole'] ?? '' };

/** A dialog without a title line, such as a search or a sheet at the left; its label is its accessible name. */
export function UntitledDialog({
  open,
  onClose,
  label,
  width = 600,
  placement = 'top',
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  width?: number;
  placement?: 'top' | 'left';
  children: ReactNode;
}): ReactNode {
  useFocusBack(open);
  const atLeft = placement === 'left';
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      size={width}
      yOffset={atLeft ? 0 : '14vh'}
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ duration: 120, transition: atLeft ? 'slide-right' : 'fade-down' }}
      {...(atLeft && { xOffset: 0, classNames: AT_LEFT })}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>{children}</Modal.Content>
    </Modal.Root>
  );
}
