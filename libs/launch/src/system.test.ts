import { describe, expect, it } from 'vitest';
import { environmentOf } from './system.ts';

describe('the environment of the services', () => {
  const ports = { gateway: 1, workspace: 2, graph: 3, chat: 4 };
  const options = {
    root: '/cairn',
    data: '/data',
    port: 1,
    secret: 's',
    print: () => undefined,
  };

  it('holds neither the password nor the e-mail of the owner', () => {
    const inherited = {
      PATH: '/bin',
      CAIRN_OWNER_PASSWORD: 'a pass phrase',
      CAIRN_OWNER_EMAIL: 'o@example.org',
    };
    const env = environmentOf(ports, options, inherited);
    expect(JSON.stringify(env)).not.toMatch(/a pass phrase|o@example|CAIRN_OWNER/);
    expect(env).toMatchObject({ PATH: '/bin', CAIRN_GRAPH_URL: 'http://127.0.0.1:3', LOG_LEVEL: 'info' });
  });

  it('names the public address where there is one, and always that of this machine', () => {
    const here = 'http://127.0.0.1:1';
    expect(environmentOf(ports, options, {})).toMatchObject({
      CAIRN_PUBLIC_URL: here,
      CAIRN_LOCAL_URL: here,
    });
    const publicUrl = 'https://cairn.example';
    const inherited = { CAIRN_PUBLIC_URL: 'https://other.example', CAIRN_TRUSTED_PROXIES: '127.0.0.1' };
    expect(environmentOf(ports, { ...options, publicUrl }, inherited)).toMatchObject({
      CAIRN_PUBLIC_URL: publicUrl,
      CAIRN_LOCAL_URL: here,
      CAIRN_TRUSTED_PROXIES: '127.0.0.1',
    });
  });
});
