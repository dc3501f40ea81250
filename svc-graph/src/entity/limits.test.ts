import { OrgId, entityContract } from '@cairn/contracts';
import { entityStoryContract } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { serve } from '@cairn/service-kit';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { Admission } from '../query/engine/admission.ts';
import { entityHandlers } from './routes.ts';
import { entityStoryHandlers } from './story/routes.ts';

const acme = OrgId.parse('acme');
const uuid = '00000000-0000-4000-8000-000000000000';
const tokens = await testTokens();

/** A graph with the given `rows`, which gets the request's signal. */
function appOver(rows: (signal: AbortSignal | undefined) => Promise<never>, waitingPerOrg = 5) {
  const open = async () => ({
    rows: (_sql: string, _params: unknown, { signal }: { signal?: AbortSignal } = {}) => rows(signal),
  });
  const admission = new Admission({ inAll: 1, perOrg: 1, waitingPerOrg, waitingInAll: 9 });
  const deps = {
    stores: { open },
    connectors: [],
    admission,
    timeLimit: 60_000,
    integrations: async () => ['git' as const],
    catalogueOf: async () => CATALOGUE,
    audienceOf: async () => null,
    now: Date.now,
  };
  const handlers = { ...entityHandlers(deps), ...entityStoryHandlers(deps) };
  const served = { name: 'svc-graph', log: silentLog(), verifier: tokens.verifier };
  return { app: serve({ ...entityContract, ...entityStoryContract }, handlers, served), admission };
}

const ROUTES = ['entity-detail', 'entity-history', 'entity-diff'];

async function ask(app: ReturnType<typeof appOver>['app'], route: string, signal?: AbortSignal) {
  const answer = await app.request(`/api/acme/${route}`, {
    method: 'POST',
    headers: await tokens.headers(),
    body: JSON.stringify({ entityUuid: uuid }),
    ...(signal ? { signal } : {}),
  });
  const { error } = (await answer.json()) as { error: { code: string } };
  return { status: answer.status, code: error.code, retryAfter: answer.headers.get('retry-after') };
}

describe.each(ROUTES)('%s', (route) => {
  it('says when it is too much for the engine', async () => {
    const full = new Error('Out of Memory Error: failed to allocate data of size 16.0 MiB');
    const { app } = appOver(() => Promise.reject(full));
    expect(await ask(app, route)).toMatchObject({ status: 507, code: 'query_memory' });
  });

  it('is interrupted when its caller goes', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let interrupted = false;
    const { app } = appOver(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            interrupted = true;
            reject(new Error('INTERRUPT Error: Interrupted!'));
          });
          begin();
        }),
    );
    const leaving = new AbortController();
    const asked = ask(app, route, leaving.signal);
    await begun;
    leaving.abort();
    await asked;
    expect(interrupted).toBe(true);
  });

  it('takes its turn with the questions of its org', async () => {
    const { app, admission } = appOver(() => Promise.reject(new Error('never')), 0);
    let end = () => {};
    const other = admission.admit(acme, new AbortController().signal, () => {
      return new Promise<void>((resolve) => (end = resolve));
    });
    expect(await ask(app, route)).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: '1' });
    end();
    await other;
  });
});
