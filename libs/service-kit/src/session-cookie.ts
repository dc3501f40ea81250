import { createHmac } from 'node:crypto';

/**
 * What the names of the cookies of an installation begin with. Browsers send cookies to every port of a host, so the
 * cookies of two installations on one machine must differ in name.
 */
export function cookiePrefix(secret: string): string {
  const digest = createHmac('sha256', secret).update('cairn cookie name').digest('hex');
  return `cairn-${digest.slice(0, 8)}`;
}

/** The name of the session cookie of an installation; browsers see it after `__Secure-` on https. */
export const sessionCookieName = (secret: string): string => `${cookiePrefix(secret)}.session_token`;
