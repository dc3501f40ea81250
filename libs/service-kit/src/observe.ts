import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, Histogram, Registry } from 'prom-client';
import { answerError } from './errors.ts';
import { runRequest } from './left-behind.ts';
import type { Logger } from './log.ts';

/** The context of a request inside a service. */
export interface ServiceEnvironment {
  Variables: { requestId: string; log: Logger };
}

const sane = /^[\w.-]{8,64}$/;
const quiet = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives each request an id and a logger, and logs and times its answer. A well-formed id of the caller is kept. A
 * rejection that a request leaves to nobody is logged and counted, and fails that request.
 */
export function observe(log: Logger, registry: Registry): MiddlewareHandler<ServiceEnvironment> {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const leftBehind = new Counter({
    name: 'http_request_left_rejections_total',
    help: 'Rejections of requests for which nothing waited.',
    registers: [registry],
  });
  return async (c, next) => {
    const given = c.req.header('x-request-id');
    const requestId = given && sane.test(given) ? given : randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    const tell = (err: unknown) => {
      leftBehind.inc();
      c.var.log.error(
        { err, method: c.req.method, path: c.req.path },
        'a request left a rejection to nobody',
      );
    };
    await runRequest(tell, next).catch((error: unknown) => {
      c.res = answerError(c, error, c.var);
    });
    c.res.headers.set('x-request-id', requestId);
    const { status } = c.res;
    // The route that answered. A request that only middleware handled had no known address.
    const pattern = routePath(c);
    const route = status === 404 && pattern.endsWith('/*') ? 'unmatched' : pattern;
    const ms = performance.now() - started;
    seconds.observe({ method: c.req.method, route, status }, ms / 1_000);
    if (!quiet.has(route)) {
      c.get('log').info({ method: c.req.method, route, status, ms: Math.round(ms) }, 'answered');
    }
  };
}

/** Headers for answers that are data, never documents. */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-frame-options', 'DENY');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
};
