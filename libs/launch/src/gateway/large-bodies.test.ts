import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { createGateway } from './gateway.ts';
import { codeOf, gateway, listen, plantedContract, seen, SESSION, setUpGateway } from '../../test/gateway.ts';

setUpGateway();

const CHUNK = 'x'.repeat(500_000);

/** Sends a body in ten pieces like a slow client, then reads and returns the answer. */
async function sendSlowly(headers: string, pieces: (chunk: string) => string, end: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  const broken = new Promise<never>((_, reject) => socket.once('error', reject));
  const sendAll = async () => {
    socket.write(
      `POST /api/acme/things HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${SESSION}\r\n` +
        `content-type: application/json\r\n${headers}\r\n\r\n`,
    );
    for (let piece = 0; piece < 10; piece += 1) {
      socket.write(pieces(CHUNK));
      await pause(100);
    }
    socket.write(end);
    await expect.poll(() => answer).toContain('requestId');
  };
  await Promise.race([sendAll(), broken]);
  socket.destroy();
  return answer;
}

describe('a client that sends too much, slowly', () => {
  it('can read the refusal when it said the length before', async () => {
    const answer = await sendSlowly(`content-length: ${10 * CHUNK.length}`, (chunk) => chunk, '');
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });

  it('can read it when it did not', async () => {
    const size = CHUNK.length.toString(16);
    const answer = await sendSlowly(
      'transfer-encoding: chunked',
      (chunk) => `${size}\r\n${chunk}\r\n`,
      '0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });
});

describe('a body that is too large for its service', () => {
  it.each(['said', 'not said'])('is refused as too large when its length was %s', async (length) => {
    const { verifier } = await testTokens();
    const service = serve(
      { open: plantedContract.open },
      { open: () => ({}) },
      { name: 'graph', log: silentLog(), verifier },
    );
    const services = { ...gateway.options.services, graph: await listen(service.fetch) };
    const url = await listen(createGateway({ ...gateway.options, services }).fetch);
    const text = 'x'.repeat(3_000_000);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, duplex: 'half' };
    const body = () => (length === 'said' ? text : new Blob([text]).stream());
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await fetch(`${url}/api/acme/open`, { ...init, body: body() } as RequestInit);
      expect([answer.status, await codeOf(answer)]).toEqual([413, 'too_large']);
    }
  });
});

describe('a message of a tool', () => {
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`${gateway.url}/api/acme/message`, { method: 'POST', headers, body });

  it('brings its bytes and the headers that the tool names, and none of those that say who is trusted', async () => {
    const own = { 'x-hub-signature-256': 'sha256=00', 'x-planted': 'yes' };
    const trusted = { 'x-forwarded-for': '6.6.6.6', 'x-cairn-internal': 'guess', authorization: 'Bearer x' };
    const body = 'ä'.repeat(2_500_000);
    expect((await send({ ...own, ...trusted }, body)).status).toBe(200);
    const { headers, body: got } = seen.at(-1) ?? {};
    expect(got).toBe(body);
    expect(Object.keys(own).map((name) => headers?.get(name))).toEqual(Object.values(own));
    expect(headers?.get('x-cairn-internal')).not.toBe('guess');
    expect(headers?.get('x-forwarded-for')).not.toContain('6.6.6.6');
    expect(headers?.get('authorization')).toBeNull();
  });

  it('is refused in words above the limit of its own route', async () => {
    const answer = await send({}, 'x'.repeat(6_000_001));
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('The body is too large: 5 MB at most.');
  });
});
