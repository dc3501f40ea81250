import { LOOPBACK_NAMES, plainAddress, type IsTrustedProxy } from '@cairn/service-kit';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Who sent a request, as far as the connection and trusted proxies tell. */
export interface SeenClient {
  readonly address: string;
  /** Whether what the browser gets may be kept for https: the public address is one of https, and was used. */
  readonly isSecure: boolean;
}

interface ClientOptions {
  readonly publicUrl: string;
  readonly isTrustedProxy?: IsTrustedProxy | undefined;
}

const THIS_MACHINE = '127.0.0.1';

function readPeer(c: Context): string {
  // Outside a server, as in tests, there is no connection.
  if (!(c.env as { incoming?: unknown } | undefined)?.incoming) return THIS_MACHINE;
  return plainAddress(getConnInfo(c).remote.address ?? '') ?? THIS_MACHINE;
}

const listed = (header: string | undefined) => (header ?? '').split(',').map((each) => each.trim());

/** The rightmost address that no trusted proxy has. What stands left of a word that is no address is not believed. */
function addressBehind(peer: string, header: string | undefined, isTrusted: IsTrustedProxy): string {
  let client = peer;
  for (const named of listed(header).reverse()) {
    const address = plainAddress(named);
    if (!isTrusted(client) || address === null) return client;
    client = address;
  }
  return client;
}

/** The host that a request is for, without its port. */
export const readHost = (c: Context): string => new URL(c.req.url).hostname.replace(/\.$/, '');

/** True when a request is for one of the names by which the machine calls itself. */
export const isForThisMachine = (c: Context): boolean => LOOPBACK_NAMES.includes(readHost(c));

/**
 * Reads who sent a request. Headers about the client count from trusted proxies alone. A request under the public name
 * counts as https where the public address is; one under a loopback name only when a trusted proxy says so.
 */
export function clientReader({ publicUrl, isTrustedProxy = () => false }: ClientOptions) {
  const isHttps = new URL(publicUrl).protocol === 'https:';
  return (c: Context): SeenClient => {
    const peer = readPeer(c);
    const isProxied = isTrustedProxy(peer);
    const scheme = isProxied ? listed(c.req.header('x-forwarded-proto')).at(-1) : undefined;
    return {
      address: addressBehind(peer, c.req.header('x-forwarded-for'), isTrustedProxy),
      isSecure: isHttps && (!isForThisMachine(c) || scheme === 'https'),
    };
  };
}
