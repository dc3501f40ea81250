import { chatContract } from '@cairn/contracts';
import { CALLERS, headersOf, letterOf } from '@cairn/service-kit/matrix';
import { refusalsOf } from '@cairn/service-kit/refusals';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

const tokens = await testTokens();
const app = createApp({ verifier: tokens.verifier, log: silentLog(), values: null });

const cases = refusalsOf(chatContract, {
  headersOf: ({ role, org }) => tokens.headers({ role, orgId: org === 'own' ? 'acme' : 'other' }),
  params: { orgId: 'acme' },
});

describe('every route of ask', () => {
  it('is among those that are tried', () => {
    expect(new Set(cases.map(({ route }) => route))).toEqual(new Set(Object.keys(chatContract)));
  });

  it.each(Object.keys(chatContract))('%s refuses whom and what it must', async (name) => {
    for (const { why, path, method, body, headers, codes } of cases.filter(({ route }) => route === name)) {
      const sent = { method, headers: await headers(), ...(body === undefined ? {} : { body }) };
      const answer = await app.request(path, sent);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(codes, `${method} ${path}, ${why}: ${error.message}`).toContain(error.code);
    }
  });

  it.each(Object.entries(chatContract))('%s may be asked by members of the org alone', async (_, route) => {
    const { method, path } = route;
    const body = JSON.stringify({ text: 'commits by week' });
    let answers = '';
    for (const caller of CALLERS) {
      const headers = await headersOf(tokens, caller);
      answers += await letterOf(
        await app.request(path.replace('{orgId}', 'acme'), { method, headers, body }),
      );
    }
    expect(answers).toBe('-+++++NN+');
  });
});
