import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'default' | 'subtle' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: 'small' | 'medium';
  icon?: ReactNode;
  /** Shows that the action runs, and ignores further clicks. */
  loading?: boolean;
}

/** A button labelled with a verb. */
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
      {...buttonAttributes({ variant, size, className })}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** Attributes that make a link, also a router's, look like a button. */
export function buttonAttributes({
  variant = 'default',
  size = 'medium',
  className = '',
}: Pick<ButtonProps, 'variant' | 'size' | 'className'> = {}) {
  return { className: `${styles.button} ${className}`, 'data-variant': variant, 'data-size': size };
}
