import { Button } from '@cairn/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './new-version.module.css';

/** The full-screen banner of a new version (W§2.8); who is in the middle of something may put it off. */
export function VersionScreen({ onLater }: { onLater: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLButtonElement>('button:last-of-type')?.focus();
  }, []);
  return (
    <dialog ref={dialog} className={styles['screen']} aria-labelledby="new-version" onClose={onLater}>
      <h1 id="new-version">A new version of the application is available.</h1>
      <p>Reload uses it. What is not saved yet can be saved first.</p>
      <div className={styles['actions']}>
        <Button onClick={() => dialog.current?.close()}>Not now</Button>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </dialog>
  );
}
