import { RotateCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

/** The wait after which the page says that it takes unusually long. */
const LONG_MS = 5_000;

export interface LongWaitProps {
  readonly onRetry: () => void;
  /** What is said first. */
  readonly words?: string;
  /** The reason for the wait, if known. */
  readonly reason?: string | undefined;
  readonly className?: string | undefined;
}

/** Belongs beside a skeleton: after some seconds it says that the wait is unusual, and offers Retry. */
export function LongWait({
  onRetry,
  words = 'This takes longer than usual.',
  reason,
  className,
}: LongWaitProps): ReactNode {
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
      {words} {reason}
    </Note>
  );
}
