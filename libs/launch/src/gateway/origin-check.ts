const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True unless a request is a write that another site's page may have sent. Browsers name the page of every write in
 * Origin or Sec-Fetch-Site. A write with neither header comes from a script that has a cookie of its own.
 */
export function mayWrite(method: string, headers: Headers, trusted: readonly string[]): boolean {
  if (reading.has(method)) return true;
  const origin = headers.get('origin');
  if (origin !== null) return trusted.includes(origin);
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin';
}
