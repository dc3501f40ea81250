import { pauseBeforeRetry, whileAway } from '@cairn/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { markAsTold } from './late-errors/late-errors.ts';
import { isSignedOut, signInAddress } from './session/session.ts';

const FRESH_MS = 30_000;

/** A session that ends anywhere on the page leads to the sign-in page, and from there back. */
function leaveSignedOut(error: unknown): void {
  if (isSignedOut(error)) window.location.replace(signInAddress(window.location));
}

const queryCache = () =>
  new QueryCache({
    onError: (error) => {
      // Whoever asks for it shows it.
      markAsTold(error);
      leaveSignedOut(error);
    },
  });

const mutationCache = () =>
  new MutationCache({
    onError: (error, _variables, _result, { options }) => {
      if (options.onError) markAsTold(error);
      leaveSignedOut(error);
    },
  });

/** The one client of the page: asks again only what a moment may mend, and leads to signing in when the session ends. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: queryCache(),
    mutationCache: mutationCache(),
    defaultOptions: {
      // Cairn may run on the machine of the reader, who has it without a network too.
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
}
