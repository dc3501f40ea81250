const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something: it reads, or it comes from our own pages, or from no browser at all.
 * A browser names the page in Origin or Sec-Fetch-Site with every write and pages cannot take these away, so a write
 * with neither is a script with a cookie of its own, not somebody else's page with a borrowed one.
 */
export function mayWrite(method: string, headers: Headers, trusted: readonly string[]): boolean {
  if (reading.has(method)) return true;
  const origin = headers.get('origin');
  if (origin !== null) return trusted.includes(origin);
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin';
}
