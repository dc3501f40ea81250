import { setTimeout as wait } from 'node:timers/promises';
import { circleciConnector } from '../../../../../svc-graph/src/sources/circleci/connector.ts';
import { githubConnector } from '../../../../../svc-graph/src/sources/github/connector.ts';
import { jiraConnector } from '../../../../../svc-graph/src/sources/jira/connector.ts';
import { slackConnector } from '../../../../../svc-graph/src/sources/slack/connector.ts';
import { snykConnector } from '../../../../../svc-graph/src/sources/snyk/connector.ts';
import { ReadingOrg, type ServedSource } from '../../../../../svc-graph/test/reading-org.ts';
import { openSourceApp } from '../../../../../svc-graph/test/source-app.ts';
import type { RepositoryArchive } from '../../source-server/archive.ts';
import { GithubServer } from '../../source-server/github-server.ts';
import { serveLongBuilds } from '../../source-server/long-builds.ts';
import { serveLongScans } from '../../source-server/long-scans.ts';
import { serveLongOwner, serveLongSite } from '../../source-server/long-samples.ts';
import { serveLongWorkspace } from '../../source-server/sample-workspace.ts';
import type { Tool } from './payloads.ts';

const POLL_MS = 20;

function serve(
  tool: Tool,
): ServedSource & { server: { asked: string[]; listen(): Promise<string>; close(): void } } {
  if (tool === 'github') {
    const server = serveLongOwner([]);
    return {
      server,
      connector: githubConnector,
      settings: () => ({ owner: 'acme', host: server.url, repositories: '' }),
    };
  }
  if (tool === 'slack') {
    const server = serveLongWorkspace();
    const settings = () => ({ host: server.url, keepDays: '9999' });
    return { server, connector: slackConnector, settings };
  }
  if (tool === 'circleci') {
    const server = serveLongBuilds();
    const settings = () => ({ host: server.url, organizations: 'gh/acme' });
    return { server, connector: circleciConnector, settings };
  }
  if (tool === 'snyk') {
    const server = serveLongScans();
    return { server, connector: snykConnector, settings: () => ({ host: server.url }) };
  }
  const server = serveLongSite();
  return { server, connector: jiraConnector, settings: () => ({ site: server.url, email: 'a@example.org' }) };
}

/** Reads a source twice: the requests of both, and whether the second one changed a row. */
export async function readTwice(tool: Tool) {
  const served = serve(tool);
  await served.server.listen();
  const org = await new ReadingOrg(served).open();
  const count = async () => {
    const before = served.server.asked.length;
    await org.read();
    return served.server.asked.length - before;
  };
  const first = await count();
  const rows = (await org.everything()).join('\n');
  const again = await count();
  const isSame = rows === (await org.everything()).join('\n');
  await org.end();
  served.server.close();
  return { first, again, isSame };
}

/** Connects an owner whose answers are late: milliseconds until its first pull request is there, and until it is whole. */
export async function readLate(archive: RepositoryArchive, delayMs: number) {
  const server = new GithubServer([archive]);
  const app = await openSourceApp([new URL(await server.listen()).host]);
  server.trouble.delayMs = delayMs;
  const settings = { owner: archive.repo.split('/')[0], host: server.url, token: 'a token of the bench' };
  const began = performance.now();
  await app.call('create-source', { type: 'github', settings });
  const isThere = async () => (await app.rows('SELECT 1 FROM "PullRequest" LIMIT 1')).length > 0;
  while (!(await isThere())) await wait(POLL_MS);
  const first = performance.now() - began;
  await app.idle();
  const whole = performance.now() - began;
  const requests = server.asked.length;
  await app.close();
  server.close();
  return { first, whole, requests };
}
