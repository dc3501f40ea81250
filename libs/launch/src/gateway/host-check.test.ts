import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { gateway, listen, setUpGateway } from '../../test/gateway.ts';
import { createGateway } from './gateway.ts';

setUpGateway();

/** The status and body for a request with this Host header, which fetch does not allow to be set. */
function askAs(host: string, path = '/'): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host } }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    })
      .once('error', reject)
      .end();
  });
}

describe('a request', () => {
  it.each([
    'evil.example',
    'evil.example:4400',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.7',
  ])('for the host %s is refused in words, on pages, files and the API', async (host) => {
    for (const path of ['/', '/registry.json', '/api/user/me', '/openapi.json']) {
      const { status, body } = await askAs(host, path);
      expect(status).toBe(421);
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'misdirected', message: expect.stringContaining('CAIRN_HOSTS') },
      });
      expect(body).not.toContain(host);
    }
  });

  it.each(['127.0.0.1', 'localhost:9000', 'LOCALHOST', 'localhost.', '[::1]:4400', '127.0.0.1:4400'])(
    'for %s, a name of this machine, is answered',
    async (host) => {
      expect((await askAs(host)).status).toBe(200);
    },
  );

  it('for the public address or a configured name is answered, whatever the port', async () => {
    const own = { ...gateway.options, publicUrl: 'https://cairn.example', hosts: ['Cairn.internal'] };
    gateway.url = await listen(createGateway(own).fetch);
    for (const host of ['cairn.example', 'cairn.example:8443', 'cairn.internal', 'localhost']) {
      expect((await askAs(host)).status).toBe(200);
    }
    expect((await askAs('other.internal')).status).toBe(421);
  });

  it('after its health is answered under any name, because probes use addresses', async () => {
    expect((await askAs('10.0.0.7', '/healthz')).status).toBe(200);
  });
});
