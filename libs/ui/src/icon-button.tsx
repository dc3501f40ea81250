import type { ComponentProps, ReactNode } from 'react';
import { Keys } from './badge.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its accessible name, and its tooltip. */
  label: string;
  /** Shown in the tooltip, e.g. `mod+k`. */
  keys?: string;
  size?: 'small' | 'medium';
}

/** A button that is only an icon; its label is never lost. */
export function IconButton({
  label,
  keys,
  size = 'medium',
  type = 'button',
  className = '',
  children,
  ...rest
}: IconButtonProps): ReactNode {
  const tip = keys ? (
    <>
      {label} <Keys keys={keys} />
    </>
  ) : (
    label
  );
  return (
    <Tooltip label={tip}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        data-size={size}
        className={`cn-icon-button ${className}`}
      >
        {children}
      </button>
    </Tooltip>
  );
}
