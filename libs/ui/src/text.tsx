import type { ComponentProps, ReactNode } from 'react';

type Tag = 'span' | 'p' | 'div' | 'code' | 'small' | 'h1' | 'h2' | 'h3' | 'li' | 'dd' | 'td';

export interface TextProps extends Omit<ComponentProps<'span'>, 'ref'> {
  /** The element; the default is a span. */
  as?: Tag;
  /** The faintness of the text; by default it has the surrounding colour. */
  tone?: 'muted' | 'faint';
  /** One line, with an ellipsis when it is too long. */
  truncate?: boolean;
  /** Tabular figures, so that columns align. */
  numeric?: boolean;
  mono?: boolean;
}

/** Text in the product's tones and forms. */
export function Text({
  as: Element = 'span',
  tone,
  truncate,
  numeric,
  mono,
  className = '',
  ...rest
}: TextProps): ReactNode {
  const classes = [
    tone && `cn-${tone}`,
    truncate && 'cn-truncate',
    numeric && 'cn-numeric',
    mono && 'cn-mono',
    className,
  ];
  return <Element {...rest} className={classes.filter(Boolean).join(' ') || undefined} />;
}

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Element = 'span',
  className = '',
  ...rest
}: Omit<ComponentProps<'span'>, 'ref'> & { as?: Tag }): ReactNode {
  return <Element {...rest} className={`cn-hidden ${className}`} />;
}
