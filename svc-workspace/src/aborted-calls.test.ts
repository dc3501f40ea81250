import { type Contract, type Route, pathOf } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { faultsOfAborts } from '@cairn/service-kit/aborts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRIED_ROUTES } from '../test/access-matrix.ts';
import { castOf, type Cast } from '../test/matrix-cast.ts';
import { SECRET } from '../test/workspace-under-test.ts';
import { openSqlite } from './database/dialects.ts';

const contract: Contract = Object.assign({}, ...SERVICES.workspace.contracts);
let cast: Cast;
beforeAll(async () => {
  cast = await castOf(openSqlite(':memory:'));
});
afterAll(() => cast.at.engine.db.destroy());

describe('a caller who leaves early', () => {
  it.each(Object.entries<Route>(contract))('leaves nothing behind at %s', async (name, route) => {
    const { input, params, after } = TRIED_ROUTES[name] ?? {};
    const { headers } = cast.callers.superuser;
    const sent = { ...headers, 'content-type': 'application/json', 'x-cairn-internal': SECRET };
    const init = async () => ({
      method: route.method,
      headers: sent,
      ...(route.method === 'GET' ? {} : { body: JSON.stringify((await input?.(cast, 'superuser')) ?? {}) }),
    });
    const named = { orgId: cast.orgId, key: 'none', provider: 'github', userId: 'nobody' };
    const path = pathOf(route, { ...named, ...params?.(cast) });
    expect(await faultsOfAborts(cast.at.app, { path, init })).toEqual([]);
    await after?.(cast, 'superuser');
  });
});
