import { secondFactorQuery } from '@cairn/client/two-factor';
import type { SecondFactorProps } from '@cairn/host';
import { ErrorState, Skeleton } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { SetUp } from './logins/second-factor/set-up.tsx';

/** The steps to a second factor, for who cannot open an org without one. */
export function SecondFactor({ onDone }: SecondFactorProps): ReactNode {
  const factor = useQuery(secondFactorQuery);
  // It stays until the recovery codes were seen, which come after the factor is on.
  const [isDue, setDue] = useState(false);
  if (factor.data?.on === false && !isDue) setDue(true);
  const leave = useEffectEvent(onDone);
  // Another tab may have set it up.
  const isOnAlready = factor.data?.on === true && !isDue;
  useEffect(() => {
    if (isOnAlready) leave();
  }, [isOnAlready]);
  if (isDue) return <SetUp onDone={onDone} />;
  if (!factor.isError) return <Skeleton height={120} />;
  return (
    <ErrorState
      inline
      title="Your logins could not be read"
      error={factor.error}
      onRetry={() => void factor.refetch()}
    />
  );
}
