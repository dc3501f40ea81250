import type { ComponentProps, ReactNode } from 'react';

type Tag = 'span' | 'p' | 'div' | 'code' | 'small' | 'h1' | 'h2' | 'h3' | 'li' | 'dd' | 'td';

export interface TextProps extends Omit<ComponentProps<'span'>, 'ref'> {
  /** The element; a span without it. */
  as?: Tag;
  /** How far it steps back; without it the text has the colour around it. */
  tone?: 'muted' | 'faint';
  /** One line, which ends in an ellipsis where there is no room. */
  truncate?: boolean;
  /** Figures of equal width, so that columns of them line up. */
  numeric?: boolean;
  mono?: boolean;
}

/** Text with the tones and shapes of the product. */
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
