import { cookiePrefix } from '@cairn/service-kit';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const DAYS = 180;
const PATH = '/api/auth';

/** A cookie by which a browser shows that it has signed in to an account before. It opens nothing. */
export interface DeviceCookies {
  /** The name of the device, where its cookie is of this account; else null. */
  read(request: Request, email: string): string | null;
  /** Gives the browser of an answer the cookie of an account, unless it has it. */
  give(call: { readonly request: Request; readonly headers: Headers }, email: string): void;
}

function valueOf(request: Request, name: string): string {
  const parts = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim());
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Cookies of devices, which are signed by the secret of the installation and belong to one account each. */
export function deviceCookies(secret: string, publicUrl: string): DeviceCookies {
  const name = `${cookiePrefix(secret)}.device`;
  const signed = (email: string, id: string, until: string) =>
    createHmac('sha256', secret)
      .update(`cairn device ${JSON.stringify([email.toLowerCase(), id, until])}`)
      .digest('base64url');
  const read: DeviceCookies['read'] = (request, email) => {
    const [id = '', until = '', proof = ''] = valueOf(request, name).split('.');
    const [given, wanted] = [Buffer.from(proof), Buffer.from(signed(email, id, until))];
    const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
    return isOurs && Number(until) > Date.now() ? id : null;
  };
  return {
    read,
    give: ({ request, headers }, email) => {
      if (read(request, email) !== null) return;
      const id = randomBytes(12).toString('base64url');
      const until = String(Date.now() + DAYS * 86_400_000);
      const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
      const value = `${id}.${until}.${signed(email, id, until)}`;
      const rules = `Max-Age=${DAYS * 86_400}; Path=${PATH}; HttpOnly; SameSite=Lax${secure}`;
      headers.append('set-cookie', `${name}=${value}; ${rules}`);
    },
  };
}
