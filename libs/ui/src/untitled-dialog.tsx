import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './focus-back.ts';

/** A dialog without a title line, such as a search; its label is its accessible name. */
export function UntitledDialog({
  open,
  onClose,
  label,
  width = 600,
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  width?: number;
  children: ReactNode;
}): ReactNode {
  useFocusBack(open);
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      size={width}
      yOffset="14vh"
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ duration: 120, transition: 'fade-down' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>{children}</Modal.Content>
    </Modal.Root>
  );
}
