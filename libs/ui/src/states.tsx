import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  /** What would be shown here. */
  title: string;
  /** Why it is empty, and what would change that. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** Styled for a place inside a panel. */
  inline?: boolean;
  /** The page shows nothing else, so its title is that of the page. */
  whole?: boolean;
}

/** An empty place: what would be here, why it is empty, the next step. */
export function EmptyState(props: EmptyStateProps): ReactNode {
  const { icon, title, children, action, inline = false, whole = false } = props;
  const Title = inline ? 'h3' : whole ? 'h1' : 'h2';
  return (
    <div className={styles.state} data-inline={inline || undefined}>
      {icon}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** The reason and the remedy. An Error gives its message, and its code in small print. */
  error?: unknown;
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** Further actions beside Retry. */
  action?: ReactNode;
  inline?: boolean;
}

function wordsOf(error: unknown): { message: string; code: string } {
  const known = (error ?? {}) as { message?: unknown; code?: unknown; cause?: { requestId?: unknown } };
  const parts = [known.code, known.cause?.requestId].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  return { message: typeof known.message === 'string' ? known.message : '', code: parts.join(' · ') };
}

/** A failure in its place: what happened, what to do, and the code; never a stack. */
export function ErrorState(props: ErrorStateProps): ReactNode {
  const { message, code } = wordsOf(props.error);
  const Title = props.inline ? 'h3' : 'h2';
  return (
    <div className={styles.state} role="alert" data-inline={props.inline || undefined}>
      <CircleAlert aria-hidden />
      <Title>{props.title}</Title>
      {(props.children ?? message) && <p>{props.children ?? message}</p>}
      {(props.onRetry || props.action) && (
        <div className={styles.action}>
          {props.onRetry && (
            <Button icon={<RotateCw aria-hidden />} onClick={props.onRetry}>
              Try again
            </Button>
          )}
          {props.action}
        </div>
      )}
      {code && <code>{code}</code>}
    </div>
  );
}
