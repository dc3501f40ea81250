import { AskAnswer } from '@cairn/contracts';
import { ChatReply } from '@cairn/contracts/chat-replies';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { z } from 'zod';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type GraphValues, graphValues } from './ask/graph-values.ts';

let tokens: Awaited<ReturnType<typeof testTokens>>;
const servers: Server[] = [];

beforeAll(async () => {
  tokens = await testTokens();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An answer or an error; the other one is absent. */
const Answered = z.object({
  data: AskAnswer.optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

interface Seen {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A graph with one person, over real HTTP. */
async function graph(status = 200): Promise<{ values: GraphValues; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString());
      seen.push({ url: request.url, authorization: request.headers.authorization, body });
      const data = [{ value: 'Ada Lovelace', label: 'Ada Lovelace', count: 3 }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ data, meta: { page: 1, pageSize: 200, limit: 200, total: 1, truncated: false } }),
      );
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { values: graphValues(`http://127.0.0.1:${port}/`), seen };
}

async function post(
  body: unknown,
  options: { values?: GraphValues; org?: string; headers?: Record<string, string> } = {},
) {
  const app = createApp({
    verifier: tokens.verifier,
    log: silentLog(),
    values: options.values ?? null,
    now: () => new Date('2026-11-21T10:00:00Z'),
  });
  const headers = options.headers ?? (await tokens.headers({ role: 'viewer' }));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await app.request(`/api/${options.org ?? 'acme'}/ask/query`, {
    method: 'POST',
    headers,
    body: text,
  });
  return { status: answer.status, body: Answered.parse(await answer.json()) };
}

describe('svc-chat', () => {
  it('answers a question with a query', async () => {
    const { status, body } = await post({ text: 'commits per author last month', timezone: 'Europe/Berlin' });
    expect(status).toBe(200);
    const answer = AskAnswer.parse(body.data);
    expect(answer.query).toMatchObject({ select: ['Commit'], duration: 'L1M', timezone: 'Europe/Berlin' });
    expect(answer.title).toBe('Commits by author, last month');
    expect(answer.answeredBy).toBe('offline planner');
  });

  it('counts weeks as the org of the asker does', async () => {
    const headers = await tokens.headers({ firstDay: 7 });
    const { body } = await post({ text: 'commits since last week' }, { headers });
    expect(body.data?.query.startDate).toBe('2026-11-08');
  });

  it('looks names up in the graph as the caller', async () => {
    const { values, seen } = await graph();
    const headers = await tokens.headers();
    const { body } = await post({ text: 'commits by ada' }, { values, headers });
    expect(body.data?.query.filters).toEqual([
      { target: 'Person', attribute: 'name', comparison: { IN: ['Ada Lovelace'] } },
    ]);
    expect(seen[0]).toMatchObject({
      url: '/api/acme/graph-search/facet-options',
      authorization: headers['authorization'],
      body: { select: ['Person'], target: 'Person', attribute: 'name', contains: 'ada' },
    });
  });

  it('answers without the graph when that is down', async () => {
    const { values } = await graph(503);
    const { status, body } = await post({ text: 'commits by ada' }, { values });
    expect(status).toBe(200);
    expect(body.data?.query.search).toBe('ada');
  });

  it('leaves out a zone that does not exist', async () => {
    const { body } = await post({ text: 'commits per day', timezone: 'Mars/Olympus' });
    expect(body.data?.query.timezone).toBeUndefined();
  });

  it('refuses what it does not understand with examples', async () => {
    const { status, body } = await post({ text: 'what is the weather' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('Try “commits per author'),
    });
  });

  it.each([
    ['no text', {}, 400, 'invalid_input'],
    ['only spaces', { text: '   ' }, 400, 'invalid_input'],
    ['a text that is too long', { text: 'commits '.repeat(200) }, 400, 'invalid_input'],
    ['a number', { text: 5 }, 400, 'invalid_input'],
    ['something beside the text', { text: 'commits', sql: 'select 1' }, 400, 'invalid_input'],
    ['no JSON', '{', 400, 'invalid_json'],
    ['a huge body', { text: 'x'.repeat(5_000_000) }, 413, 'too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.code).toBe(code);
  });

  it('asks for a session', async () => {
    const { status, body } = await post(
      { text: 'commits' },
      { headers: { 'content-type': 'application/json' } },
    );
    expect([status, body.error?.code]).toEqual([401, 'unauthenticated']);
  });

  it('reports another org as not found', async () => {
    const { status, body } = await post({ text: 'commits' }, { org: 'other' });
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  });

  it('answers a message of a conversation, and keeps its id', async () => {
    const app = createApp({ verifier: tokens.verifier, log: silentLog(), values: null });
    const send = async (part: object) => {
      const sections = [{ prompt: 'commits per author', queries: [] }];
      const answer = await app.request('/api/acme/chat/reply', {
        method: 'POST',
        headers: await tokens.headers({ role: 'viewer' }),
        body: JSON.stringify({ mode: 'AGENT', sections, ...part }),
      });
      return z.object({ data: ChatReply }).parse(await answer.json()).data;
    };
    const first = await send({});
    expect(first.answers[0]?.query.select).toEqual(['Commit']);
    const { conversationId } = first;
    expect((await send({ conversationId })).conversationId).toBe(conversationId);
    expect((await send({})).conversationId).not.toBe(conversationId);
  });

  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json'])('serves %s', async (path) => {
    const internalSecret = 'a secret of the tests, 32 characters and more';
    const app = createApp({ verifier: tokens.verifier, internalSecret, log: silentLog(), values: null });
    const headers = { 'x-cairn-internal': internalSecret };
    expect((await app.request(path, { headers })).status).toBe(200);
  });
});
