/** Below `/`, what belongs to servers and files instead of pages. */
const NO_ORGS = [
  'api',
  'internal',
  'assets',
  'remotes',
  'openapi',
  'sign-in',
  'healthz',
  'readyz',
  'metrics',
];
const ORG = /^[\w-]{1,64}$/;

/** Where to go after signing in: an address below an org, the org chooser, or `/` for anything else. */
export function returnPath(to: string | null, origin = window.location.origin): string {
  const url = to?.startsWith('/') && URL.canParse(to, origin) ? new URL(to, origin) : null;
  // A browser reads `/\elsewhere` and a tab within `//` as another site; so does URL.
  if (url?.origin !== origin) return '/';
  const [, first = ''] = url.pathname.split('/');
  if (!ORG.test(first) || NO_ORGS.includes(first)) return '/';
  return url.pathname + url.search + url.hash;
}
