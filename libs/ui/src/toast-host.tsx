import { CircleAlert, Info, Undo2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toast-host.module.css';

export interface ToastItem {
  id: string;
  kind: 'error' | 'undo' | 'info';
  message: string;
  onUndo?: (() => void) | undefined;
}

const ICONS = { error: CircleAlert, undo: Undo2, info: Info };

/** Toasts at the bottom right (W§2.8): read out, paused on hover and focus; 0 seconds keep them. */
export function ToastHost({
  toasts,
  onDismiss,
  seconds = 6,
}: {
  toasts: readonly ToastItem[];
  onDismiss: (id: string) => void;
  seconds?: number;
}): ReactNode {
  return (
    <ul className={styles.list} aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} seconds={seconds} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </ul>
  );
}

function ToastLine({
  toast,
  seconds,
  onDismiss,
}: {
  toast: ToastItem;
  seconds: number;
  onDismiss: () => void;
}): ReactNode {
  const [held, setHeld] = useState(false);
  const leave = useEffectEvent(onDismiss);
  useEffect(() => {
    if (held || seconds <= 0) return undefined;
    const timer = setTimeout(() => leave(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, seconds]);
  const Icon = ICONS[toast.kind];
  return (
    <li
      className={styles.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span className={styles.words} role={toast.kind === 'error' ? 'alert' : undefined}>
        {toast.message}
      </span>
      {toast.onUndo && (
        <Button
          size="small"
          onClick={() => {
            toast.onUndo?.();
            onDismiss();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" size="small" onClick={onDismiss}>
        <X size={14} aria-hidden />
      </IconButton>
    </li>
  );
}
