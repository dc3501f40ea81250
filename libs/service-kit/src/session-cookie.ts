import { createHmac } from 'node:crypto';

/**
 * The prefix of an installation's cookie names. Browsers send cookies to every port of a host, so two
 * installations on one machine need different names.
 */
export function cookiePrefix(secret: string): string {
  const digest = createHmac('sha256', secret).update('cairn cookie name').digest('hex');
  return `cairn-${digest.slice(0, 8)}`;
}

/** The name of the session cookie of an installation; browsers see it after `__Host-` on https. */
export const sessionCookieName = (secret: string): string => `${cookiePrefix(secret)}.session_token`;
