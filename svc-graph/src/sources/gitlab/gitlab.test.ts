import { GitlabServer, SAMPLE_GROUP } from '@cairn/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadingOrg } from '../../../test/reading-org.ts';
import { gitlabConnector } from './connector.ts';

const server = new GitlabServer(SAMPLE_GROUP);
let org: ReadingOrg;
beforeAll(async () => {
  await server.listen();
  org = await new ReadingOrg({ server, connector: gitlabConnector, settings: () => ({ host: server.url, namespaces: 'acme' }) }).open();
  expect(await org.read()).toMatchObject({ status: 'active', error: null });
});
afterAll(async () => {
  await org.end();
  server.close();
});

const rows = async (sql: string) => (await org.store()).rows(sql);

describe('a group of GitLab', () => {
  it('dumps', async () => {
    console.log(server.asked.length, server.asked.join('\n'));
    for (const t of ['Repository','Project','PullRequest','PullRequestReview','PullRequestReviewComment','DiscussionComment','Issue','IssueComment','Sprint','Release','Branch','CicdPipeline','Person','Event','Relation'])
      console.log(t, JSON.stringify(await rows(`SELECT * FROM "${t}"`), (_k, v) => v === null ? undefined : typeof v === 'bigint' ? Number(v) : v));
  });
});
