import { chatContract } from '@cairn/contracts';
import { chatReplyContract } from '@cairn/contracts/chat-replies';
import { CALLERS, headersOf, letterOf } from '@cairn/service-kit/matrix';
import { refusalsOf } from '@cairn/service-kit/refusals';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

const tokens = await testTokens();
const app = createApp({ verifier: tokens.verifier, log: silentLog(), values: null });

const routes = { ...chatContract, ...chatReplyContract };
const cases = refusalsOf(routes, {
  headersOf: ({ role, org, scope }) =>
    tokens.headers({ role, orgId: org === 'own' ? 'acme' : 'other', ...(scope ? { apiScope: scope } : {}) }),
  params: { orgId: 'acme' },
});

describe('every route of ask', () => {
  it('is among those that are tried', () => {
    expect(new Set(cases.map(({ route }) => route))).toEqual(new Set(Object.keys(routes)));
  });

  it.each(Object.keys(routes))('%s refuses whom and what it must', async (name) => {
    for (const { why, path, method, body, headers, codes } of cases.filter(({ route }) => route === name)) {
      const sent = { method, headers: await headers(), ...(body === undefined ? {} : { body }) };
      const answer = await app.request(path, sent);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(codes, `${method} ${path}, ${why}: ${error.message}`).toContain(error.code);
    }
  });

  it.each(Object.entries(routes))('%s may be asked by members of the org alone', async (name, route) => {
    const { method, path } = route;
    const text = 'commits by week';
    const message = { mode: 'AGENT', sections: [{ prompt: text, queries: [] }] };
    const body = JSON.stringify(name === 'replyToMessage' ? message : { text });
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
