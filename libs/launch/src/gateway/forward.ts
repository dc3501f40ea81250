import { AppError } from '@cairn/contracts';

export interface Forwarding {
  readonly request: Request;
  /** The whole address at the service. */
  readonly url: string;
  /** What the gateway itself says: identity, request id, address of the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setsCookies: boolean;
  readonly log: { warn(about: object, message: string): void };
}

/** The headers of a client that services get. Authorization, cookies and forwarding headers are never among them. */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'user-agent',
];
const keptBack = [
  'connection',
  'content-encoding',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Bytes of a body. Services have smaller limits of their own. */
const MAX_BODY = 4 * 1_048_576;
const tooLarge = () => new AppError('too_large', 'The body is too large.');

/** Streams a body, and fails once it exceeds the limit. */
function limited(body: ReadableStream<Uint8Array>, onTooLarge: () => void): ReadableStream<Uint8Array> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= MAX_BODY) return controller.enqueue(chunk);
        onTooLarge();
        controller.error(tooLarge());
      },
    }),
  );
}

function headersFrom({ request, headers }: Forwarding): Headers {
  const sent = new Headers();
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return sent;
}

/** Ends a stream without an error once the client has gone. */
function untilGone(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (signal.aborted) controller.close();
        else controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function answerFrom(answer: Response, { request, setsCookies }: Forwarding): Response {
  const headers = new Headers(answer.headers);
  // fetch has decoded an encoded body, so its length is no longer the one that was announced.
  if (headers.has('content-encoding')) headers.delete('content-length');
  for (const name of keptBack) headers.delete(name);
  if (!setsCookies) headers.delete('set-cookie');
  const body = answer.body && untilGone(answer.body, request.signal);
  return new Response(body, { status: answer.status, headers });
}

/** Proxies a request and streams the answer. The request to the service is aborted when the client goes away. */
export async function forward(forwarding: Forwarding): Promise<Response> {
  const { request, url, log } = forwarding;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) throw tooLarge();
  let grewTooLarge = false;
  const body = request.body && limited(request.body, () => (grewTooLarge = true));
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers: headersFrom(forwarding),
      ...(body ? { body, duplex: 'half' as const } : {}),
      redirect: 'manual',
      signal: request.signal,
    });
    return answerFrom(answer, forwarding);
  } catch (cause) {
    if (grewTooLarge) throw tooLarge();
    if (request.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.', { cause });
    log.warn({ err: cause, url: new URL(url).origin }, 'a service does not answer');
    throw new AppError('unavailable', 'A part of Cairn is not answering. Try again in a moment.');
  }
}
