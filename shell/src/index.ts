import { drawFirstFrame } from './sidebar/first-frame.ts';
import { showNotLoaded } from './not-loaded.ts';
import { hasOwnSheets } from './own-sheets.ts';
import { paintFirst } from './theme/first-paint.ts';

/**
 * An async boundary, so that shared modules are provided before any import of one. At `/sign-in` it
 * loads only that page.
 */
async function load(): Promise<void> {
  if (!hasOwnSheets()) throw new Error('No styles');
  drawFirstFrame(window.location.pathname);
  if (window.location.pathname === '/sign-in') await import('./sign-in/start.tsx');
  else (await import('./bootstrap.tsx')).start();
}

paintFirst();
load().catch(showNotLoaded);
