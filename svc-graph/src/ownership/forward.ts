import { AppError } from '@cairn/contracts';
import { untilGone } from '@cairn/service-kit';

/** Marks a request that another process has sent here; it is not sent on. */
export const FORWARDED = 'x-cairn-forwarded';

/** The headers of one connection, and those that fetch writes itself. */
const OF_CONNECTION = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** fetch has decoded the body. */
const OF_ENCODING = ['content-encoding'];
const RETRY_AFTER = 5;

const notAnswering = (cause: unknown) =>
  new AppError(
    'unavailable',
    'The process of Cairn that has the data of this organization does not answer. Another one takes over within a minute.',
    { cause, retryAfter: RETRY_AFTER },
  );

function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers);
  for (const name of names) kept.delete(name);
  return kept;
}

/** The same request, marked as sent by another process. */
export function marked(request: Request, body: Uint8Array<ArrayBuffer> | null, requestId: string): Request {
  const headers = without(request.headers, OF_CONNECTION);
  headers.set(FORWARDED, '1');
  headers.set('x-request-id', requestId);
  const { method, signal } = request;
  return new Request(request.url, { method, headers, body, signal });
}

/**
 * Has another process answer a request, as it came, and streams both bodies. A client who leaves here leaves there too.
 */
export async function forwardTo(address: string, request: Request, requestId: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = without(request.headers, OF_CONNECTION);
  headers.set(FORWARDED, '1');
  headers.set('x-request-id', requestId);
  const { method, body, signal } = request;
  try {
    const answer = await fetch(address + pathname + search, {
      method,
      headers,
      ...(body ? { body, duplex: 'half' as const } : {}),
      redirect: 'manual',
      signal,
    });
    const decoded = answer.headers.has('content-encoding') ? ['content-length', ...OF_ENCODING] : [];
    const told = without(answer.headers, [...decoded, 'connection', 'keep-alive', 'transfer-encoding']);
    return new Response(answer.body && untilGone(answer.body, signal), {
      status: answer.status,
      headers: told,
    });
  } catch (cause) {
    if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled.', { cause });
    throw notAnswering(cause);
  }
}
