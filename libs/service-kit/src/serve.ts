import { AppError, type Caller, type Contract, type Route } from '@cairn/contracts';
import { Hono, type Context } from 'hono';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { admit } from './access.ts';
import type { Handlers } from './call.ts';
import { answerError, invalidInput } from './errors.ts';
import { limitBody } from './limit-body.ts';
import type { Logger } from './log.ts';
import { apiHeaders, observe, type ServiceEnvironment } from './observe.ts';
import { outageOf } from './outages.ts';
import { openApi } from './open-api.ts';
import type { Verifier } from './tokens.ts';

/** A fault that `/readyz` tells: where it is, and what to do. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** The file that is damaged, where there is one. */
  readonly file?: string;
}

export interface ServeDeps {
  readonly name: string;
  readonly log: Logger;
  readonly verifier: Verifier;
  /** Opens routes with access `internal`; without it they are shut. */
  readonly internalSecret?: string;
  /** What must work for `/readyz`; each rejects when it does not. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
  /** What is wrong in a part while the rest works, for `/readyz` and whoever runs Cairn. */
  readonly problems?: () => readonly Problem[];
  /** The error in words of what lies outside the service, such as a full disk; undefined for everything else. */
  readonly outageOf?: (error: unknown) => AppError | undefined;
  /** Runs each call, and may give its error a better one. */
  readonly around?: (call: () => Promise<Response>) => Promise<Response>;
  /** Bytes of a body; 1 MB by default. */
  readonly bodyLimit?: number;
  /** Where metrics go; a service adds its own here. */
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

/** Parses a body. U+0000 is refused here once, because not every database can keep it. */
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

/** Parses with a recursive schema; a body that is nested deeper than the stack is invalid input. */
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
  const call = { caller, params, query, input, signal: request.signal, request, requestId, log, headers };
  const answer = answerOf(route, await handler(call), headers);
  // Nobody reads it, and what makes it would not hear of that.
  if (request.method === 'HEAD') await answer.body?.cancel();
  return answer;
}

/** Which checks fail, and every fault that can be told in words. */
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
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'content-type': registry.contentType }),
  );
  app.get('/openapi.json', (c) => c.json(document));
}

/** Serves every route of a contract, and its probes, metrics and OpenAPI document; `app` stays open for more routes. */
export function serve<C extends Contract>(contract: C, handlers: Handlers<C>, deps: ServeDeps): ServiceApp {
  const app: ServiceApp = new Hono();
  const registry = deps.registry ?? new Registry();
  app.use(observe(deps.log, registry), apiHeaders);
  app.onError((error, c) => answerError(c, error, c.var));
  app.notFound((c) => answerError(c, new AppError('not_found', 'There is no such address.'), c.var));
  mountProbes(app, contract, deps, registry);
  const explain = (error: unknown) => deps.outageOf?.(error) ?? outageOf(error) ?? error;
  const limit = limitBody(deps.bodyLimit ?? MEGABYTE);
  const around = deps.around ?? ((call) => call());
  for (const [name, route] of Object.entries<Route>(contract)) {
    const handler = handlers[name] as unknown as AnyHandler;
    app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), limit, (c) =>
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
