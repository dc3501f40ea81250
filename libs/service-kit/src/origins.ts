import { z } from 'zod';

/** The names by which a machine calls itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** An address without anything after its name and port. */
function isOrigin(address: string): boolean {
  const { origin, href, username } = new URL(address);
  return username === '' && href === `${origin}/`;
}

/** The address under which people reach an installation: a scheme, a name, maybe a port, and no path. */
export const publicAddress = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an address such as https://cairn.example' })
  .refine(isOrigin, {
    abort: true,
    error: 'must be an address without a path, such as https://cairn.example',
  })
  .transform((address) => new URL(address).origin);

/** The origins of an address; a loopback one has three, because a machine has three names for itself. */
export function listOrigins(address: string): string[] {
  const { protocol, hostname, port, origin } = new URL(address);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}${port ? `:${port}` : ''}`).origin);
}

/** The origins of this installation: those of its public address, and of its address on its own machine. */
export function trustedOrigins(publicUrl: string, localUrl: string = publicUrl): string[] {
  return [...new Set([...listOrigins(publicUrl), ...listOrigins(localUrl)])];
}
