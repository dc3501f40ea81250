import type { ComponentProps, ReactNode } from 'react';

/** Gives a router's link the look of our links; quiet ones show it on hover only. */
export function linkLook(quiet = false): { className: string } {
  return { className: quiet ? 'cn-link cn-link--quiet' : 'cn-link' };
}

/** A link to somewhere else; a foreign page opens in a tab of its own. */
export function TextLink({
  quiet = false,
  external = false,
  ...rest
}: ComponentProps<'a'> & { quiet?: boolean; external?: boolean }): ReactNode {
  const away = external ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return <a {...away} {...rest} className={linkLook(quiet).className} />;
}
