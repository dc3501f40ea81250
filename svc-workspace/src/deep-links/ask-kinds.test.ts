import { OrgId, type Source } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { statusOfKinds } from './availability.ts';
import { askKindsOf, missingKinds } from './ask-kinds.ts';

const acme = OrgId.parse('acme');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const kind = (name: string, provided = true) => ({ name, provided });
const source = (type: string, state: Source['progress']['state']) => ({
  id: type,
  type,
  name: type,
  progress: { state, phases: [], current: null },
});
const ANSWERS: Readonly<Record<string, unknown>> = {
  configuration: {
    kinds: [kind('Commit'), kind('Issue'), kind('CicdPipeline', false)],
    integrations: [
      { name: 'git', configured: true, provides: ['Commit'] },
      { name: 'jira', configured: true, provides: ['Issue'] },
    ],
  },
  'list-sources': { data: [source('git', 'done'), source('tracker', 'running')] },
  'list-connectors': {
    data: [
      { type: 'git', provides: ['git'] },
      { type: 'tracker', provides: ['jira'] },
    ],
  },
};

/** A svc-graph over real HTTP that counts what it is asked. */
async function graph(answer: 'answers' | 'fails' | 'hangs') {
  const asked: string[] = [];
  let state = answer;
  const server = createServer((request, response) => {
    const route = request.url?.split('/').at(-1) ?? '';
    asked.push(`${request.headers.authorization} ${route}`);
    if (state === 'hangs') return;
    response.writeHead(state === 'fails' ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(state === 'fails' ? {} : ANSWERS[route]));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  let time = 0;
  const ask = askKindsOf({
    graphUrl: `http://127.0.0.1:${port}/`,
    tokenFor: (orgId) => Promise.resolve(`token-of-${orgId}`),
    log: silentLog(),
    now: () => time,
    waitMs: 1_500,
  });
  return {
    ask: () => ask(acme),
    asked,
    become: (next: typeof state) => (state = next),
    wait: (ms: number) => (time += ms),
  };
}

describe('the kinds whose data is missing', () => {
  const configuration = ANSWERS['configuration'] as never;
  const { data: types } = ANSWERS['list-connectors'] as { data: never };
  const missingWith = (lastIngestedAt: string | null) => {
    const paused = { ...source('tracker', 'paused'), status: 'paused', lastIngestedAt } as unknown as Source;
    return missingKinds({ configuration, sources: [paused], types }).processing;
  };

  it('are those of a source that was paused before it was read', () => {
    expect(missingWith(null)).toEqual(['Issue']);
    expect(missingWith('2026-11-01T00:00:00Z')).toEqual([]);
  });
});

describe('which data is there', () => {
  it('is told for each kind: a source that is being read delays only what it brings', async () => {
    const { ask, asked } = await graph('answers');
    const known = await ask();
    expect(statusOfKinds(['Commit'], known)).toBe('populated');
    expect(statusOfKinds(['Commit', 'Issue'], known)).toBe('processing');
    expect(statusOfKinds(['Issue', 'CicdPipeline'], known)).toBe('notConfigured');
    expect(asked).toContain('Bearer token-of-acme configuration');
  });

  it('is asked once in five seconds, and a list never waits for what it knows already', async () => {
    const { ask, asked, wait } = await graph('answers');
    await Promise.all([ask(), ask()]);
    wait(4_000);
    await ask();
    expect(asked).toHaveLength(3);
    wait(4_000);
    await ask();
    await expect.poll(() => asked.length).toBe(6);
  });

  it.each(['fails', 'hangs'] as const)(
    'is not known while svc-graph %s, which is said, and is asked again',
    async (how) => {
      const { ask, become, wait } = await graph(how);
      const known = await ask();
      expect(known.notice).toMatch(/does not answer/);
      expect(statusOfKinds(['Commit'], known)).toBeNull();
      become('answers');
      wait(61_000);
      expect((await ask()).notice).toBeNull();
    },
  );
});
