import type { ServiceName } from '@cairn/contracts/services';
import { sameSecret, type ServiceEnvironment } from '@cairn/service-kit';
import type { Hono } from 'hono';
import type { Registry } from 'prom-client';
import { z } from 'zod';

interface ProbedGateway {
  readonly secret: string;
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

/** Answers `/healthz`, `/readyz` with the state of each service, and `/metrics` to parts of Cairn. */
export function mountProbes(
  app: Hono<ServiceEnvironment>,
  { secret, services }: ProbedGateway,
  registry: Registry,
): void {
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
  app.get('/metrics', async (c) => {
    // This port is open to the public.
    const given = c.req.header('x-cairn-internal');
    if (!given || !sameSecret(given, secret)) return c.notFound();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}
