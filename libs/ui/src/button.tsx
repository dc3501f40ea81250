import { Tooltip } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Keys } from './badge.tsx';

export type ButtonVariant = 'primary' | 'default' | 'subtle' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: 'small' | 'medium';
  icon?: ReactNode;
  /** Shows that its deed is under way and takes no second click. */
  loading?: boolean;
}

/** A verb to press. */
export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  loading = false,
  disabled = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-variant={variant}
      data-size={size}
      className={`cn-button ${className}`}
    >
      {loading ? <span className="cn-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** Attributes that make a link (a router's too) look like a button. */
export function buttonLook(variant: ButtonVariant = 'default', size: 'small' | 'medium' = 'medium') {
  return { className: 'cn-button', 'data-variant': variant, 'data-size': size };
}

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
