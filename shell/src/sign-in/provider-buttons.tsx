import { Button, Note } from '@cairn/ui/sign-in';
import type { ReactNode } from 'react';
import { startProviderSignIn } from '../session/auth.ts';
import { useAttempt } from './use-attempt.ts';

/** The names of the sites whose accounts may sign in. */
const NAMES: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google' };

interface ProviderProps {
  providers: readonly string[];
  /** Where the site leads back to. */
  back: { readonly to?: string; readonly invite_code?: string };
  leave: (address: string) => void;
}

/** A button for each site whose accounts sign in here. */
export function ProviderButtons({ providers, back, leave }: ProviderProps): ReactNode {
  const { waiting, error, attempt } = useAttempt();
  return (
    <>
      {error && <Note tone="bad">{error.message}</Note>}
      {providers.map((provider) => (
        <Button
          key={provider}
          disabled={waiting}
          onClick={() => void attempt(startProviderSignIn(provider, back), leave)}
        >
          Continue with {NAMES[provider] ?? provider}
        </Button>
      ))}
    </>
  );
}

const PROBLEMS: Readonly<Record<string, string>> = {
  signup_disabled:
    'There is no account of yours here, and making one needs an invitation. Ask an admin for one.',
  account_not_linked:
    'An account here has your e-mail already. Sign in to it with its password, because the other site has not verified the e-mail.',
  email_not_found: 'The other site did not tell your e-mail, which an account here needs.',
  access_denied: 'You did not allow the other site to tell who you are.',
};

/** Why signing in at another site failed, for the person who tried. */
export const providerProblem = (code: string): string =>
  PROBLEMS[code] ?? 'Signing in at the other site did not work. Try again.';
