import type { MiddlewareHandler } from 'hono';
import { compress, COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';

const ARROW = /^application\/vnd\.apache\.arrow\.(?:stream|file)(?:[;\s]|$)/i;

/**
 * Bytes of the largest body that is compressed, which takes 110 ms of one core. Exports are larger, or of
 * unknown length. A core compresses 36 MB of Arrow a second, which is less than a network carries.
 */
const MAX_COMPRESSED = 4 * 1_048_576;

/** Compresses answers from a kilobyte up to 4 MB: JSON, Arrow and csv. Event streams and exports pass as they are. */
export function compressedAnswers(): MiddlewareHandler {
  const compressed = compress({
    contentTypeFilter: (type) => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || ARROW.test(type),
  });
  return async (c, next) => {
    await next();
    const length = c.res.headers.get('content-length');
    if (length !== null && Number(length) <= MAX_COMPRESSED) await compressed(c, async () => undefined);
  };
}
