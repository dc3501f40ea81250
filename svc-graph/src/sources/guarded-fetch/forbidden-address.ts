import { BlockList, isIP } from 'node:net';

/** Networks that belong to a machine, a site or nobody, and two addresses at which clouds tell secrets. */
const FORBIDDEN_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Parts of the public range of IPv6 that carry other addresses or are for examples. */
const FORBIDDEN_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const forbidden = new BlockList();
for (const [network, bits] of FORBIDDEN_V4) forbidden.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of FORBIDDEN_V6) forbidden.addSubnet(network, bits, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address of the network may not be read; what is no address counts as forbidden. */
export function isForbiddenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return forbidden.check(address, 'ipv4');
  // Scopes and mapped addresses lie outside the one public range.
  if (family === 6) return !publicV6.check(address, 'ipv6') || forbidden.check(address, 'ipv6');
  return true;
}
