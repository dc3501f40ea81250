import { cookiePrefix, sessionCookieName } from '@cairn/service-kit';

/** Finds this installation's session cookie in a cookie header, as `name=value`; null without one. */
export function sessionCookieReader(secret: string): (header: string | undefined) => string | null {
  const name = sessionCookieName(secret);
  const names = new Set([name, `__Secure-${name}`]);
  return (header) => {
    for (const part of (header ?? '').split(';')) {
      const text = part.trim();
      if (text.length <= 4_096 && names.has(text.slice(0, text.indexOf('=')))) return text;
    }
    return null;
  };
}

/** Finds all cookies of this installation in a cookie header, for its accounts alone; null without one. */
export function accountCookieReader(secret: string): (header: string | undefined) => string | null {
  const prefix = `${cookiePrefix(secret)}.`;
  const isOurs = (text: string) =>
    text.length <= 4_096 && (text.startsWith(prefix) || text.startsWith(`__Secure-${prefix}`));
  return (header) => {
    const ours = (header ?? '').split(';').flatMap((part) => (isOurs(part.trim()) ? [part.trim()] : []));
    return ours.length > 0 ? ours.join('; ') : null;
  };
}
