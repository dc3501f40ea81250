const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** The origins of this installation: the public one and, for a loopback address, its other names. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return [origin];
  return loopback.map((name) => new URL(`${protocol}//${name}${port ? `:${port}` : ''}`).origin);
}
