import { type Contract, type Route, pathOf } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { faultsOfAborts } from '@cairn/service-kit/aborts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

const contract: Contract = Object.assign({}, ...SERVICES.chat.contracts);
const tokens = await testTokens();
const app = createApp({ verifier: tokens.verifier, log: silentLog(), values: null });
const message = { mode: 'AGENT', sections: [{ prompt: 'commits by week', queries: [] }] };

describe('a caller who leaves early', () => {
  it.each(Object.entries<Route>(contract))('leaves nothing behind at %s', async (name, route) => {
    const body = JSON.stringify(name === 'replyToMessage' ? message : { text: 'commits by week' });
    const init = async () => ({ method: route.method, headers: await tokens.headers(), body });
    expect(await faultsOfAborts(app, { path: pathOf(route, { orgId: 'acme' }), init })).toEqual([]);
  });
});
