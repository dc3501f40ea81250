import { createHash, randomUUID } from 'node:crypto';
import { SignInProvider, UserId, type Role, type SavedTypeTable, type SignUpMode } from '@cairn/contracts';
import { sessionCookieName, type ServiceApp } from '@cairn/service-kit';
import { silentLog } from '@cairn/service-kit/testing';
import { createAuth, type Auth, type PasswordHasher, type ProviderKeys } from '../src/accounts/auth.ts';
import { keptOwner } from '../src/accounts/owner.ts';
import { createSignInToken } from '../src/accounts/sign-in-tokens.ts';
import { createAccount } from '../src/accounts/users.ts';
import { createApp } from '../src/app.ts';
import { openSqlite, type DatabaseEngine } from '../src/database/dialects.ts';
import type { AskNames } from '../src/graph/ask-names.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import { orgStore } from '../src/orgs/store.ts';
import type { LinkQuotas } from '../src/deep-links/quotas.ts';
import { migrate } from '../src/database/migrate.ts';
import { openNewPostgres } from './postgres.ts';

export const SECRET = 'a secret of the tests, 32 characters and more';
/** The name of the session cookie. */
export const COOKIE = sessionCookieName(SECRET);
const PUBLIC_URL = 'http://127.0.0.1:4400';
const PASSWORD = 'correct horse';

type Json = Record<string, unknown>;
interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  // A test reads whatever it expects.
  readonly body: Json & {
    data?: Json & { id: string; version: number };
    error?: { code: string; message: string };
  };
}

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<ServiceAnswer>;

/** Sends as a script would: JSON, and only the headers that are named. */
function sender(app: ServiceApp): Send {
  return async (path, body, headers = {}) => {
    const sent =
      body === undefined
        ? { method: 'GET', headers }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          };
    const answer = await app.request(path, sent);
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as ServiceAnswer['body'],
    };
  };
}

interface Bootstrapped {
  readonly orgId: string;
  readonly userId: string;
  readonly signInToken: string;
}

function peopleOf(send: Send, { db }: DatabaseEngine, auth: Auth) {
  const inside = (path: string, body: unknown) => send(path, body, { 'x-cairn-internal': SECRET });
  /** The first time as a start does; later for further superusers, each with an org of their own. */
  const bootstrap = async (
    email = 'owner@example.com',
    orgName = 'Acme',
    password: string = PASSWORD,
  ): Promise<Bootstrapped> => {
    const owner = await keptOwner(db);
    if (owner && owner.email !== email.toLowerCase()) return further(email, orgName, password);
    return (await inside('/internal/bootstrap', { email, password, orgName }))
      .body as unknown as Bootstrapped;
  };
  const further = async (email: string, orgName: string, password: string): Promise<Bootstrapped> => {
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email);
    const userId = found
      ? UserId.parse(found.user.id)
      : await createAccount(auth, { email, superuser: true, password });
    const orgId = await orgStore(db).ensureOwned({ userId, email }, orgName);
    return { orgId, userId, signInToken: await createSignInToken(auth, userId) };
  };
  const signIn = async (email: string, password = PASSWORD) => {
    const { headers } = await send('/api/auth/sign-in/email', { email, password });
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .filter((cookie) => !cookie.includes('.device='))
      .join('; ');
  };
  const bearer = async (cookie: string, orgId?: string) => {
    const { body } = await inside('/internal/token', { cookie, ...(orgId ? { orgId } : {}) });
    return { authorization: `Bearer ${String(body['token'])}` };
  };
  /** Makes somebody a member with this role, without the superuser flag unless it is asked for, and signs them in. */
  const member = async (orgId: string, role: Role, name: string, superuser = false) => {
    const email = `${name}@example.com`;
    const { userId } = await bootstrap(email, `${name}'s own`);
    const created_at = new Date().toISOString();
    await db.insertInto('members').values({ org_id: orgId, user_id: userId, role, created_at }).execute();
    await db
      .updateTable('user')
      .set({ superuser: superuser ? 1 : null })
      .where('id', '=', userId)
      .execute();
    return { userId: UserId.parse(userId), headers: await bearer(await signIn(email), orgId) };
  };
  return { inside, bootstrap, signIn, bearer, member };
}

interface WorkspaceOptions {
  signUp?: SignUpMode;
  trials?: boolean;
  notifTimeout?: number;
  savedTypes?: SavedTypeTable;
  linkQuotas?: LinkQuotas;
  dataDir?: string;
  mailer?: Mailer;
  askNames?: AskNames | undefined;
  providers?: ProviderKeys;
  /** Hashes passwords as the product does, which takes a tenth of a second each. */
  realHashes?: boolean;
}

const hashed = (password: string, salt: string) =>
  `${salt}:${createHash('sha256').update(`${salt}:${password}`).digest('hex')}`;

/** Hashes in no time. Most tests sign several people in, and are not about how their passwords are kept. */
const QUICK: PasswordHasher = {
  hash: (password) => Promise.resolve(hashed(password, randomUUID())),
  verify: ({ hash, password }) => Promise.resolve(hashed(password, hash.split(':')[0] ?? '') === hash),
};

/** The whole service on a database of its own, with a way to be different people. The project `postgres` runs it there. */
export async function workspaceUnderTest(
  given?: DatabaseEngine,
  { signUp = 'invitation', mailer, providers = {}, realHashes = false, ...options }: WorkspaceOptions = {},
) {
  const server = process.env['CAIRN_TEST_POSTGRES'];
  const engine = given ?? (server ? await openNewPostgres(server) : openSqlite(':memory:'));
  await migrate(engine);
  const shared = { engine, secret: SECRET, publicUrl: PUBLIC_URL, log: silentLog(), mailer };
  const settings = { ...shared, signUp, providers, passwords: realHashes ? undefined : QUICK };
  const auth = createAuth(settings);
  const app = createApp({
    ...shared,
    auth,
    authFor: (oidc) => createAuth({ ...settings, oidc }),
    signUp,
    providers: SignInProvider.options.filter((name) => providers[name]),
    ...options,
  });
  const send = sender(app);
  return { engine, auth, app, send, ...peopleOf(send, engine, auth), publicUrl: PUBLIC_URL };
}
export type WorkspaceUnderTest = Awaited<ReturnType<typeof workspaceUnderTest>>;
