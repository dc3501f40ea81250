import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { createGateway } from './gateway.ts';
import { codeOf, gateway, listen, plantedContract, SESSION, setUpGateway } from '../../test/gateway.ts';

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
