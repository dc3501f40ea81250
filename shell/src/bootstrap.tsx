import { joinThrough } from '@cairn/contracts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { joinReads } from './joined-reads/joined-reads.ts';
import { keepRoot } from './keep-root/keep-root.ts';
import { reportLateErrors } from './late-errors/late-errors.ts';
import { knownRegistry } from './remotes/load-part.ts';
import { paintedFirst } from './theme/first-paint.ts';
import { showToast } from './toasts/toasts.tsx';

/** Starts the shell; the sign-in page preloads its scripts without calling this. */
export function start(): void {
  paintedFirst();
  joinThrough(joinReads((path, init) => fetch(path, init)));
  reportLateErrors({ target: window, showToast });
  // Beside the session; who needs it reads it again where it fails.
  knownRegistry().catch(() => undefined);
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(<App />);
  keepRoot(root, () =>
    showToast({
      kind: 'error',
      message: 'A part of this page removed the others, which are back. If something is missing, reload.',
    }),
  );
}
