import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { expect, it } from 'vitest';
import { Admission } from '../query/engine/admission.ts';
import { AnswerCache } from './answer-cache.ts';
import { graphSearchContract, graphSearchHandlers } from './routes.ts';

function listening(fetch: (request: Request) => Response | Promise<Response>): Promise<Server> {
  const server = createAdaptorServer({ fetch }) as Server;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

it('interrupts the query of a request whose connection closes', async () => {
  let begun = () => {};
  let ended = () => {};
  const running = new Promise<void>((resolve) => (begun = resolve));
  const interrupted = new Promise<void>((resolve) => (ended = resolve));
  const graph = {
    dataVersion: async () => 1,
    watch: () => () => {},
    run: (_sql: string, _params: unknown, { signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          ended();
          reject(new AppError('cancelled', 'The request was cancelled.'));
        });
        begun();
      }),
  };
  const tokens = await testTokens();
  const handlers = graphSearchHandlers({
    graphs: { open: async () => graph },
    admission: new Admission({ inAll: 1, perOrg: 1, waitingPerOrg: 1 }),
    timeLimit: 60_000,
    catalogue: CATALOGUE,
    integrations: async () => [],
    sources: async () => [],
    answers: new AnswerCache(),
    now: Date.now,
  });
  const app = serve(graphSearchContract, handlers, {
    name: 'svc-graph',
    log: silentLog(),
    verifier: tokens.verifier,
  });
  const server = await listening((request) => app.fetch(request));
  const caller = new AbortController();
  const { port } = server.address() as AddressInfo;
  const asked = fetch(`http://127.0.0.1:${port}/api/acme/graph-search/group-bys`, {
    method: 'POST',
    headers: await tokens.headers(),
    body: JSON.stringify({ select: ['Commit'] }),
    signal: caller.signal,
  });
  const gone = expect(asked).rejects.toThrow('abort');
  await running;
  caller.abort();
  await gone;
  await interrupted;
  server.closeAllConnections();
  server.close();
});
