import { RotateCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

/** How long a wait may take before the page says that it is unusual. */
const LONG_MS = 5_000;

export interface LongWaitProps {
  readonly onRetry: () => void;
  /** Why it takes so long, where that is known. */
  readonly reason?: string | undefined;
  readonly className?: string | undefined;
}

/** Stands beside a skeleton: says after some seconds that the wait is unusual, and offers Retry. */
export function LongWait({ onRetry, reason, className }: LongWaitProps): ReactNode {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const retry = (
    <Button size="small" icon={<RotateCw aria-hidden />} onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <Note tone="warn" action={retry} {...(className === undefined ? {} : { className })}>
      This takes longer than usual. {reason}
    </Note>
  );
}
