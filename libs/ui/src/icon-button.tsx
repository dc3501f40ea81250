import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';
import { Keys } from './keys.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  /** Shown in the tooltip, e.g. `mod+k`. */
  keys?: string;
  size?: 'small' | 'medium';
}

/** Attributes that make a link, also a router's, look like an icon button; it needs its own `aria-label`. */
export function iconButtonAttributes({
  size = 'medium',
  className = '',
}: Pick<IconButtonProps, 'size' | 'className'> = {}) {
  return { className: `${styles.button} ${className}`, 'data-size': size };
}

/** An icon button; its label is its accessible name and its tooltip. */
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
      <button {...rest} {...iconButtonAttributes({ size, className })} type={type} aria-label={label}>
        {children}
      </button>
    </Tooltip>
  );
}
