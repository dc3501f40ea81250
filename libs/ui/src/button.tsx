import type { ComponentProps, ReactNode } from 'react';

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
