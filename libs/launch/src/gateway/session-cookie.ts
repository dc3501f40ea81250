import { sessionCookieName } from '@cairn/service-kit';

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
