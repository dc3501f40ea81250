import { AppError } from '@cairn/contracts';

export interface Along {
  /** What comes next; undefined after the last. */
  readonly next: () => Promise<Uint8Array | undefined>;
  /** Told once: when all is read, at a fault, when the reader goes, or when nobody reads on. */
  readonly letGo: () => void;
  /** Milliseconds after which a body that nobody reads on is given up. */
  readonly idle: number;
  /** Bytes that are made before the reader has taken those before, so that both have something to do. */
  readonly ahead?: number;
  readonly signal?: AbortSignal;
}

const givenUp = () => new AppError('cancelled', 'The answer was given up.');

/** A body that is made while it is read. */
export function readAlong({ next, letGo, idle, ahead = 0, signal }: Along): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    letGo();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    const fail = (error: unknown) => {
      end();
      controller.error(error);
    };
    if (ended) return fail(givenUp());
    try {
      const part = await next();
      if (part) {
        controller.enqueue(part);
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
