import { createHmac } from 'node:crypto';
import {
  GithubServer,
  JiraServer,
  RepositoryArchive,
  SAMPLE_OWNER,
  type ToolMessage,
  deletedIssueMessage,
  githubMessages,
  jiraMessages,
  serveLongSite,
  SiteData,
} from '@cairn/acceptance';
import { testTokens } from '@cairn/service-kit/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SAME, tellApart } from '../../../test/everything-in.ts';
import { ReadingOrg } from '../../../test/reading-org.ts';
import { githubConnector } from '../github/connector.ts';
import { jiraConnector } from '../jira/connector.ts';

/** Those of Jira are longer. */
const SEEDS = { github: 20, jira: 5 };
const SECRET = 'a webhook secret of these tests';
const LONGEST = 20_000;

const engine = RepositoryArchive.parse(SAMPLE_OWNER.archive);
const [issue] = engine.issues;
if (!issue) throw new Error('the sample has no issue');
const said = { author: 'ada', createdAt: issue.createdAt, updatedAt: issue.createdAt };
/** An issue that is there at first, and deleted while the messages are on their way. */
const deleted = {
  ...issue,
  id: 'Issue_gone',
  number: 9,
  updatedAt: issue.createdAt,
  milestone: null,
  timelineItems: [],
  comments: [{ ...said, body: 'Gone too.' }],
};

/** A tool before and after what its messages tell of. */
const TOOLS = {
  github: () => {
    const early = { issues: [deleted], pulls: [], releases: [] };
    const server = new GithubServer([RepositoryArchive.parse({ ...SAMPLE_OWNER.archive, ...early })]);
    return {
      server,
      connector: githubConnector,
      settings: () => ({ owner: 'acme', host: server.url, repositories: '' }),
      grow: () => server.serves([engine]),
      messages: () => [
        ...githubMessages(engine, server.url),
        deletedIssueMessage(engine, deleted, server.url),
      ],
      header: 'x-hub-signature-256',
    };
  },
  jira: () => {
    const data = SiteData.parse(serveLongSite().data);
    // People are known since the first thing that names them, so one in the middle goes.
    const [gone] = data.issues.slice(20);
    const issues = data.issues.filter((each) => each !== gone);
    const server = new JiraServer({ ...data, issues: [gone] });
    server.pageSize = 50;
    // What is told of changed since the first reading.
    server.now = () => Date.UTC(2024, 4, 6, 9);
    return {
      server,
      connector: jiraConnector,
      settings: () => ({ site: server.url, email: 'a@example.org' }),
      grow: () => void (server.data = { ...data, issues }),
      messages: (): ToolMessage[] => [
        ...jiraMessages({ ...data, issues }),
        { headers: {}, body: JSON.stringify({ webhookEvent: 'jira:issue_deleted', issue: gone }) },
      ],
      header: 'x-hub-signature',
    };
  },
};

const tokens = await testTokens();

describe.each(['github', 'jira'] as const)('the messages of %s', (tool) => {
  const served = TOOLS[tool]();
  let first: ReadingOrg;
  let whole: readonly string[];

  beforeAll(async () => {
    await served.server.listen();
    first = await new ReadingOrg(served).open();
    expect(await first.read()).toMatchObject({ status: 'active', error: null });
    const { app } = first.routes(tokens.verifier);
    const answer = await app.request('/api/acme/sources/create-secret', {
      method: 'POST',
      headers: await tokens.headers({ role: 'admin' }),
      body: JSON.stringify({ type: tool, sourceId: first.sourceId, secret: SECRET }),
    });
    expect(answer.status).toBe(200);
    await first.close();
    served.grow();
    const org = await new ReadingOrg(served).open();
    expect(await org.read()).toMatchObject({ status: 'active', error: null });
    whole = await org.everything();
    await org.end();
  });
  afterAll(() => {
    served.server.close();
    first.forget();
  });

  it('in any order and repeated have the graph read that a whole reading gives', async () => {
    const messages = served.messages();
    const orders = fc.record({
      order: fc.shuffledSubarray([...messages.keys()], { minLength: messages.length }),
      repeated: fc.array(fc.nat({ max: messages.length - 1 }), { minLength: 4, maxLength: 12 }),
      before: fc.integer({ min: 1, max: messages.length }),
    });
    await fc.assert(
      fc.asyncProperty(orders, async ({ order, repeated, before }) => {
        const org = await first.copy();
        const { app, reading } = org.routes(tokens.verifier);
        const send = async (index: number) => {
          const { headers, body } = messages[index] ?? { headers: {}, body: '' };
          const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
          const answer = await app.request(`/api/v1/${tool}/webhook/${org.sourceId}`, {
            method: 'POST',
            headers: { ...headers, [served.header]: signature },
            body,
          });
          expect(answer.status).toBe(200);
        };
        await Promise.all([...order.slice(0, before), ...repeated].map(send));
        await vi.waitUntil(async () => (await reading()) > 0, { timeout: LONGEST });
        await Promise.all([...order.slice(before), ...repeated].map(send));
        await vi.waitUntil(async () => !(await org.hasMessages()), { timeout: LONGEST });
        const told = await org.everything();
        await org.end();
        expect(tellApart(told, whole)).toEqual(SAME);
      }),
      { numRuns: SEEDS[tool] },
    );
  }, 480_000);
});
