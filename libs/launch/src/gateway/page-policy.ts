import type { Context, MiddlewareHandler } from 'hono';
import type { SeenClient } from './client.ts';

export interface PagePolicy {
  /** Development servers that may serve a live front-end; empty in installations. */
  readonly liveOrigins?: readonly string[];
}

/**
 * The content security policy: a page loads only its own files. Widgets need styles in attributes for their
 * position.
 */
function contentPolicy(liveOrigins: readonly string[] = []): string {
  const live = liveOrigins.map((origin) => ` ${origin}`).join('');
  const sockets = liveOrigins.map((origin) => ` ${origin.replace(/^http/, 'ws')}`).join('');
  const made = live ? " 'unsafe-inline'" : '';
  return [
    "default-src 'none'",
    `script-src 'self'${live}${live ? " 'unsafe-eval'" : ''}`,
    `style-src-elem 'self'${live}${made}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${live}`,
    `font-src 'self'${live}`,
    `connect-src 'self'${live}${sockets}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every answer, whatever a service has set. */
export function pageHeaders(
  { liveOrigins }: PagePolicy,
  readClient: (c: Context) => Pick<SeenClient, 'isSecure'>,
): MiddlewareHandler {
  const policy = contentPolicy(liveOrigins);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('content-security-policy', policy);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-frame-options', 'DENY');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('permissions-policy', PERMISSIONS);
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-resource-policy', 'same-origin');
    if (liveOrigins?.length) headers.delete('cross-origin-opener-policy');
    if (readClient(c).isSecure) headers.set('strict-transport-security', 'max-age=31536000');
    else headers.delete('strict-transport-security');
  };
}
