import { trustedProxies } from '@cairn/service-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { COOKIE, exchanges, gateway, seen, SESSION, setUpGateway } from '../../test/gateway.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';

setUpGateway();

const PUBLIC = 'https://cairn.example';
const HERE = 'http://127.0.0.1:4400';
let app: ReturnType<typeof createGateway>;

const behind = (options: Partial<GatewayOptions> = {}) =>
  createGateway({ ...gateway.options, publicUrl: PUBLIC, localUrl: HERE, ...options });

beforeEach(() => {
  app = behind();
});

/** A write of a signed-in person under a name, from a page of an origin. */
const write = (at: string, headers: Record<string, string>) =>
  app.request(`${at}/api/acme/things`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('under its public name', () => {
  const cookie = `__Host-${SESSION}`;

  it('its own pages write, and the session is known', async () => {
    expect((await write(PUBLIC, { origin: PUBLIC, cookie })).status).toBe(200);
    expect(exchanges).toEqual([{ cookie: SESSION, orgId: 'acme' }]);
  });

  it('a port belongs to the origin', async () => {
    app = behind({ publicUrl: `${PUBLIC}:8443` });
    expect((await write(`${PUBLIC}:8443`, { origin: `${PUBLIC}:8443`, cookie })).status).toBe(200);
    expect((await write(`${PUBLIC}:8443`, { origin: PUBLIC, cookie })).status).toBe(403);
  });

  it.each([
    'https://evil.example',
    'http://cairn.example',
    'https://cairn.example.evil.example',
    HERE,
    'null',
  ])('a page of %s writes nothing', async (origin) => {
    expect((await write(PUBLIC, { origin, cookie })).status).toBe(403);
    expect(seen).toEqual([]);
  });

  it('a session cookie that plain http or a neighbouring name planted is no session', async () => {
    for (const planted of [SESSION, `__Secure-${SESSION}`])
      expect((await write(PUBLIC, { origin: PUBLIC, cookie: planted })).status).toBe(401);
  });

  it('a session is kept for https and this host alone, also when it is prolonged or ended', async () => {
    gateway.cookies = [`${COOKIE}=longer; Path=/; HttpOnly; SameSite=Lax`];
    const prolonged = await write(PUBLIC, { origin: PUBLIC, cookie });
    expect(prolonged.headers.getSetCookie()).toEqual([`__Host-${gateway.cookies[0]}; Secure`]);
    const ended = await app.request(`${PUBLIC}/api/auth/sign-out`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: PUBLIC, cookie },
    });
    expect(ended.headers.getSetCookie()).toEqual([`__Host-${COOKIE}=; Max-Age=0; Secure`]);
  });

  it('another name is misdirected, whatever its scheme', async () => {
    expect((await app.request('https://other.example/')).status).toBe(421);
  });

  it('browsers are told to keep to https', async () => {
    const told = (await app.request(`${PUBLIC}/`)).headers.get('strict-transport-security');
    expect(told).toContain('max-age=31536000');
  });
});

describe('on the machine itself, beside a public name', () => {
  it.each([HERE, 'http://localhost:4400', PUBLIC])('a page of %s writes', async (origin) => {
    expect((await write(HERE, { origin, cookie: SESSION })).status).toBe(200);
  });

  it('cookies stay as plain http can keep them, and nothing insists on https', async () => {
    gateway.cookies = [`${COOKIE}=longer; Path=/; HttpOnly`];
    const answer = await write(HERE, { origin: HERE, cookie: SESSION });
    expect(answer.headers.getSetCookie()).toEqual(gateway.cookies);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
  });
});

it('services hear the address that a trusted proxy names, and no other', async () => {
  const send = (from: string) =>
    app.request(
      `${PUBLIC}/api/acme/things`,
      {
        headers: { cookie: `__Host-${SESSION}`, 'x-forwarded-for': '192.0.2.7' },
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
  const heard = () => seen.at(-1)?.headers.get('x-forwarded-for');
  await send('127.0.0.1');
  expect(heard()).toBe('127.0.0.1');
  app = behind({ isTrustedProxy: trustedProxies.parse('127.0.0.1') });
  await send('127.0.0.1');
  expect(heard()).toBe('192.0.2.7');
  await send('198.51.100.9');
  expect(heard()).toBe('198.51.100.9');
});
