import type { ComponentProps, ReactNode } from 'react';

interface LinkStyle {
  /** In the surrounding colour, underlined only on hover. */
  quiet?: boolean;
  className?: string;
}

/** Attributes that make a router's link look like our links. */
export function linkAttributes({ quiet = false, className = '' }: LinkStyle = {}): { className: string } {
  return { className: `cn-link ${quiet ? 'cn-link--quiet' : ''} ${className}` };
}

/** A link to another page; a foreign page opens in a new browser tab. */
export function TextLink({
  quiet = false,
  external = false,
  className = '',
  ...rest
}: ComponentProps<'a'> & LinkStyle & { external?: boolean }): ReactNode {
  const target = external ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return <a {...target} {...rest} {...linkAttributes({ quiet, className })} />;
}

/** A button that looks like a link, within a sentence. */
export function LinkButton({
  quiet = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & LinkStyle): ReactNode {
  return <button type="button" {...rest} {...linkAttributes({ quiet, className })} />;
}
