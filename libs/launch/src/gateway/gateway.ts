import { getConnInfo } from '@hono/node-server/conninfo';
import { AppError } from '@cairn/contracts';
import { SERVICES, type ServiceName, type Services } from '@cairn/contracts/services';
import {
  answerError,
  createVerifier,
  observe,
  sameSecret,
  trustedOrigins,
  type Logger,
  type ServiceEnvironment,
} from '@cairn/service-kit';
import { Hono, type Context } from 'hono';
import { Registry } from 'prom-client';
import { compressedAnswers } from './compressed-answers.ts';
import { forward } from './forward.ts';
import { mountOpenApi } from './open-api.ts';
import { mayWrite } from './origin-check.ts';
import { pageHeaders } from './page-policy.ts';
import { routeTable, type Identity, type RouteMatch } from './routes.ts';
import { sessionCookie } from './session-cookie.ts';
import { sessionTokens, type SessionTokens } from './session-tokens.ts';
import { webFiles, type SuperuserCheck, type WebFiles } from './web-files.ts';

export interface GatewayOptions {
  readonly publicUrl: string;
  readonly secret: string;
  /** The address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** What the services answer; the contracts of Cairn unless a test plants others. */
  readonly contracts?: Services;
  readonly web: WebFiles;
  /** Development servers that pages may load a live front-end from. */
  readonly liveOrigins?: readonly string[];
  readonly log: Logger;
  readonly registry?: Registry;
}

type GatewayContext = Context<ServiceEnvironment>;

const ACCOUNT_HEADERS = ['origin', 'sec-fetch-site', 'sec-fetch-mode'];

function clientAddress(c: GatewayContext): string {
  // Outside a server, as in tests, there is no connection.
  if (!(c.env as { incoming?: unknown } | undefined)?.incoming) return '127.0.0.1';
  return getConnInfo(c).remote.address ?? '127.0.0.1';
}

/** The headers that make the caller known: accounts get the cookie and where it was sent from, all others a token. */
async function identify(
  c: GatewayContext,
  identity: Identity,
  tokens: SessionTokens,
): Promise<Record<string, string>> {
  if (identity.kind === 'none') return {};
  const cookie = sessionCookie(c.req.header('cookie'));
  if (identity.kind === 'cookie') {
    const sent = ACCOUNT_HEADERS.map((name) => [name, c.req.header(name)]).filter(([, value]) => value);
    if (cookie && c.req.method !== 'GET') tokens.forget(cookie);
    return { ...(Object.fromEntries(sent) as Record<string, string>), ...(cookie ? { cookie } : {}) };
  }
  if (!cookie) throw new AppError('unauthenticated', 'Sign in to go on.');
  const orgId = identity.kind === 'org' ? identity.orgId : undefined;
  return { authorization: `Bearer ${await tokens.tokenFor(cookie, orgId, c.var.requestId)}` };
}

const unknownAddress = () => new AppError('not_found', 'There is no such address.');

function refuseMethod(c: GatewayContext, allow: readonly string[]): Response {
  c.header('allow', allow.join(', '));
  return answerError(c, new AppError('method_not_allowed', `Use ${allow.join(' or ')} here.`), c.var);
}

interface ProxyDeps {
  readonly options: GatewayOptions;
  readonly match: (method: string, path: string) => RouteMatch;
  readonly tokens: SessionTokens;
  readonly origins: readonly string[];
}

function proxy({ options, match, tokens, origins }: ProxyDeps) {
  return async (c: GatewayContext): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url);
    const destination = match(c.req.method, pathname);
    if (!destination) throw unknownAddress();
    if (!mayWrite(c.req.method, c.req.raw.headers, origins)) {
      throw new AppError('bad_origin', 'This request came from another site.');
    }
    if ('allow' in destination) return refuseMethod(c, destination.allow);
    const { identity } = destination;
    const isAccount = identity.kind === 'cookie';
    const answer = await forward({
      request: c.req.raw,
      url: options.services[destination.service] + pathname + search,
      headers: {
        ...(await identify(c, identity, tokens)),
        'x-request-id': c.var.requestId,
        'x-forwarded-for': clientAddress(c),
      },
      setsCookies: isAccount,
      log: c.var.log,
    });
    if (destination.changesOrg && identity.kind === 'org' && answer.ok) tokens.forgetOrg(identity.orgId);
    const cookie = sessionCookie(c.req.header('cookie'));
    // A token may have been fetched while the session was ending.
    if (isAccount && cookie && c.req.method !== 'GET') tokens.forget(cookie);
    return answer;
  };
}

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok ?? false;
}

function mountProbes(app: Hono<ServiceEnvironment>, options: GatewayOptions, registry: Registry): void {
  app.get('/healthz', (c) => c.json({ status: 'up' }));
  app.get('/readyz', async (c) => {
    const services = Object.entries(options.services);
    const up = await Promise.all(services.map(([, url]) => isUp(url)));
    const failed = services.filter((_, index) => !up[index]).map(([name]) => name);
    const ready = failed.length === 0;
    return c.json({ status: ready ? 'ready' : 'not ready', failed }, ready ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    // This port is open to the public.
    const given = c.req.header('x-cairn-internal');
    if (!given || !sameSecret(given, options.secret)) return c.notFound();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}

/** Asks svc-workspace whose session a request brings; without one, or when it cannot be asked, nobody is a superuser. */
function superuserCheck({ services }: GatewayOptions, tokens: SessionTokens): SuperuserCheck {
  const verify = createVerifier({ jwksUrl: `${services.workspace}/api/auth/jwks` });
  return async (c) => {
    const cookie = sessionCookie(c.req.header('cookie'));
    if (!cookie) return false;
    const caller = await tokens
      .tokenFor(cookie, undefined, crypto.randomUUID())
      .then(verify)
      .catch(() => null);
    return caller?.superuser ?? false;
  };
}

/** The one public entry: pages, and the API with cookies traded for tokens. */
export function createGateway(options: GatewayOptions): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>();
  const { registry = new Registry(), contracts = SERVICES } = options;
  const origins = trustedOrigins(options.publicUrl);
  const tokens = sessionTokens(options.services.workspace, options.secret);
  app.use(observe(options.log, registry), pageHeaders(options));
  app.onError((error, c) => answerError(c, error, c.var));
  app.notFound((c) => answerError(c, unknownAddress(), c.var));
  mountProbes(app, options, registry);
  app.use('/api/*', compressedAnswers());
  app.all('/api/*', proxy({ options, match: routeTable(contracts), tokens, origins }));
  mountOpenApi(app, contracts, options.services);
  app.all('/internal/*', (c) => c.notFound());
  app.route('/', webFiles(options.web, superuserCheck(options, tokens)));
  return app;
}
