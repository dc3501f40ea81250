import type { OrgId } from '@cairn/contracts';
import type { IssuedToken } from './session-tokens.ts';

/** The owner of a stream, and the rights with which it began. */
export interface StreamOwner extends Pick<IssuedToken, 'userId' | 'role'> {
  readonly cookie: string;
  readonly orgId: OrgId | undefined;
}

export interface SessionStreams {
  /** Passes an answer on. An event stream ends when its session ends or its rights change. */
  watch(answer: Response, owner: StreamOwner): Response;
  /** Checks the chosen streams at once. */
  check(chosen: (owner: StreamOwner) => boolean): void;
}

/** Milliseconds between checks for sessions that another gateway ended. */
const CHECK_MS = 15_000;

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream');

/** A body that can be ended without an error, and the function that ends it. */
function endable(body: ReadableStream<Uint8Array>, onEnd: () => void) {
  const reader = body.getReader();
  let isOpen = true;
  const close = () => {
    isOpen = false;
    onEnd();
  };
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      end = () => {
        if (!isOpen) return;
        close();
        controller.close();
        reader.cancel().catch(() => undefined);
      };
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (!isOpen) return;
      if (value) controller.enqueue(value);
      if (done) end();
    },
    cancel: (reason) => {
      close();
      return reader.cancel(reason);
    },
  });
  return { stream, end: () => end() };
}

/** Tracks the event streams through the gateway. `mayGoOn` says whether a stream keeps its rights. */
export function sessionStreams(
  mayGoOn: (owner: StreamOwner) => Promise<boolean>,
  everyMs = CHECK_MS,
): SessionStreams {
  const open = new Map<() => Promise<void>, StreamOwner>();
  return {
    watch: (answer, owner) => {
      if (!answer.body || !isStream(answer)) return answer;
      const { stream, end } = endable(answer.body, () => {
        clearInterval(timer);
        open.delete(check);
      });
      const check = async () => {
        if (!(await mayGoOn(owner))) end();
      };
      const timer = setInterval(() => void check(), everyMs);
      timer.unref();
      open.set(check, owner);
      return new Response(stream, { status: answer.status, headers: answer.headers });
    },
    check: (chosen) => {
      for (const [check, owner] of open) if (chosen(owner)) void check();
    },
  };
}
