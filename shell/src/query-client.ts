import { invalidate, pauseBeforeRetry, whileAway } from '@cairn/client';
import { AppError } from '@cairn/contracts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { markAsShown } from './late-errors/late-errors.ts';
import { isSignedOut, signInAddress } from './session/session.ts';

const FRESH_MS = 30_000;

/** When a session ends anywhere on the page, leads to the sign-in page and back afterwards. */
function leaveSignedOut(error: unknown): void {
  if (isSignedOut(error)) window.location.replace(signInAddress(window.location));
}

/** True when an org demands two factors of somebody who lacks them. */
const lacksFactor = (error: unknown) => error instanceof AppError && error.code === 'two_factor_required';

const queryCache = (readSession: () => void) =>
  new QueryCache({
    onError: (error) => {
      // The requesting component shows the error.
      markAsShown(error);
      leaveSignedOut(error);
      if (lacksFactor(error)) readSession();
    },
  });

const mutationCache = () =>
  new MutationCache({
    onError: (error, _variables, _result, { options }) => {
      if (options.onError) markAsShown(error);
      leaveSignedOut(error);
    },
  });

/**
 * The query client of the page. It retries only failures that may pass, and leads to signing in when the
 * session ends. The session is read again when an org begins to demand two factors.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: queryCache(() => void invalidate(client, 'session')),
    mutationCache: mutationCache(),
    defaultOptions: {
      // Cairn may run on the reader's machine, which is reachable without a network.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        retry: whileAway,
        retryDelay: pauseBeforeRetry,
      },
    },
  });
  return client;
}
