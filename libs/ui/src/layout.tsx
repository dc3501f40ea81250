import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { Skeleton } from './states.tsx';

interface FlowProps extends ComponentProps<'div'> {
  /** In steps of 4 px. */
  gap?: number;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
  wrap?: boolean;
}

function flow(kind: string, { gap = 2, align, justify, wrap, className = '', style, ...rest }: FlowProps) {
  const look: CSSProperties = { gap: gap * 4, ...style };
  if (align) look.alignItems = align;
  if (justify) look.justifyContent = justify;
  if (wrap) look.flexWrap = 'wrap';
  return <div {...rest} className={`${kind} ${className}`} style={look} />;
}

/** Children below each other. */
export function Stack(props: FlowProps): ReactNode {
  return flow('cn-stack', props);
}

/** Children beside each other. */
export function Row(props: FlowProps): ReactNode {
  return flow('cn-row', props);
}

/** A bounded box without a padding of its own: the outline of a panel. */
export function Surface({ className = '', ...rest }: ComponentProps<'div'>): ReactNode {
  return <div {...rest} className={`cn-panel ${className}`} />;
}

export interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** The body reaches the border, for tables. */
  flush?: boolean;
  children: ReactNode;
  className?: string;
}

/** A bounded piece of a page with an optional title line; never nested. */
export function Panel({ title, actions, flush = false, children, className = '' }: PanelProps): ReactNode {
  return (
    <section className={`cn-panel ${className}`}>
      {(title || actions) && (
        <div className="cn-panel__head">
          <h2 className="cn-panel__title cn-truncate">{title}</h2>
          {actions}
        </div>
      )}
      <div className="cn-panel__body" data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}

/** The first line of a page: its one h1, a sentence, its actions. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <header className="cn-page-header">
      <div className="cn-page-header__words">
        <h1 className="cn-truncate">{title}</h1>
        {description && <div className="cn-muted">{description}</div>}
      </div>
      {actions && <div className="cn-page-header__actions">{actions}</div>}
    </header>
  );
}

/** The shape of a page's first line that is being read. */
export function PageHeaderSkeleton({ width = 180 }: { width?: number }): ReactNode {
  return (
    <div className="cn-page-header">
      <Skeleton width={width} height={24} />
    </div>
  );
}
