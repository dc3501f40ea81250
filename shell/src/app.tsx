import { AppError } from '@cairn/contracts';
import { ErrorState, UiProvider } from '@cairn/ui';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { OrgChooser } from './orgs/orgs.tsx';
import { PageWaiting } from './remotes/part-frame.tsx';
import {
  defaultOrg,
  isSignedOut,
  rememberOrg,
  signInAddress,
  useSession,
  type Session,
} from './session/session.ts';
import { applyTheme, useColorScheme } from './theme/theme.ts';
import { Workspace } from './workspace.tsx';

const FRESH_MS = 30_000;
const MOST_RETRIES = 2;

/** A session that ends anywhere on the page leads to the sign-in page, and from there back. */
function onError(error: unknown): void {
  if (isSignedOut(error)) window.location.replace(signInAddress(window.location));
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // Only a service that is away may be back the next moment; everything else would fail again.
        retry: (count, error) =>
          count < MOST_RETRIES && error instanceof AppError && error.code === 'unavailable',
      },
    },
  });
}

/** The shell: everything around the remotes. */
export function App(): ReactNode {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <UiProvider colorScheme={useColorScheme()}>
        <Suspense fallback={<PageWaiting />}>
          <SignedIn />
        </Suspense>
      </UiProvider>
    </QueryClientProvider>
  );
}

function SignedIn(): ReactNode {
  const { data: session, error, refetch } = useSession();
  const theme = session?.user.preferences.theme;
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  if (session) return <Place session={session} />;
  if (!error || isSignedOut(error)) return <PageWaiting />;
  return (
    <main className="sh-whole">
      <ErrorState title="Cairn cannot be opened" error={error} onRetry={() => void refetch()} />
    </main>
  );
}

/** What the address asks for: the org chooser, an org, or nothing that there is. */
function Place({ session }: { session: Session }): ReactNode {
  const [first = '', second] = window.location.pathname.split('/').slice(1);
  const org = session.orgs.find(({ id }) => id === first);
  const fallback =
    first === '' ? defaultOrg(session.orgs) : second === undefined || second === '' ? org : undefined;
  useEffect(() => {
    if (fallback) window.location.replace(`/${fallback.id}/home`);
    else if (org) rememberOrg(org.id);
  }, [fallback, org]);
  if (fallback) return <PageWaiting />;
  if (org) return <Workspace session={session} org={org} />;
  return <OrgChooser orgs={session.orgs} notFound={first !== '' && first !== 'orgs'} />;
}
