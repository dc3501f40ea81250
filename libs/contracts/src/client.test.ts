import { describe, expect, it } from 'vitest';
import { createClient, pathOf } from './client.ts';
import { sourceContract } from './sources.ts';
import { workspaceContract } from './workspace.ts';

const answering = (status: number, body: unknown) => () =>
  Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(body) });

describe('client', () => {
  it('fills path parameters encoded', () => {
    expect(pathOf(sourceContract.listSources, { orgId: 'a/b' })).toBe('/api/a%2Fb/sources/list-sources');
  });

  it('rejects with the code of the service', async () => {
    const client = createClient(
      workspaceContract,
      answering(404, { error: { code: 'not_found', message: 'No such board.' } }),
    );
    await expect(client.me({})).rejects.toMatchObject({
      code: 'not_found',
      message: 'No such board.',
      status: 404,
    });
  });

  it('reports a proxy that cannot reach its service as unavailable', async () => {
    const client = createClient(workspaceContract, answering(502, null));
    await expect(client.me({})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports a lost connection as unavailable', async () => {
    const client = createClient(workspaceContract, () => Promise.reject(new TypeError('failed to fetch')));
    await expect(client.me({})).rejects.toMatchObject({ code: 'unavailable' });
  });
});
