import { describe, expect, it } from 'vitest';
import { createClient, pathOf } from './client.ts';
import { sourceContract } from './sources.ts';
import { queryContract } from './queries.ts';
import { OrgId } from './identity.ts';
import { workspaceContract } from './workspace.ts';

const params = { orgId: OrgId.parse('acme') };
const input = { select: ['Commit'] };

interface Stub {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fetch that answers the same every time and keeps what was sent. */
function answering({ status = 200, body = null, headers = {} }: Stub) {
  const sent: { url: string; body: unknown }[] = [];
  const fetch = (url: string, init: { body?: string }) => {
    sent.push({ url, body: init.body === undefined ? undefined : JSON.parse(init.body) });
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: (name: string) => headers[name] ?? null },
      json: () => Promise.resolve(body),
      arrayBuffer: () => Promise.resolve(new Uint8Array([1, 2, 3]).buffer),
      blob: () => Promise.resolve(body),
    });
  };
  return { fetch, sent };
}

const unreachable = () => Promise.reject(new TypeError('failed to fetch'));
/** The headers arrive and the body does not. */
const breaking = () =>
  answering({})
    .fetch('', {})
    .then((reply) => ({ ...reply, json: unreachable, arrayBuffer: unreachable, blob: unreachable }));

describe('a client', () => {
  it('fills path parameters encoded', () => {
    expect(pathOf(sourceContract.listSources, { orgId: 'a/b' })).toBe('/api/a%2Fb/sources/list-sources');
  });

  it('rejects with the code of the service', async () => {
    const { fetch } = answering({
      status: 404,
      body: { error: { code: 'not_found', message: 'No such board.' } },
    });
    await expect(createClient(workspaceContract, fetch).me({})).rejects.toMatchObject({
      code: 'not_found',
      message: 'No such board.',
      status: 404,
    });
  });

  it('reports a proxy that cannot reach its service as unavailable', async () => {
    const { fetch } = answering({ status: 502 });
    await expect(createClient(workspaceContract, fetch).me({})).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it.each([
    ['before the answer', unreachable],
    ['in the middle of the answer', breaking],
  ])('reports a connection that is lost %s as unavailable, in each format', async (_, fetch) => {
    const client = createClient(queryContract, fetch);
    const lost = { code: 'unavailable' };
    await expect(client.configuration({ params })).rejects.toMatchObject(lost);
    await expect(client.entities.json({ params, input })).rejects.toMatchObject(lost);
    await expect(client.entities.arrow({ params, input })).rejects.toMatchObject(lost);
    await expect(client.entities.csv({ params, input })).rejects.toMatchObject(lost);
  });

  it.each([unreachable, breaking])('reports a call that its caller cancels as cancelled', async (fetch) => {
    const client = createClient(queryContract, fetch);
    const call = { params, input, signal: { aborted: true } };
    await expect(client.entities.arrow(call)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a route with rows', () => {
  it('is asked for the format of the call', async () => {
    const { fetch, sent } = answering({ body: { data: [] } });
    const client = createClient(queryContract, fetch, 'http://graph');
    expect(await client.groupBys.json({ params, input })).toEqual({ data: [] });
    expect(new Uint8Array(await client.groupBys.arrow({ params, input }))).toEqual(new Uint8Array([1, 2, 3]));
    await client.groupBys.csv({ params, input });
    expect(sent).toEqual(
      ['json', 'arrow', 'csv'].map((format) => ({
        url: 'http://graph/api/acme/graph-search/group-bys',
        body: { ...input, format },
      })),
    );
  });

  it('tells how many of all rows a csv file holds', async () => {
    const headers = { 'cairn-rows': '1000', 'cairn-total': '2500' };
    const { fetch } = answering({ body: 'a,b', headers });
    const file = await createClient(queryContract, fetch).entities.csv({ params, input });
    expect(file).toEqual({ blob: 'a,b', rows: 1_000, total: 2_500 });
  });
});

describe('a route with a stream', () => {
  const { versions } = createClient(queryContract, unreachable, 'http://graph');

  it('has an address to listen at', () => {
    expect(versions.address({ params })).toBe('http://graph/api/acme/graph-search/versions');
  });

  it('reads events of its contract and nothing else', () => {
    expect(versions.read('{"dataVersion":4}')).toEqual({ dataVersion: 4 });
    expect(versions.read('{"dataVersion":"4"}')).toBeUndefined();
    expect(versions.read('no json')).toBeUndefined();
  });
});
