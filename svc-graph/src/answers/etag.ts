import { createHash, randomUUID } from 'node:crypto';

/** Another process may plan differently, know other kinds, or count the versions of another engine. */
const THIS_PROCESS = randomUUID();

/** The tag of an answer: equal for equal parts while the process runs. */
export function etagOf(parts: readonly unknown[]): string {
  const text = JSON.stringify([THIS_PROCESS, ...parts]);
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Compares tags weakly, because a proxy may drop the mark of a weak tag. */
const opaque = (tag: string) => tag.replace(/^W\//, '');

/** True when the caller already has the answer with this tag. */
export function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',');
  return known.some((tag) => opaque(tag.trim()) === opaque(etag));
}

/** The 304 response for a caller that has the answer with this tag. */
export function unchanged(etag: string): Response {
  return new Response(null, { status: 304, headers: { etag } });
}
