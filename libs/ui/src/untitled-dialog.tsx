import { Suspense, type ReactNode } from 'react';
import { useOpenedBefore } from './dialog.tsx';
import { useFocusBack } from './focus-back.ts';
import { lazyComponent } from './lazy-component.tsx';

export interface UntitledDialogProps {
  open: boolean;
  onClose: () => void;
  label: string;
  width?: number;
  placement?: 'top' | 'left';
  children: ReactNode;
}

const UntitledWindow = lazyComponent(async () => (await import('./loaded-dialogs.tsx')).UntitledWindow);

/** A dialog without a title line, such as a search or a sheet at the left; its label is its accessible name. */
export function UntitledDialog(props: UntitledDialogProps): ReactNode {
  useFocusBack(props.open);
  if (!useOpenedBefore(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <UntitledWindow {...props} />
    </Suspense>
  );
}
