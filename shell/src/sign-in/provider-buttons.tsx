import { Button, Note } from '@cairn/ui/sign-in';
import type { ReactNode } from 'react';
import { startProviderSignIn, type SignInSite } from '../session/auth.ts';
import { useAttempt } from './use-attempt.ts';

interface ProviderProps {
  sites: readonly SignInSite[];
  /** Where the site leads back to. */
  back: { readonly to?: string; readonly invite_code?: string };
  leave: (address: string) => void;
}

/** A button for each site whose accounts sign in here. */
export function ProviderButtons({ sites, back, leave }: ProviderProps): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  return (
    <>
      {error && <Note tone="bad">{error.message}</Note>}
      {sites.map(({ id, name }) => (
        <Button
          key={id}
          disabled={waiting}
          onClick={() => void attempt(startProviderSignIn(id, back), leave)}
        >
          Continue with {name}
        </Button>
      ))}
    </>
  );
}

const PROBLEMS: Readonly<Record<string, string>> = {
  signup_disabled:
    'There is no account of yours here, and making one needs an invitation. Ask an admin for one.',
  account_not_linked:
    'An account here has your e-mail already. Sign in to it as before, then connect the other site under Settings, Logins.',
  domain_not_allowed: 'People with an e-mail of your domain do not sign in here that way.',
  email_not_verified: 'The other site has not verified your e-mail. Verify it there, and try again.',
  email_not_found: 'The other site did not tell your e-mail, which an account here needs.',
  access_denied: 'You did not allow the other site to tell who you are.',
};

/** Why signing in at another site failed, for the person who tried. */
export const providerProblem = (code: string): string =>
  PROBLEMS[code] ?? 'Signing in at the other site did not work. Try again.';
