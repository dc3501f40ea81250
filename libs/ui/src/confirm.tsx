import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface Confirmation {
  title: string;
  /** What will happen, and whether it can be undone. */
  message: ReactNode;
  /** The verb on the button, e.g. "Delete board". */
  confirm: string;
  cancel?: string;
  danger?: boolean;
}

type Ask = (confirmation: Confirmation) => Promise<boolean>;
const ConfirmContext = createContext<Ask | null>(null);

/** Returns a function that asks for confirmation; it resolves to false on Cancel and Escape. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a UiProvider around it');
  return ask;
}

/** Holds the dialog that `useConfirm` opens. */
export function ConfirmHost({ children }: { children: ReactNode }): ReactNode {
  const [asked, setAsked] = useState<{ what: Confirmation; answer: (yes: boolean) => void } | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // So that a question can be asked when the network is gone.
    const idle = requestIdleCallback(() => void import('./loaded-dialogs.tsx').catch(() => undefined));
    return () => cancelIdleCallback(idle);
  }, []);
  const ask = useCallback<Ask>(
    (what) =>
      new Promise((answer) => {
        setAsked({ what, answer });
        setOpen(true);
      }),
    [],
  );
  const close = (yes: boolean) => {
    asked?.answer(yes);
    setOpen(false);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Dialog open={open} onClose={() => close(false)} title={asked?.what.title ?? ''}>
        <div>{asked?.what.message}</div>
        <DialogActions>
          <Button onClick={() => close(false)}>{asked?.what.cancel ?? 'Cancel'}</Button>
          <Button
            variant={asked?.what.danger ? 'danger' : 'primary'}
            data-autofocus
            onClick={() => close(true)}
          >
            {asked?.what.confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </ConfirmContext>
  );
}
