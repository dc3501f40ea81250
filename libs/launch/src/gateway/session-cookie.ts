import { cookiePrefix, sessionCookieName } from '@cairn/service-kit';

/**
 * On https a cookie has this prefix. Browsers then keep it only with `Secure`, for this host alone, so no page of a
 * neighbouring name and no plain http can plant one.
 */
const SECURE = '__Host-';

/** The installation's cookies of a request, under the names that services know. */
export interface OwnCookies {
  /** The session cookie as `name=value`; null without one. */
  readonly session: string | null;
  /** All of them as one header; empty without any. */
  readonly all: string;
}

/**
 * Finds this installation's cookies in a header. On https only those count that were set there, and elsewhere only
 * those that were not.
 */
export function ownCookieReader(secret: string) {
  const session = `${sessionCookieName(secret)}=`;
  return (header: string | undefined, isSecure: boolean): OwnCookies => {
    const prefix = isSecure ? SECURE : '';
    const ours = (header ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((text) => text.length <= 4_096 && text.startsWith(`${prefix}${cookiePrefix(secret)}.`))
      .map((text) => text.slice(prefix.length))
      .filter((text) => text.includes('='));
    return { session: ours.find((text) => text.startsWith(session)) ?? null, all: ours.join('; ') };
  };
}

/** Gives the cookies of an answer the form that they have on https; anywhere else they stay as services set them. */
export function cookieDresser(secret: string) {
  const own = `${cookiePrefix(secret)}.`;
  return (headers: Headers, isSecure: boolean): void => {
    const cookies = headers.getSetCookie();
    if (!isSecure || cookies.length === 0) return;
    headers.delete('set-cookie');
    for (const cookie of cookies) {
      const isOwn = cookie.startsWith(own);
      headers.append('set-cookie', isOwn ? `${SECURE}${cookie}; Secure` : cookie);
    }
  };
}
