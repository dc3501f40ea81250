import type { UserSession } from '@cairn/client';
import {
  ErrorState,
  lazyComponent,
  OutdatedProvider,
  setDateFormat,
  setNumberFormat,
  setTimeFormat,
  UiProvider,
} from '@cairn/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { FirstWaiting } from './sidebar/first-waiting.tsx';
import { createQueryClient } from './query-client.ts';
import { defaultOrg, isSignedOut, rememberOrg, useSession } from './session/session.ts';
import { applyTheme, useColorScheme } from './theme/theme.ts';
import { isOutdated } from './updates/new-version.tsx';
import { WaitingNote } from './waiting/waiting-note.tsx';
import { Workspace } from './workspace.tsx';
import styles from './app.module.css';

// Whoever opens an org needs none of it.
const OrgChooser = lazyComponent(async () => (await import('./orgs/orgs.tsx')).OrgChooser);

// Few orgs demand two factors of somebody who lacks them.
const FactorGate = lazyComponent(async () => (await import('./orgs/factor-gate.tsx')).FactorGate);

/** The shell: everything around the remotes. */
export function App(): ReactNode {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <UiProvider colorScheme={useColorScheme()}>
        <OutdatedProvider value={isOutdated}>
          <Suspense fallback={<FirstWaiting />}>
            <SignedIn />
          </Suspense>
        </OutdatedProvider>
      </UiProvider>
    </QueryClientProvider>
  );
}

function SignedIn(): ReactNode {
  const { data: session, error, refetch } = useSession();
  const { theme, dateFormat, timeFormat, numberFormat } = session?.user.preferences ?? {};
  // Before anything beneath is drawn, which reads them.
  if (dateFormat) setDateFormat(dateFormat);
  setTimeFormat(timeFormat ?? null);
  if (numberFormat) setNumberFormat(numberFormat);
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  if (session) return <AddressedOrg session={session} />;
  if (!error || isSignedOut(error)) {
    return (
      <>
        <WaitingNote />
        <FirstWaiting />
      </>
    );
  }
  return (
    <main className={styles['whole']}>
      <ErrorState title="Cairn cannot be opened" error={error} onRetry={() => void refetch()} />
    </main>
  );
}

/** The org in the address, or the org chooser. */
function AddressedOrg({ session }: { session: UserSession }): ReactNode {
  const [first = '', second] = window.location.pathname.split('/').slice(1);
  const org = session.orgs.find(({ id }) => id === first);
  const isWelcome = first === 'onboarding';
  const fallback =
    first === '' || isWelcome
      ? defaultOrg(session.orgs)
      : second === undefined || second === ''
        ? org
        : undefined;
  useEffect(() => {
    if (fallback) window.location.replace(`/${fallback.id}/${isWelcome ? first : 'home'}`);
    else if (org) rememberOrg(org.id);
  }, [fallback, org, isWelcome, first]);
  if (fallback) return <FirstWaiting />;
  if (org?.needsTwoFactor) return <FactorGate org={org} hasOthers={session.orgs.length > 1} />;
  if (org) return <Workspace session={session} org={org} />;
  return <OrgChooser session={session} notFound={first !== '' && first !== 'orgs' && !isWelcome} />;
}
