import { publicAddress } from '@cairn/service-kit/origins';
import { trustedProxies } from '@cairn/service-kit/proxies';
import type { z } from 'zod';
import { StartError } from './exit.ts';

function read<T>(name: string, schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T | undefined {
  const value = environment[name];
  if (value === undefined || value === '') return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartError('config', `${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`);
}

/**
 * The address under which people reach this Cairn, from the environment; undefined where only this machine does. Throws
 * StartError when it is none, or when the list of trusted proxies is wrong.
 */
export function readPublicAddress(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  read('CAIRN_TRUSTED_PROXIES', trustedProxies, environment);
  return read('CAIRN_PUBLIC_URL', publicAddress, environment);
}
