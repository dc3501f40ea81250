import { sayNotLoaded } from './not-loaded.ts';
import { paintFirst } from './theme/first-paint.ts';

/**
 * The boundary behind which shared modules are provided before anything asks for one. Who is not signed in yet gets the
 * page for that alone.
 */
async function load(): Promise<void> {
  if (window.location.pathname === '/sign-in') await import('./sign-in/start.tsx');
  else (await import('./bootstrap.tsx')).start();
}

paintFirst();
load().catch(sayNotLoaded);
