import { useState } from 'react';

/** Something that is tried: waits until it is done and for good after that, unless it fails. */
export function useAttempt() {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const attempt = async <T>(way: Promise<T>, onDone: (result: T) => void) => {
    setWaiting(true);
    setError(null);
    try {
      onDone(await way);
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
      setWaiting(false);
    }
  };
  return { waiting, error, attempt };
}
