import { trustedProxies } from '@cairn/service-kit';
import * as fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientReader } from './client.ts';

const HTTPS = 'https://cairn.example';

/** What a gateway reads of a request from this peer. */
async function readOf(
  peer: string,
  headers: Record<string, string>,
  { url = `${HTTPS}/`, publicUrl = HTTPS, proxies = '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' } = {},
) {
  const readClient = clientReader({ publicUrl, isTrustedProxy: trustedProxies.parse(proxies) });
  const app = new Hono().get('/', (c) => c.json(readClient(c)));
  const incoming = { socket: { remoteAddress: peer } };
  const answer = await app.request(url, { headers }, { incoming });
  return (await answer.json()) as { address: string; isSecure: boolean };
}

describe('the address of a client', () => {
  it.each([
    ['the peer, without a proxy', '192.0.2.7', undefined, '192.0.2.7'],
    ['the peer, whatever a stranger claims', '192.0.2.7', '6.6.6.6', '192.0.2.7'],
    ['what a trusted proxy names', '127.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['the rightmost one that is no trusted proxy', '127.0.0.1', '6.6.6.6, 192.0.2.7, 10.1.2.3', '192.0.2.7'],
    ['the leftmost one, where all are trusted', '127.0.0.1', '10.0.0.5, 10.1.2.3', '10.0.0.5'],
    ['not of words left of nonsense', '127.0.0.1', '6.6.6.6, unknown', '127.0.0.1'],
    ['not of forms that only some programs read', '127.0.0.1', '6.6.6.6, 0x7f.1', '127.0.0.1'],
    ['the same, written as IPv6', '::ffff:127.0.0.1', '::ffff:192.0.2.7', '192.0.2.7'],
    ['of IPv6', '2001:db8::1', '2001:DB9::7', '2001:db9::7'],
  ])('is %s', async (_, peer, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect((await readOf(peer, headers as Record<string, string>)).address).toBe(expected);
  });

  it('is that of the connection while nobody is trusted, also of this machine', async () => {
    const claimed = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' };
    expect((await readOf('127.0.0.1', claimed, { proxies: '' })).address).toBe('127.0.0.1');
  });

  it('is never one that a client claims beyond its own proxy', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.ipV4(), fc.string()), { maxLength: 4 }), async (claimed) => {
        const header = [...claimed, '192.0.2.7'].join(', ').replaceAll(/[^\x20-\x7e]/g, '');
        expect((await readOf('127.0.0.1', { 'x-forwarded-for': header })).address).toBe('192.0.2.7');
      }),
    );
  });
});

describe('a request counts as https', () => {
  const here = { url: 'http://127.0.0.1:4400/' };

  it('under the public name, where the public address is https', async () => {
    expect((await readOf('127.0.0.1', {})).isSecure).toBe(true);
    const plain = { publicUrl: 'http://cairn.example' };
    expect((await readOf('127.0.0.1', { 'x-forwarded-proto': 'https' }, plain)).isSecure).toBe(false);
  });

  it('under a loopback name only when a trusted proxy says so', async () => {
    const said = { 'x-forwarded-proto': 'https' };
    expect((await readOf('127.0.0.1', {}, here)).isSecure).toBe(false);
    expect((await readOf('127.0.0.1', said, here)).isSecure).toBe(true);
    expect((await readOf('192.0.2.7', said, here)).isSecure).toBe(false);
    expect((await readOf('127.0.0.1', said, { ...here, proxies: '' })).isSecure).toBe(false);
  });
});
