import { describe, expect, it } from 'vitest';
import { ask, setUpGateway, signedIn } from '../../test/gateway.ts';

setUpGateway();

const get = (kind: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(`/api/acme/answers/${kind}`, { method, ...signedIn({ 'accept-encoding': 'gzip', ...headers }) });
const encodingOf = async (kind: string, headers?: Record<string, string>) => {
  const answer = await get(kind, headers);
  await answer.arrayBuffer();
  return answer.headers.get('content-encoding');
};

describe('answers', () => {
  it.each(['json', 'arrow', 'csv'])('travel compressed over a kilobyte: %s', async (kind) => {
    const answer = await get(kind);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('etag')).toBe('W/"7"');
    expect(await answer.text()).toContain('a line of words');
  });

  it('travel as they are when they are small, pictures, or larger than 4 MB', async () => {
    for (const kind of ['small', 'image', 'huge']) expect(await encodingOf(kind)).toBeNull();
  });

  it('travel as they are when their length is not known, as that of an export', async () => {
    const answer = await get('export');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toHaveLength(20_000);
  });

  it('travel as they are to a client that does not take gzip', async () => {
    expect(await encodingOf('json', { 'accept-encoding': 'identity' })).toBeNull();
    expect(await encodingOf('json', { 'accept-encoding': 'gzip;q=0' })).toBeNull();
  });

  it('have no encoding and no body for HEAD', async () => {
    const answer = await get('csv', {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    expect(await answer.text()).toBe('');
  });
});

describe('an event stream', () => {
  it('is never compressed', async () => {
    const controller = new AbortController();
    const answer = await ask('/api/acme/endless', {
      ...signedIn({ 'accept-encoding': 'gzip' }),
      signal: controller.signal,
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain('first');
    controller.abort();
  });
});
