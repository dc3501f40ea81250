import { AppError } from '@cairn/contracts';
import { LOOPBACK_NAMES } from '@cairn/service-kit';
import type { MiddlewareHandler } from 'hono';
import { readHost } from './client.ts';

const UNKNOWN =
  'Cairn does not answer under this name. Open the address that it printed, or have whoever runs it add the name to CAIRN_HOSTS.';

/**
 * Refuses requests for other hosts, so that no page can reach Cairn under a name of its own that resolves to
 * this machine. Any port is accepted, because tunnels and proxies change it.
 */
export function hostCheck(publicUrl: string, further: readonly string[] = []): MiddlewareHandler {
  const names = [...LOOPBACK_NAMES, new URL(publicUrl).hostname, ...further];
  const known = new Set(names.map((name) => name.toLowerCase()));
  return async (c, next) => {
    if (!known.has(readHost(c))) throw new AppError('misdirected', UNKNOWN);
    await next();
  };
}
