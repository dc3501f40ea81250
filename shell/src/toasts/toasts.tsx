import type { Toast } from '@cairn/host';
import { ToastHost, type ToastItem } from '@cairn/ui';
import type { ReactNode } from 'react';
import { create } from 'zustand';

const MOST = 4;
const useToasts = create<{ toasts: readonly ToastItem[] }>(() => ({ toasts: [] }));

/** Shows a toast, unless one with the same text is visible. */
export function showToast(toast: Toast): void {
  const item: ToastItem = { id: crypto.randomUUID(), ...toast };
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter(({ message }) => message !== toast.message), item].slice(-MOST),
  }));
}

const dismiss = (id: string) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Undoes the newest toast that offers it; does nothing without one. */
export function undoLast(): void {
  const last = useToasts.getState().toasts.findLast(({ onUndo }) => onUndo);
  if (!last) return;
  last.onUndo?.();
  dismiss(last.id);
}

/** Shows toasts for the server's number of seconds; 0 keeps them until they are dismissed. */
export function Toasts({ seconds }: { seconds: number }): ReactNode {
  return <ToastHost toasts={useToasts((state) => state.toasts)} onDismiss={dismiss} seconds={seconds} />;
}
