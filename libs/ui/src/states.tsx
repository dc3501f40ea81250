import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  icon?: ReactNode;
  /** What belongs here. */
  title: string;
  /** Why there is nothing, and what would change that. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** For a place inside a panel. */
  inline?: boolean;
}

/** Nothing here: what belongs here, why it is empty, the next step. */
export function EmptyState({ icon, title, children, action, inline = false }: EmptyStateProps): ReactNode {
  const Title = inline ? 'h3' : 'h2';
  return (
    <div className="cn-state" data-inline={inline || undefined}>
      {icon}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className="cn-state__action">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** The reason and what to do; an Error gives its message, and its code is shown small. */
  error?: unknown;
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** Further ways out beside retry. */
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

/** A failure in place: what happened, what to do, the code beneath; never a stack. */
export function ErrorState(props: ErrorStateProps): ReactNode {
  const { message, code } = wordsOf(props.error);
  const Title = props.inline ? 'h3' : 'h2';
  return (
    <div className="cn-state" role="alert" data-inline={props.inline || undefined}>
      <CircleAlert aria-hidden />
      <Title>{props.title}</Title>
      {(props.children ?? message) && <p>{props.children ?? message}</p>}
      {(props.onRetry || props.action) && (
        <div className="cn-state__action">
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

const NOTE_ICONS = { neutral: Info, accent: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

/** A sentence about the page as a whole, with an optional action. */
export function Note({
  tone = 'neutral',
  children,
  action,
  className = '',
}: {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}): ReactNode {
  const Icon = NOTE_ICONS[tone];
  return (
    <div className={`cn-note ${className}`} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <div className="cn-note__words">{children}</div>
      {action}
    </div>
  );
}

/** How far something is; without `value` only that it goes on. */
export function ProgressBar({
  label,
  value,
  className = '',
}: {
  label: string;
  value?: number;
  className?: string;
}): ReactNode {
  const part = Math.min(1, Math.max(0, value ?? 0));
  return (
    <div
      className={`cn-progress ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === undefined ? {} : { 'aria-valuenow': Math.round(part * 100) })}
    >
      <div style={{ transform: `scaleX(${value === undefined ? 0.3 : part})` }} />
    </div>
  );
}

/** Content that is being read again: the old one stays, dimmed and marked as busy, until the new one is there. */
export function Refreshing({
  active,
  className = '',
  ...rest
}: ComponentProps<'div'> & { active: boolean }): ReactNode {
  return <div {...rest} aria-busy={active} className={active ? `cn-dimmed ${className}` : className} />;
}

/** A grey shape where something will be; invisible for its first 150 ms. */
export function Skeleton({
  width = '100%',
  height = 12,
  style,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
}): ReactNode {
  return <div className="cn-skeleton" aria-hidden style={{ width, height, ...style }} />;
}

const share = (row: number, column: number) => `${35 + ((row * 7 + column * 23) % 45)}%`;

/** The shape of a table that is being read. */
export function TableSkeleton({
  rows = 8,
  columns = 4,
  rowHeight = 32,
}: {
  rows?: number;
  columns?: number;
  rowHeight?: number;
}): ReactNode {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="cn-row" style={{ height: rowHeight, padding: '0 12px', gap: 24 }}>
          {Array.from({ length: columns }, (_cell, column) => (
            <div key={column} style={{ flex: column === 0 ? 2 : 1 }}>
              <Skeleton width={share(row, column)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The shape of a chart that is being read. */
export function ChartSkeleton({ height = 160 }: { height?: number | string }): ReactNode {
  const bars = [38, 62, 47, 80, 55, 91, 66, 43, 72, 58, 84, 51];
  return (
    <div
      role="status"
      aria-label="Loading"
      className="cn-row"
      style={{ height, gap: 6, alignItems: 'flex-end' }}
    >
      {bars.map((bar, index) => (
        <Skeleton key={index} height={`${bar}%`} />
      ))}
    </div>
  );
}
