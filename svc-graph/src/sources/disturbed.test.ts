import { fork } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  readArchive,
  serveLongBuilds,
  serveLongGroup,
  serveLongOwner,
  serveLongScans,
  serveLongSite,
  serveLongWorkspace,
} from '@cairn/acceptance';
import { SAME, tellApart } from '../../test/everything-in.ts';
import { ReadingOrg } from '../../test/reading-org.ts';
import { findRecorded } from '../../test/recorded-data.ts';
import { circleciConnector } from './circleci/connector.ts';
import { githubConnector } from './github/connector.ts';
import { gitlabConnector } from './gitlab/connector.ts';
import { jiraConnector } from './jira/connector.ts';
import { slackConnector } from './slack/connector.ts';
import { nextRunOf, readPlans } from './schedule/reading-plan.ts';
import { snykConnector } from './snyk/connector.ts';
import { bundleEntry } from './source-thread.ts';

const TOOLS = ['github', 'gitlab', 'jira', 'circleci', 'slack', 'snyk'] as const;
const DATAGRAM = findRecorded('ietf/datagram/archive.json.gz');
/** Readings that are cut by a kill; the engine that goes on is the same for all. */
const KILLS = { github: 10, gitlab: 4, jira: 10, circleci: 4, slack: 4, snyk: 4 };
const CHILD = bundleEntry(new URL('../../test/killed-source.ts', import.meta.url));
/** The requests of each beginning, before a page of things comes. */
const MEANING = { github: 1, gitlab: 3, jira: 4, circleci: 2, slack: 3, snyk: 2 };
const LONGEST_START = 60_000;
/** Milliseconds that a server which hangs is waited for here. */
const LATE = 1_000;

const FAULTS = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 403 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
  { kind: 'status', status: 503, headers: { 'retry-after': '7' } },
  { kind: 'cut' },
  { kind: 'hang' },
  { kind: 'malformed' },
  { kind: 'limit' },
  { kind: 'expired' },
] as const;

/** How many requests are answered before the next fault. */
const disturbances = fc.array(
  fc.record({ answered: fc.nat({ max: 9 }), fault: fc.constantFrom(...FAULTS) }),
  { minLength: 10, maxLength: 12 },
);

const SERVED = {
  github: () => {
    const server = serveLongOwner(
      DATAGRAM === null ? [] : [{ ...readArchive(DATAGRAM), repo: 'acme/datagram' }],
    );
    const settings = () => ({ owner: 'acme', host: server.url, repositories: '' });
    return { server, connector: githubConnector, settings };
  },
  gitlab: () => {
    const server = serveLongGroup();
    return {
      server,
      connector: gitlabConnector,
      settings: () => ({ host: server.url, namespaces: 'acme' }),
    };
  },
  jira: () => {
    const server = serveLongSite();
    return {
      server,
      connector: jiraConnector,
      settings: () => ({ site: server.url, email: 'a@example.org' }),
    };
  },
  slack: () => {
    const server = serveLongWorkspace();
    return { server, connector: slackConnector, settings: () => ({ host: server.url, keepDays: '9999' }) };
  },
  circleci: () => {
    const server = serveLongBuilds();
    const settings = () => ({ host: server.url, organizations: 'gh/acme' });
    return { server, connector: circleciConnector, settings };
  },
  snyk: () => {
    const server = serveLongScans();
    return { server, connector: snykConnector, settings: () => ({ host: server.url }) };
  },
};

/** Moves the clock to the moment at which the scheduler reads the source again. */
async function waitForNextReading(org: ReadingOrg): Promise<void> {
  const plan = (await readPlans(await org.store()))(org.sourceId);
  const due = nextRunOf(plan, await org.state(), 'UTC');
  if (due === null) throw new Error('the source is never read again');
  expect(due).toBeGreaterThan(Date.now());
  vi.setSystemTime(due);
}

describe.each(TOOLS)('a source of %s', (tool) => {
  let served: ReturnType<(typeof SERVED)[typeof tool]>;
  let whole: readonly string[];

  beforeAll(async () => {
    served = SERVED[tool]();
    await served.server.listen();
    const org = await new ReadingOrg(served).open();
    expect(await org.read()).toMatchObject({ status: 'active', error: null });
    whole = await org.everything();
    await org.end();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => served.server.close());

  it('is the undisturbed graph after every kind of fault at random requests', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(LATE));
    vi.useFakeTimers({ toFake: ['Date'] });
    const { trouble } = served.server;
    await fc.assert(
      fc.asyncProperty(disturbances, async (faults) => {
        const org = await new ReadingOrg(served).open();
        for (const { answered, fault } of faults) {
          trouble.plan(fault, answered + 1);
          if ((await org.read()).status === 'error') await waitForNextReading(org);
        }
        trouble.plan();
        expect(await org.read()).toMatchObject({ status: 'active', error: null });
        const disturbed = await org.everything();
        await org.end();
        expect(tellApart(disturbed, whole)).toEqual(SAME);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  }, 180_000);

  it('is the undisturbed graph after kills at random points', async () => {
    const { server } = served;
    const org = await new ReadingOrg(served).open();
    await org.close();
    server.trouble.delayMs = 4;
    const start = () =>
      fork(CHILD, [org.folder, org.sourceId, org.host], {
        env: { ...process.env, CAIRN_TEST_TOKEN: org.token },
      });
    const moments = fc.sample(
      fc.record({ requests: fc.integer({ min: MEANING[tool], max: MEANING[tool] + 3 }), ms: fc.nat(200) }),
      KILLS[tool],
    );
    for (const { requests, ms } of moments) {
      const child = start();
      const gone = once(child, 'exit');
      const until = server.asked.length + requests;
      const isThere = () => server.asked.length >= until || child.exitCode !== null;
      await vi.waitUntil(isThere, { interval: 1, timeout: LONGEST_START });
      // Nothing is waited for: it is by chance what the process does when it is killed.
      await new Promise((later) => setTimeout(later, ms));
      child.kill('SIGKILL');
      expect(await gone).toEqual([null, 'SIGKILL']);
    }
    await org.open();
    expect((await org.state()).status).toBe('ingesting');
    expect(await org.read()).toMatchObject({ status: 'active', error: null });
    expect(tellApart(await org.everything(), whole)).toEqual(SAME);
    await org.end();
    server.trouble.delayMs = 0;
  }, 180_000);
});
