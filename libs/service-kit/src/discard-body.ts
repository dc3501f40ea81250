/** A client that sends more than this is cut off. */
const MAX_DISCARDED = 64 * 1_048_576;

/**
 * Reads the rest of a body and forgets it. A client that is still sending sees a broken connection otherwise, instead of
 * the answer. How long it may take is bounded by the server's time limit for requests.
 */
export async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  let bytes = 0;
  try {
    while (bytes <= MAX_DISCARDED) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
  } catch {
    // The client has gone.
  }
}
