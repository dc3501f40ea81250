import { RotateCw } from 'lucide-react';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';

const OutdatedContext = createContext<() => Promise<boolean>>(() => Promise.resolve(false));

/** Gives the pages below a check for a newer deployed version. */
export const OutdatedProvider = OutdatedContext.Provider;

/** True when a newer version than the page's is deployed; false until that is known. */
export function useOutdated(): boolean {
  const check = useContext(OutdatedContext);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let current = true;
    check().then(
      (isOutdated) => current && setOutdated(isOutdated),
      () => undefined,
    );
    return () => void (current = false);
  }, [check]);
  return outdated;
}

export interface LoadFailedProps {
  readonly title?: string;
  readonly failure: Error;
  readonly onRetry: () => void;
  /** Styled for a place inside a panel; the default. */
  readonly inline?: boolean;
}

/**
 * Says why code of the page could not be loaded, with Retry, and with Reload when a newer version is
 * deployed. It retries by itself once the browser is online again.
 */
export function LoadFailed({
  title = 'This part cannot be shown',
  failure,
  onRetry,
  inline = true,
}: LoadFailedProps): ReactNode {
  const outdated = useOutdated();
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <ErrorState
      inline={inline}
      title={title}
      error={failure}
      action={
        <>
          {outdated && (
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
            Retry
          </Button>
        </>
      }
    >
      {outdated ? 'A newer version of Cairn is there. Reload the page to use it.' : undefined}
    </ErrorState>
  );
}
