import { AppError } from '@cairn/contracts';
import type { MiddlewareHandler } from 'hono';

/** A client that sends more than this is disconnected. */
const MAX_DISCARDED = 64 * 1_048_576;

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads and discards the rest of a body. Otherwise a client that still sends sees a broken connection instead
 * of the answer. The server's time limit for requests bounds the duration.
 */
async function discard(reader: BodyReader): Promise<void> {
  let bytes = 0;
  try {
    while (bytes <= MAX_DISCARDED) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The client has left.
  }
}

/** Reads an unused body to its end, so that its client can read the answer. */
export async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body && !body.locked) await discard(body.getReader());
}

/** The error of a body with more bytes than these. */
export function bodyTooLarge(maxSize: number): AppError {
  const megabytes = maxSize / 1_048_576;
  const most = megabytes >= 1 ? `${String(Math.floor(megabytes))} MB` : `${String(maxSize)} bytes`;
  return new AppError('too_large', `The body is too large: ${most} at most.`);
}

/** Reads a whole body; refuses one with more bytes than these, after it is sent. */
export async function readUpTo(
  body: ReadableStream<Uint8Array>,
  maxSize: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxSize) break;
    chunks.push(value);
  }
  await discard(reader);
  throw bodyTooLarge(maxSize);
}

/**
 * Refuses bodies that are too large, after they are sent. With a content-length the body stays untouched,
 * because the server then reads it at once instead of as a stream. Even a look at `body` makes that stream.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  return async (c, next) => {
    const request = c.req.raw;
    const { headers } = request;
    const announced = headers.get('content-length');
    if (announced !== null && !headers.has('transfer-encoding')) {
      if (Number(announced) <= maxSize) return next();
      await discardBody(request.body);
      throw bodyTooLarge(maxSize);
    }
    const { body, method } = request;
    if (!body) return next();
    c.req.raw = new Request(request, { method, body: await readUpTo(body, maxSize) });
    return next();
  };
}
