const name = /^(?:__Secure-)?cairn\.session_token$/;

/** Finds our session cookie in a cookie header, as `name=value`; null when there is none. */
export function sessionCookie(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const text = part.trim();
    if (text.length <= 4_096 && name.test(text.slice(0, text.indexOf('=')))) return text;
  }
  return null;
}
