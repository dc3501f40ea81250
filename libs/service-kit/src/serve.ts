import { AppError, type Caller, type Contract, type Route } from '@cairn/contracts';
import { Hono, type Context } from 'hono';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { admit, requireInternal } from './access.ts';
import type { Handlers } from './call.ts';
import { answerError, invalidInput } from './errors.ts';
import { limitBody } from './limit-body.ts';
import type { Logger } from './log.ts';
import { apiHeaders, observe, type ServiceEnvironment } from './observe.ts';
import { outageOf } from './outages.ts';
import { openApi } from './open-api.ts';
import type { Verifier } from './tokens.ts';

/** A problem that `/readyz` reports: where it is, and what to do. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** The damaged file, if there is one. */
  readonly file?: string;
}

/** Has another process answer a request; undefined for one that is answered here. */
export type Elsewhere = (arrived: {
  readonly request: Request;
  readonly requestId: string;
  /** Answers a request in this process. */
  here(request: Request): Response | Promise<Response>;
}) => Promise<Response | undefined>;

export interface ServeDeps {
  readonly name: string;
  readonly log: Logger;
  readonly verifier: Verifier;
  /** Opens routes with access `internal`, metrics and the OpenAPI document; without it they are closed. */
  readonly internalSecret?: string;
  /** Requirements of `/readyz`; each rejects when it is not met. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Problems of one part while the rest works, for `/readyz` and the operator. */
  readonly problems?: () => readonly Problem[];
  /** The error of an outage outside the service, such as a full disk; undefined for other errors. */
  readonly outageOf?: (error: unknown) => AppError | undefined;
  /** Wraps each call, and may replace its error with a better one. */
  readonly around?: (call: () => Promise<Response>) => Promise<Response>;
  /** Where several processes share the work of a service. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Largest body in bytes; 1 MB by default. */
  readonly bodyLimit?: number;
  /** The registry of metrics, to which a service adds its own. */
  readonly registry?: Registry;
}

export type ServiceApp = Hono<ServiceEnvironment>;

interface AnyCall {
  caller: Caller | null;
  params: unknown;
  query: unknown;
  input: unknown;
  signal: AbortSignal;
  request: Request;
  requestId: string;
  log: Logger;
  headers: Headers;
}
type AnyHandler = (call: AnyCall) => unknown;

const MEGABYTE = 1_048_576;

/** Parses a body. U+0000 is refused here once, because not every database can store it. */
function parseJson(text: string): unknown {
  const reviver = (key: string, value: unknown) => {
    if (!key.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value;
    throw new AppError('invalid_input', 'Text must not contain the character U+0000.');
  };
  try {
    return JSON.parse(text, text.includes('\\u0000') ? reviver : undefined);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_json', 'The body is not JSON.', { cause });
  }
}

async function readInput(route: Route, request: Request): Promise<unknown> {
  if (!route.input) return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new AppError('invalid_json', 'The body must be JSON, with content-type application/json.');
  }
  const parsed = parsedBy(route.input, parseJson(await request.text()));
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** Parses with a recursive schema; a body nested deeper than the stack is invalid input. */
function parsedBy(schema: NonNullable<Route['input']>, body: unknown) {
  try {
    return schema.safeParse(body);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('invalid_input', 'The body is nested too deeply.', { cause });
  }
}

function readPart(schema: Route['params'], values: Record<string, string>): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function answerOf(route: Route, answer: unknown, headers: Headers): Response {
  if (answer instanceof Response) {
    headers.forEach((value, key) => answer.headers.append(key, value));
    return answer;
  }
  const parsed = route.output.safeParse(answer);
  if (!parsed.success) {
    throw new Error(`the answer of ${route.path} is not what its contract says`, { cause: parsed.error });
  }
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(parsed.data), { headers });
}

async function callRoute(
  route: Route,
  handler: AnyHandler,
  deps: ServeDeps,
  c: Context<ServiceEnvironment>,
): Promise<Response> {
  const request = c.req.raw;
  const headers = new Headers();
  const caller = await admit(route, request, c.req.param('orgId'), deps);
  const params = readPart(route.params, c.req.param());
  const query = readPart(route.query, c.req.query());
  const input = await readInput(route, request);
  const { requestId, log } = c.var;
  const call = {
    caller,
    params,
    query,
    input,
    // Making a signal is dear, and few handlers ask for it.
    get signal() {
      return request.signal;
    },
    request,
    requestId,
    log,
    headers,
  };
  const answer = answerOf(route, await handler(call), headers);
  // Nobody reads the body of HEAD, and its producer would not notice.
  if (request.method === 'HEAD') await answer.body?.cancel();
  return answer;
}

/** Sends requests to the process that they are for; probes stay here. */
function mountElsewhere(app: ServiceApp, elsewhere: Elsewhere): void {
  app.use(async (c, next) => {
    const here = (request: Request) => app.fetch(request, c.env);
    const answer = await elsewhere({ request: c.req.raw, requestId: c.var.requestId, here });
    return answer ?? next();
  });
}

/** Runs the checks; returns those that fail, and every problem with a message. */
async function runChecks(deps: ServeDeps): Promise<{ failed: string[]; problems: Problem[] }> {
  const { checks = {}, problems } = deps;
  const names = Object.keys(checks);
  const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
  const reasons = results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const error: unknown = deps.outageOf?.(result.reason) ?? outageOf(result.reason) ?? result.reason;
    return error instanceof AppError ? [error] : [];
  });
  return {
    failed: names.filter((_, index) => results[index]?.status === 'rejected'),
    problems: [...reasons.map(({ code, message }) => ({ code, message })), ...(problems?.() ?? [])],
  };
}

function mountProbes(app: ServiceApp, contract: Contract, deps: ServeDeps, registry: Registry): void {
  const document = openApi(deps.name, contract);
  app.get('/healthz', (c) => c.json({ status: 'up' }));
  app.get('/readyz', async (c) => {
    const { failed, problems } = await runChecks(deps);
    const status = failed.length > 0 ? 'not ready' : 'ready';
    return c.json({ status, failed, problems }, failed.length > 0 ? 503 : 200);
  });
  // Every process of the machine reaches this port; the gateway decides who gets these.
  app.get('/metrics', async (c) => {
    requireInternal(c.req.raw, deps.internalSecret);
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  app.get('/openapi.json', (c) => {
    requireInternal(c.req.raw, deps.internalSecret);
    return c.json(document);
  });
}

/**
 * Serves every route of a contract with its probes, and to parts of Cairn its metrics and OpenAPI document; `app`
 * accepts further routes.
 */
export function serve<C extends Contract>(contract: C, handlers: Handlers<C>, deps: ServeDeps): ServiceApp {
  const app: ServiceApp = new Hono();
  const registry = deps.registry ?? new Registry();
  app.use(observe(deps.log, registry), apiHeaders);
  app.onError((error, c) => answerError(c, error, c.var));
  app.notFound((c) => answerError(c, new AppError('not_found', 'There is no such address.'), c.var));
  mountProbes(app, contract, deps, registry);
  if (deps.elsewhere) mountElsewhere(app, deps.elsewhere);
  const explain = (error: unknown) => deps.outageOf?.(error) ?? outageOf(error) ?? error;
  const limitFor = ({ bodyLimit = deps.bodyLimit ?? MEGABYTE }: Route) => limitBody(bodyLimit);
  const around = deps.around ?? ((call) => call());
  for (const [name, route] of Object.entries<Route>(contract)) {
    const handler = handlers[name] as unknown as AnyHandler;
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), limitFor(route), (c) =>
      around(() => callRoute(route, handler, deps, c)).catch((error: unknown) =>
        answerError(c, explain(error), { route, ...c.var }),
      ),
    );
  }
  return app;
}

/** A registry with the metrics of the process: CPU, memory, event loop. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
