import { describe, expect, it } from 'vitest';
import { ask, SECRET, seen, setUpGateway } from '../../test/gateway.ts';

setUpGateway();

describe('the OpenAPI documents', () => {
  it('are listed at /openapi.json, without a session', async () => {
    const { services } = (await (await ask('/openapi.json')).json()) as {
      services: { name: string; url: string }[];
    };
    expect(services.map(({ name, url }) => [name, url])).toEqual([
      ['workspace', '/openapi/workspace.json'],
      ['graph', '/openapi/graph.json'],
      ['chat', '/openapi/chat.json'],
    ]);
  });

  it.each(['workspace', 'graph', 'chat'])(
    'of %s comes from its service, which hears nothing of the caller',
    async (name) => {
      const answer = await ask(`/openapi/${name}.json`, { headers: { cookie: 'cairn.session_token=a' } });
      expect(await answer.json()).toEqual({ service: name });
      expect(seen[0]).toMatchObject({ service: name, path: '/openapi.json' });
      expect(seen[0]?.headers.get('x-cairn-internal')).toBe(SECRET);
      expect(['cookie', 'authorization'].map((header) => seen[0]?.headers.has(header))).toEqual([
        false,
        false,
      ]);
    },
  );
});
