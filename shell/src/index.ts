import { paintFirst } from './theme/first-paint.ts';

paintFirst();
// The boundary behind which shared modules are provided before anything asks for one. Who is not signed in yet gets the
// page for that alone.
if (window.location.pathname === '/sign-in') void import('./sign-in/start.tsx');
else void import('./bootstrap.tsx').then(({ start }) => start());
