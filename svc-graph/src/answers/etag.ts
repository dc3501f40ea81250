import { createHash, randomUUID } from 'node:crypto';

/** Another process may plan otherwise, know other kinds, or count versions of another engine. */
const THIS_PROCESS = randomUUID();

/** The tag of an answer: the same for the same parts as long as the process runs. */
export function etagOf(parts: readonly unknown[]): string {
  const text = JSON.stringify([THIS_PROCESS, ...parts]);
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Tags are compared weakly: a proxy may have dropped the mark of a weak one. */
const opaque = (tag: string) => tag.replace(/^W\//, '');

/** Whether the caller already has the answer with this tag. */
export function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',');
  return known.some((tag) => opaque(tag.trim()) === opaque(etag));
}

/** The response to a caller that has the answer with this tag. */
export function unchanged(etag: string): Response {
  return new Response(null, { status: 304, headers: { etag } });
}
