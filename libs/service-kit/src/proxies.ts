import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Whether an address belongs to a proxy whose word about the client counts. */
export type IsTrustedProxy = (address: string) => boolean;

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The range of an address or CIDR; null for anything else. The library alone also reads forms such as `127.1`. */
function readRange(text: string): Range | null {
  const [address = '', bits] = text.split('/');
  if (isIP(address) === 0) return null;
  if (bits === undefined) {
    const parsed = ipaddr.parse(address);
    return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
  }
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null;
}

/** An address in its shortest form, an IPv4 address never as IPv6; null for a text that is none. */
export function plainAddress(text: string): string | null {
  return isIP(text) === 0 ? null : ipaddr.process(text).toString();
}

function isWithin(ranges: readonly Range[]): IsTrustedProxy {
  return (text) => {
    const address = plainAddress(text);
    if (address === null) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(([start, bits]) => parsed.kind() === start.kind() && parsed.match(start, bits));
  };
}

/** The proxies of a list of addresses and CIDRs, separated by commas; an empty list trusts nobody. */
export const trustedProxies = z
  .string()
  .default('')
  .transform((text, context): IsTrustedProxy => {
    const ranges = text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map(readRange);
    const known = ranges.filter((range) => range !== null);
    if (known.length < ranges.length) {
      const message = 'must be addresses or ranges, such as 127.0.0.1 or 10.0.0.0/8, separated by commas';
      context.addIssue({ code: 'custom', message });
    }
    return isWithin(known);
  });
