import { AppError } from '@cairn/contracts';
import type { Toast } from '@cairn/host';

/** Cancelled requests, and the end of a session, which leads to the sign-in page. */
const QUIET: readonly string[] = ['cancelled', 'unauthenticated'];
/** Errors within this time share one message. */
const BETWEEN_MS = 30_000;

const shown = new WeakSet<object>();

/** Marks an error that a page already shows. */
export function markAsShown(error: unknown): void {
  if (typeof error === 'object' && error !== null) shown.add(error);
}

function isQuiet(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return error === undefined || error === null;
  if (shown.has(error)) return true;
  if (error instanceof AppError) return QUIET.includes(error.code);
  const { name, stack = '' } = error as { name?: unknown; stack?: string };
  return name === 'AbortError' || /-extension:\/\//.test(stack);
}

/** A short hash of a text, equal on every machine: FNV-1a. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** An error's code for support: its front-end, and a digest that distinguishes it. */
function supportCode(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const remote = error instanceof Error ? /\/remotes\/([\w-]+)\//.exec(stack ?? '')?.[1] : undefined;
  return `${remote ?? 'cairn'}-${digest(`${name}: ${message}`)}`;
}

export interface LateErrors {
  /** The target that uncaught errors reach: the window. */
  readonly target: EventTarget;
  readonly showToast: (toast: Toast) => void;
  readonly now?: () => number;
}

/** Shows each uncaught error once, such as one of a timer; returns a function that stops it. */
export function reportLateErrors({
  target,
  showToast,
  now = () => performance.now(),
}: LateErrors): () => void {
  const known = new Set<string>();
  let last = Number.NEGATIVE_INFINITY;
  const hear = (error: unknown) => {
    if (isQuiet(error)) return;
    const code = supportCode(error);
    if (known.has(code) || now() - last < BETWEEN_MS) return;
    known.add(code);
    last = now();
    const message = `Something on this page failed in the background. Reload it if anything looks wrong. Code for support: ${code}`;
    showToast({ kind: 'info', message });
  };
  const onError = (event: Event) => hear((event as ErrorEvent).error);
  const onRejection = (event: Event) => hear((event as PromiseRejectionEvent).reason ?? 'nothing');
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return () => {
    target.removeEventListener('error', onError);
    target.removeEventListener('unhandledrejection', onRejection);
  };
}
