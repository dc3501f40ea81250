import { AppError } from '@cairn/contracts';

export interface PullStream {
  /** The next chunk; undefined after the last. */
  readonly next: () => Promise<Uint8Array | undefined>;
  /** Called once: after the last chunk, on an error, or when the reader leaves or stops reading. */
  readonly release: () => void;
  /** Milliseconds after which a body that nobody reads is closed. */
  readonly idle: number;
  /** Bytes that are produced ahead of the reader. */
  readonly ahead?: number;
  readonly signal?: AbortSignal;
}

const givenUp = () => new AppError('cancelled', 'The answer was given up.');

/** A response body that is produced while it is read. */
export function pullStream({
  next,
  release,
  idle,
  ahead = 0,
  signal,
}: PullStream): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    release();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    const fail = (error: unknown) => {
      end();
      controller.error(error);
    };
    if (ended) return fail(givenUp());
    try {
      const chunk = await next();
      if (chunk) {
        controller.enqueue(chunk);
        if (!ended) timer = setTimeout(() => fail(givenUp()), idle).unref();
      } else {
        end();
        controller.close();
      }
    } catch (error) {
      fail(error);
    }
  };
  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end, { once: true });
  return new ReadableStream<Uint8Array>(
    { pull, cancel: end },
    new ByteLengthQueuingStrategy({ highWaterMark: ahead }),
  );
}
