import { randomUUID } from 'node:crypto';
import { API_TOKEN_PREFIX, AppError, type ErrorCode, type UserId } from '@cairn/contracts';
import { SERVICES, type ServiceName, type Services } from '@cairn/contracts/services';
import {
  answerError,
  createVerifier,
  observe,
  listOrigins,
  trustedOrigins,
  type IsTrustedProxy,
  type Logger,
  type ServiceEnvironment,
} from '@cairn/service-kit';
import { Hono, type Context } from 'hono';
import { Registry } from 'prom-client';
import { BATCH_PATH } from '@cairn/contracts/batch';
import { answerBatch, limitBatch } from './batch.ts';
import { clientReader, isForThisMachine, type SeenClient } from './client.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { forward } from './forward.ts';
import { hostCheck } from './host-check.ts';
import { mountOpenApi } from './open-api.ts';
import { mayWrite } from './origin-check.ts';
import { pageHeaders } from './page-policy.ts';
import { mountProbes } from './probes.ts';
import { routeTable, type Destination, type Identity, type RouteMatch } from './routes.ts';
import { cookieDresser, ownCookieReader, type OwnCookies } from './session-cookie.ts';
import { sessionStreams, type SessionStreams, type StreamOwner } from './session-streams.ts';
import { sessionTokens, type IssuedToken, type SessionTokens } from './session-tokens.ts';
import { webFiles, type SuperuserCheck, type WebFiles } from './web-files.ts';

export interface GatewayOptions {
  readonly publicUrl: string;
  /** The address on the machine itself; the public one by default. */
  readonly localUrl?: string | undefined;
  /** The proxies whose word about a client counts; none by default. */
  readonly isTrustedProxy?: IsTrustedProxy;
  readonly secret: string;
  /** Lets a scraper read the metrics of all services, as a bearer token; without one only parts of Cairn do. */
  readonly metricsToken?: string | undefined;
  /** Further host names that requests may use, beside the public one and those of this machine. */
  readonly hosts?: readonly string[];
  /** The address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** The contracts that the services serve; tests may plant others. */
  readonly contracts?: Services;
  readonly web: WebFiles;
  /** Milliseconds until a service must start to answer; the default is 45 seconds. */
  readonly firstByteWithin?: number;
  /** Development servers that may serve a live front-end to pages. */
  readonly liveOrigins?: readonly string[];
  readonly log: Logger;
  readonly registry?: Registry;
  /** Milliseconds between two checks of an open stream's session. */
  readonly streamCheckMs?: number;
}

type GatewayContext = Context<ServiceEnvironment>;

/** A query may take 30 seconds, including its time in the queue; svc-graph then gives its own error. */
const FIRST_BYTE_MS = 45_000;

const ACCOUNT_HEADERS = ['origin', 'sec-fetch-site', 'sec-fetch-mode'];

/** The API token of an Authorization header; null for whatever else it holds. */
function apiTokenOf(header = ''): string | null {
  const token = /^Bearer ([\w-]{1,200})$/.exec(header)?.[1];
  return token?.startsWith(API_TOKEN_PREFIX) ? token : null;
}

/** What a service is told of the caller, and what svc-workspace says of the session. */
interface Identified {
  readonly headers: Record<string, string>;
  readonly session?: { readonly owner: StreamOwner; readonly issued: IssuedToken };
}

/** Identifies the caller to a service: accounts get the cookies and their origin, all others a token. */
async function identify(
  c: GatewayContext,
  identity: Identity,
  cookies: OwnCookies,
  tokens: SessionTokens,
): Promise<Identified> {
  if (identity.kind === 'none') return { headers: {} };
  if (identity.kind === 'cookie') {
    const sent = ACCOUNT_HEADERS.map((name) => [name, c.req.header(name)]).filter(([, value]) => value);
    const from = Object.fromEntries(sent) as Record<string, string>;
    return { headers: { ...from, ...(cookies.all ? { cookie: cookies.all } : {}) } };
  }
  const credential = apiTokenOf(c.req.header('authorization')) ?? cookies.session;
  if (!credential) throw new AppError('unauthenticated', 'Sign in to go on.');
  const orgId = identity.kind === 'org' ? identity.orgId : undefined;
  const issued = await tokens.tokenFor(credential, orgId, c.var.requestId);
  const { token, userId, role } = issued;
  return {
    headers: { authorization: `Bearer ${token}` },
    session: { owner: { cookie: credential, orgId, userId, role }, issued },
  };
}

const unknownAddress = () => new AppError('not_found', 'There is no such address.');

function refuseMethod(c: GatewayContext, allow: readonly string[]): Response {
  c.header('allow', allow.join(', '));
  return answerError(c, new AppError('method_not_allowed', `Use ${allow.join(' or ')} here.`), c.var);
}

/** What the gateway reads of a request about who sent it. */
interface CallerReaders {
  readClient(c: Context): SeenClient;
  readCookies(c: Context): OwnCookies;
  /** The origins whose pages may write under the name that a request is for. */
  originsFor(c: Context): readonly string[];
}

function callerReaders({ publicUrl, localUrl, isTrustedProxy, secret }: GatewayOptions): CallerReaders {
  const readClient = clientReader({ publicUrl, isTrustedProxy });
  const findCookies = ownCookieReader(secret);
  // A visitor's own machine has the same loopback names, so those count under such a name alone.
  const [everywhere, here] = [listOrigins(publicUrl), trustedOrigins(publicUrl, localUrl)];
  return {
    readClient,
    readCookies: (c) => findCookies(c.req.header('cookie'), readClient(c).isSecure),
    originsFor: (c) => (isForThisMachine(c) ? here : everywhere),
  };
}

interface ProxyDeps {
  readonly options: GatewayOptions;
  readonly match: (method: string, path: string) => RouteMatch;
  readonly tokens: SessionTokens;
  readonly streams: SessionStreams;
  readonly readers: CallerReaders;
}

/** What says that somebody may no longer read an org. */
const ENDS_STREAM: readonly ErrorCode[] = ['unauthenticated', 'not_found', 'two_factor_required'];

/** True while a stream keeps the rights it began with, and while svc-workspace cannot be reached. */
function mayGoOn(tokens: SessionTokens) {
  return async ({ cookie, orgId, role }: StreamOwner): Promise<boolean> => {
    try {
      return (await tokens.tokenFor(cookie, orgId, randomUUID())).role === role;
    } catch (error) {
      return !(error instanceof AppError && ENDS_STREAM.includes(error.code));
    }
  };
}

/** The user whose sessions a request may end; null when unknown, in which case it ends none. */
const userOf = (tokens: SessionTokens, cookie: string, requestId: string): Promise<UserId | null> =>
  tokens.tokenFor(cookie, undefined, requestId).then(
    ({ userId }) => userId,
    () => null,
  );

/** The effects of a forwarded change in the gateway: it forgets tokens and checks streams. */
interface Aftermath {
  readonly destination: Destination;
  readonly cookie: string | null;
  readonly userId: UserId | null;
  readonly succeeded: boolean;
}

function settle({ tokens, streams }: ProxyDeps, { destination, cookie, userId, succeeded }: Aftermath): void {
  const { identity, changesOrg, changesUser, endsSessions } = destination;
  // A sign-in gives the browser a new session, and a token may have been fetched while a session ended.
  if (identity.kind === 'cookie' && cookie) tokens.forget(cookie);
  if (!succeeded) return;
  if (changesOrg && identity.kind === 'org') {
    const { orgId } = identity;
    tokens.forgetOrg(orgId);
    streams.check((owner) => owner.orgId === orgId);
  }
  if (changesUser && userId) tokens.forgetUser(userId);
  if (endsSessions && userId) {
    tokens.forgetUser(userId);
    streams.check((owner) => owner.userId === userId);
  }
}

function proxy(deps: ProxyDeps) {
  const { options, match, tokens, streams, readers } = deps;
  const dress = cookieDresser(options.secret);
  return async (c: GatewayContext): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url);
    const destination = match(c.req.method, pathname);
    if (!destination) throw unknownAddress();
    if (!mayWrite(c.req.method, c.req.raw.headers, readers.originsFor(c))) {
      throw new AppError('bad_origin', 'This request came from another site.');
    }
    if ('allow' in destination) return refuseMethod(c, destination.allow);
    const { identity, endsSessions, bodyLimit, passesOwnHeaders } = destination;
    const { address, isSecure } = readers.readClient(c);
    const cookies = readers.readCookies(c);
    const cookie = cookies.session;
    const userId = endsSessions && cookie ? await userOf(tokens, cookie, c.var.requestId) : null;
    const { headers, session } = await identify(c, identity, cookies, tokens);
    const answer = await forward({
      request: c.req.raw,
      service: destination.service,
      url: options.services[destination.service] + pathname + search,
      headers: { ...headers, 'x-request-id': c.var.requestId, 'x-forwarded-for': address },
      setsCookies: identity.kind === 'cookie',
      bodyLimit,
      passesOwnHeaders,
      firstByteWithin: options.firstByteWithin ?? FIRST_BYTE_MS,
      log: c.var.log,
    });
    const owner = userId ?? session?.owner.userId ?? null;
    if (c.req.method !== 'GET') settle(deps, { destination, cookie, userId: owner, succeeded: answer.ok });
    for (const prolonged of session?.issued.cookies ?? []) answer.headers.append('set-cookie', prolonged);
    dress(answer.headers, isSecure);
    return session ? streams.watch(answer, session.owner) : answer;
  };
}

/** Answers several reads of a page in one request, each through the gateway. */
function mountBatch(
  app: Hono<ServiceEnvironment>,
  { match, readers }: Pick<ProxyDeps, 'match' | 'readers'>,
): void {
  const isBatched = (method: string, path: string) => {
    const found = match(method, path);
    return found !== null && 'batched' in found && found.batched;
  };
  app.post(BATCH_PATH, limitBatch, (c) => {
    if (!mayWrite(c.req.method, c.req.raw.headers, readers.originsFor(c)))
      throw new AppError('bad_origin', 'This request came from another site.');
    return answerBatch({ isBatched, answer: async (request) => app.fetch(request, c.env) })(c);
  });
}

/** Asks svc-workspace whether a request's session belongs to a superuser; false without an answer. */
function superuserCheck(
  { services }: GatewayOptions,
  tokens: SessionTokens,
  { readCookies }: CallerReaders,
): SuperuserCheck {
  const verify = createVerifier({ jwksUrl: `${services.workspace}/api/auth/jwks` });
  return async (c) => {
    const cookie = readCookies(c).session;
    if (!cookie) return false;
    const caller = await tokens
      .tokenFor(cookie, undefined, crypto.randomUUID())
      .then(({ token }) => verify(token))
      .catch(() => null);
    return caller?.superuser ?? false;
  };
}

/** The public entry: it serves pages, and the API with cookies exchanged for tokens. */
export function createGateway(options: GatewayOptions): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  const { registry = new Registry(), contracts = SERVICES } = options;
  const readers = callerReaders(options);
  const tokens = sessionTokens(options.services.workspace, options.secret);
  const streams = sessionStreams(mayGoOn(tokens), options.streamCheckMs);
  app.use(observe(options.log, registry), pageHeaders(options, readers.readClient));
  app.onError((error, c) => answerError(c, error, c.var));
  app.notFound((c) => answerError(c, unknownAddress(), c.var));
  mountProbes(app, options, registry);
  app.use(hostCheck(options.publicUrl, options.hosts));
  app.use('/api/*', compressedAnswers());
  const match = routeTable(contracts);
  mountBatch(app, { match, readers });
  app.all('/api/*', proxy({ options, match, tokens, streams, readers }));
  mountOpenApi(app, contracts, options);
  app.all('/internal/*', (c) => c.notFound());
  const hasSession = (c: Context) => readers.readCookies(c).session !== null;
  const isSuperuser = superuserCheck(options, tokens, readers);
  app.route('/', webFiles(options.web, { isSuperuser, hasSession }));
  return app;
}
