/** The names by which a machine calls itself. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** The origins of this installation: the public one and, for a loopback address, its other names. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}${port ? `:${port}` : ''}`).origin);
}
