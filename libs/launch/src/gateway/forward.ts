import { AppError } from '@cairn/contracts';
import type { ServiceName } from '@cairn/contracts/services';
import { bodyTooLarge, discardBody, untilGone } from '@cairn/service-kit';

export interface Forwarding {
  readonly request: Request;
  readonly service: ServiceName;
  /** The full address at the service. */
  readonly url: string;
  /** The gateway's own headers: identity, request id, address of the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setsCookies: boolean;
  /** Bytes of the largest body of this route; a common limit without it. */
  readonly bodyLimit?: number | undefined;
  /** This route also gets the headers that a client names itself. */
  readonly passesOwnHeaders?: boolean;
  /** Milliseconds until the service must start to answer. The length of the answer is not limited. */
  readonly firstByteWithin: number;
  readonly log: { warn(about: object, message: string): void };
}

/**
 * The client's headers that services receive. Authorization, cookies and forwarding headers are never among
 * them.
 */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'user-agent',
];
/** Headers that a tool names itself; those that proxies and Cairn trust are not among them. */
const OWN = /^x-(?!forwarded|cairn|request-id|real|original|envoy|scheme|cluster)/;
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

const PARTS: Readonly<Record<ServiceName, string>> = {
  workspace: 'accounts and saved things',
  graph: 'sources and queries',
  chat: 'questions in words',
};
const RETRY_AFTER_SECONDS = 5;

/** The error of a service that is down or hangs. The launcher restarts it, so a retry makes sense. */
function unavailable(service: ServiceName, state: string): AppError {
  const message = `The part of Cairn for ${PARTS[service]} ${state}. Try again in a moment.`;
  return new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS });
}

interface LimitedBody {
  readonly stream: ReadableStream<Uint8Array>;
  isTooLarge(): boolean;
  /** Resolves when the body is no longer read. */
  readonly ended: Promise<unknown>;
}

/** Streams a body, and fails beyond the limit. The rest is left for `discardBody`. */
function limited(body: ReadableStream<Uint8Array>, most: number): LimitedBody {
  let bytes = 0;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= most) controller.enqueue(chunk);
      else controller.error(bodyTooLarge(most));
    },
  });
  const ended = body.pipeTo(writable, { preventCancel: true }).catch(() => undefined);
  return { stream: readable, isTooLarge: () => bytes > most, ended };
}

function headersFrom({ request, headers, passesOwnHeaders = false }: Forwarding): Headers {
  const sent = new Headers();
  const own = passesOwnHeaders ? [...request.headers.keys()].filter((name) => OWN.test(name)) : [];
  for (const name of [...passedOn, ...own]) {
    const value = request.headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return sent;
}

function answerFrom(answer: Response, { request, setsCookies }: Forwarding): Response {
  const headers = new Headers(answer.headers);
  // fetch has decoded the body, so the announced length is wrong.
  if (headers.has('content-encoding')) headers.delete('content-length');
  for (const name of keptBack) headers.delete(name);
  if (!setsCookies) headers.delete('set-cookie');
  const body = answer.body && untilGone(answer.body, request.signal);
  return new Response(body, { status: answer.status, headers });
}

/**
 * Refuses a body that is too large after the client has sent it all, because many clients do not listen
 * before that.
 */
async function refuseBody({ request, bodyLimit = MAX_BODY }: Forwarding): Promise<never> {
  await discardBody(request.body);
  throw bodyTooLarge(bodyLimit);
}

/**
 * Proxies a request and streams the answer. When the client leaves, the request to the service is aborted.
 */
export async function forward(forwarding: Forwarding): Promise<Response> {
  const { request, service, url, firstByteWithin, log, bodyLimit = MAX_BODY } = forwarding;
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit) return refuseBody(forwarding);
  const body = request.body && limited(request.body, bodyLimit);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), firstByteWithin);
  try {
    const answer = await fetch(url, {
      method: request.method,
      headers: headersFrom(forwarding),
      ...(body ? { body: body.stream, duplex: 'half' as const } : {}),
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, late.signal]),
    });
    return answerFrom(answer, forwarding);
  } catch (cause) {
    if (body?.isTooLarge()) {
      await body.ended;
      return await refuseBody(forwarding);
    }
    if (request.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.', { cause });
    log.warn({ err: cause, url: new URL(url).origin }, 'a service does not answer');
    if (!late.signal.aborted) throw unavailable(service, 'is not answering');
    throw unavailable(service, `has not answered for ${Math.round(firstByteWithin / 1_000)} seconds`);
  } finally {
    clearTimeout(timer);
  }
}
