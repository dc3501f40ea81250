import { AppError } from '@cairn/contracts';
import type { ServiceName } from '@cairn/contracts/services';
import { sameSecret, type ServiceEnvironment } from '@cairn/service-kit';
import type { Context, Hono } from 'hono';
import type { Registry } from 'prom-client';
import { z } from 'zod';

interface ProbedGateway {
  readonly secret: string;
  readonly metricsToken?: string | undefined;
  /** The address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
}

/** The public state of a service: codes only, no messages or file names. */
interface ServiceState {
  readonly status: 'ready' | 'not ready' | 'not answering';
  readonly failed: readonly string[];
  readonly problems: readonly string[];
}

const PROBE_MS = 2_000;
const Readiness = z.object({
  failed: z.array(z.string()).default([]),
  problems: z.array(z.object({ code: z.string() })).default([]),
});

async function stateOf(url: string): Promise<ServiceState> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) });
    const { failed, problems } = Readiness.parse(await answer.json());
    const codes = [...new Set(problems.map(({ code }) => code))];
    return { status: answer.ok ? 'ready' : 'not ready', failed, problems: codes };
  } catch {
    return { status: 'not answering', failed: [], problems: [] };
  }
}

/** Whether a request may read metrics: it comes from a part of Cairn, or brings the token of scrapers. */
function mayRead(c: Context, { secret, metricsToken }: ProbedGateway): boolean {
  const given = c.req.header('x-cairn-internal');
  if (given && sameSecret(given, secret)) return true;
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  return token !== undefined && metricsToken !== undefined && sameSecret(token, metricsToken);
}

/** Answers the metrics of a service, which knows the gateway by the secret. */
async function readMetrics(url: string, secret: string): Promise<Response> {
  const headers = { 'x-cairn-internal': secret };
  const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(PROBE_MS) }).catch(
    (cause: unknown) => {
      throw new AppError('unavailable', 'This part of Cairn does not answer.', { cause });
    },
  );
  const type = answer.headers.get('content-type') ?? 'text/plain';
  return new Response(await answer.text(), { status: answer.status, headers: { 'content-type': type } });
}

/** Answers `/metrics` for the gateway, and `/metrics/` with the name of a service for each other one. */
function mountMetrics(app: Hono<ServiceEnvironment>, gateway: ProbedGateway, registry: Registry): void {
  // This port is open to the public.
  app.get('/metrics', async (c) => {
    if (!mayRead(c, gateway)) return c.notFound();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  for (const [name, url] of Object.entries(gateway.services))
    app.get(`/metrics/${name}`, (c) =>
      mayRead(c, gateway) ? readMetrics(url, gateway.secret) : c.notFound(),
    );
}

/** Answers `/healthz`, `/readyz` with the state of each service, and `/metrics` to those who may read them. */
export function mountProbes(app: Hono<ServiceEnvironment>, gateway: ProbedGateway, registry: Registry): void {
  const { services } = gateway;
  app.get('/healthz', (c) => c.json({ status: 'up' }));
  app.get('/readyz', async (c) => {
    const asked = Object.entries(services).map(async ([name, url]) => [name, await stateOf(url)] as const);
    const states = await Promise.all(asked);
    const failed = states.filter(([, { status }]) => status !== 'ready').map(([name]) => name);
    const isReady = failed.length === 0;
    const answer = {
      status: isReady ? 'ready' : 'not ready',
      failed,
      services: Object.fromEntries(states),
    };
    return c.json(answer, isReady ? 200 : 503);
  });
  mountMetrics(app, gateway, registry);
}
