import type { ComponentProps, CSSProperties, ReactNode } from 'react';

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
