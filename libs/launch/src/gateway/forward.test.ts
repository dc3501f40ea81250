import { describe, expect, it } from 'vitest';
import { createGateway } from './gateway.ts';
import { ask, codeOf, gateway, listen, seen, signedIn, setUpGateway } from '../../test/gateway.ts';

setUpGateway();

describe('streams', () => {
  it('passes an answer on as it comes, and ends it when the client goes', async () => {
    const controller = new AbortController();
    const answer = await ask('/api/acme/endless', { ...signedIn(), signal: controller.signal });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value as Uint8Array)).toContain('first');
    expect(gateway.aborted).toBe(0);
    controller.abort();
    await expect.poll(() => gateway.aborted, { timeout: 5_000 }).toBe(1);
  });
});

describe('a request that is given up', () => {
  it('is given up at the service too, which has not answered yet', async () => {
    const controller = new AbortController();
    const answer = ask('/api/acme/silent', { ...signedIn(), signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => gateway.aborted, { timeout: 5_000 }).toBe(1);
  });
});

describe('a service that dies while it answers', () => {
  it('leaves the client with a broken answer, never with a short one that looks whole', async () => {
    const answer = await ask('/api/acme/cut', signedIn());
    // It is cut off, or a 500 when the service died before the first bytes were sent on.
    const looksWhole =
      answer.ok &&
      (await answer.text().then(
        () => true,
        () => false,
      ));
    expect(looksWhole).toBe(false);
    expect((await ask('/api/acme/things', signedIn())).status).toBe(200);
  });
});

describe('a service that hangs', () => {
  const withPatience = (firstByteWithin: number) =>
    listen(createGateway({ ...gateway.options, firstByteWithin }).fetch);

  it('is given up after some time, and the client hears which part it is and when to come again', async () => {
    gateway.url = await withPatience(100);
    const answer = await ask('/api/acme/silent', signedIn());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'unavailable',
        message: expect.stringContaining('sources and queries has not answered'),
      },
    });
    await expect.poll(() => gateway.aborted).toBe(1);
  });

  it('may take as long as it likes once it has begun to answer', async () => {
    gateway.url = await withPatience(100);
    const answer = await ask('/api/acme/endless', signedIn());
    const reader = answer.body?.getReader();
    await reader?.read();
    // One that never answers is given up meanwhile, so the patience with the first one is over as well.
    expect((await ask('/api/acme/silent', signedIn())).status).toBe(503);
    await expect.poll(() => gateway.aborted).toBe(1);
    await reader?.cancel();
  });
});

describe('a service that is not ready', () => {
  it('is named with its failed checks and codes, and neither words nor files are told', async () => {
    const problem = { code: 'damaged_graph', file: '/data/a.duckdb', message: 'a.duckdb is damaged.' };
    const answer = { status: 'not ready', failed: ['database'], problems: [problem] };
    const workspace = await listen(() => Response.json(answer, { status: 503 }));
    gateway.url = await listen(
      createGateway({ ...gateway.options, services: { ...gateway.options.services, workspace } }).fetch,
    );
    const text = await (await ask('/readyz')).text();
    expect(JSON.parse(text)).toMatchObject({
      status: 'not ready',
      failed: ['workspace'],
      services: {
        workspace: { status: 'not ready', failed: ['database'], problems: ['damaged_graph'] },
        graph: { status: 'ready' },
      },
    });
    expect(text).not.toContain('duckdb');
  });
});

describe('a service that is down', () => {
  it('is reported as unavailable, and the others go on', async () => {
    gateway.url = await listen(
      createGateway({
        ...gateway.options,
        services: { ...gateway.options.services, graph: 'http://127.0.0.1:9' },
      }).fetch,
    );
    const answer = await ask('/api/acme/graph-search/configuration', signedIn());
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable']);
    expect((await ask('/api/acme/ask/query', { method: 'POST', ...signedIn() })).status).toBe(200);
    const ready = await ask('/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { status: 'not ready', failed: ['graph'], services: { graph: { status: 'not answering' } } },
    ]);
  });

  it('is reported as unavailable when nobody can say who calls', async () => {
    const services = { ...gateway.options.services, workspace: 'http://127.0.0.1:9' };
    gateway.url = await listen(createGateway({ ...gateway.options, services }).fetch);
    const answer = await ask('/api/acme/things', signedIn());
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable']);
    expect((await ask('/')).status).toBe(200);
  });
});
