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

/** Where clouds tell the secrets of a machine: link-local addresses, and some beside them. */
const METADATA_V4 = [
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
] as const;

/** The same in IPv6, where addresses of IPv4 are also written within others. */
const METADATA_V6 = [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
] as const;

const metadata = new BlockList();
for (const [network, bits] of METADATA_V4) metadata.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of METADATA_V6) metadata.addSubnet(network, bits, 'ipv6');

/** Whether an address stays closed whoever allows its server; what is no address counts as closed. */
export function isMetadataAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  if (family === 0) return true;
  return metadata.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
