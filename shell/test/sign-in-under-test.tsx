import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SignIn } from '../src/sign-in/sign-in.tsx';

export const EMAIL = 'mallory@example.com';
/** What is answered to who has no session. */
export const NOBODY = { '/api/user/me': { status: 401, message: 'Sign in to go on.' } };

/** A Cairn that the sign-in page asks: how it answers, and what it was asked. */
interface SignInServer {
  asked: { path: string; body: unknown }[];
  signedInAs: string | null;
  signUp: 'open' | 'invitation';
  mail: boolean;
  wantsFactor: boolean;
  providers: string[];
  oidc: { id: string; name: string }[];
  invitation: { orgName: string; role: string; email: string | null };
  refusals: Record<string, { status: number; message: string; code?: string }>;
}

const fresh = (): SignInServer => ({
  asked: [],
  signedInAs: null,
  signUp: 'invitation',
  mail: false,
  wantsFactor: false,
  providers: [],
  oidc: [],
  invitation: { orgName: 'Acme', role: 'admin', email: null },
  refusals: {},
});

export const server = fresh();
export const goTo = vi.fn<(address: string) => void>();
export const button = (name: string) => page.getByRole('button', { name, exact: true });

function answer(path: string, body = 'null'): Response {
  const { signUp, mail, providers, oidc, signedInAs, invitation } = server;
  if (path.endsWith('/options')) return Response.json({ signUp, mail, providers, oidc });
  server.asked.push({ path, body: JSON.parse(body) });
  const refusal = server.refusals[path];
  if (refusal) {
    const { status, message, code = '' } = refusal;
    return Response.json({ error: { code, message } }, { status });
  }
  if (server.wantsFactor && /\/(email|one-time|confirm-email)$/.test(path))
    return Response.json({ secondFactor: true });
  if (path.endsWith('/account')) return Response.json({ email: EMAIL, signedInAs });
  if (path.endsWith('/target-links')) return Response.json({ data: invitation });
  if (path.endsWith('/user/me')) return Response.json({ data: { email: signedInAs } });
  if (path.endsWith('/provider')) return Response.json({ url: 'https://github.com/login' });
  if (path.endsWith('/confirm-email')) return Response.json({ signedIn: !body.includes('used') });
  return Response.json({ data: { id: 'acme' }, orgId: 'acme', confirm: mail });
}

let root: Root;

export function draw(search: string): void {
  window.history.replaceState(null, '', `/sign-in${search}`);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<SignIn goTo={goTo} />);
}

export function clear(): void {
  root.unmount();
  document.body.replaceChildren();
}

/** Each test of the file meets a Cairn as it is at first, and leaves the address as it was. */
export function beginSignIn(): void {
  let before: string;
  beforeEach(() => {
    before = window.location.href;
    Object.assign(server, fresh());
    goTo.mockClear();
    const respond = (path: string, init: { body?: string }) => Promise.resolve(answer(path, init.body));
    vi.stubGlobal('fetch', respond);
  });
  afterEach(() => {
    clear();
    vi.unstubAllGlobals();
    window.history.replaceState(null, '', before);
  });
}
