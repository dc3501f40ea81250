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
});
