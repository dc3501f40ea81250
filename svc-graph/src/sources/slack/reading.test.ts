import { SAMPLE_WORKSPACE, SlackServer } from '@cairn/acceptance';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { ReadingOrg } from '../../../test/reading-org.ts';
import { connectorsConform } from '../connector.conformance.ts';
import { slackConnector } from './connector.ts';

const NOW = Date.UTC(2026, 9, 6);
const WHO = 'SELECT name FROM "Person" p WHERE p.uuid = ';

let server: SlackServer;
let org: ReadingOrg;
const open = (more: object = {}) =>
  new ReadingOrg({
    server,
    connector: slackConnector,
    settings: () => ({ host: server.url, ...more }),
  }).open();

beforeAll(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterAll(() => void vi.useRealTimers());

describe('the connector of Slack', () => {
  connectorsConform([slackConnector]);
});

describe('a workspace', () => {
  beforeAll(async () => {
    server = new SlackServer(SAMPLE_WORKSPACE);
    await server.listen();
    org = await open();
    expect(await org.read()).toMatchObject({ status: 'active', error: null });
  });
  afterAll(async () => {
    await org.end();
    server.close();
  });
  const rows = async (sql: string) => (await org.store()).rows(sql);

  it('becomes its public channels that are in use', async () => {
    expect(await rows('SELECT name, purpose, private, "sourceUrl" AS url FROM "Channel" ORDER BY 1')).toEqual([
      {
        name: 'engine',
        purpose: 'What engine is about',
        private: false,
        url: 'https://acme.slack.com/archives/C0ENGINE',
      },
      {
        name: 'general',
        purpose: 'What general is about',
        private: false,
        url: 'https://acme.slack.com/archives/C0GENERAL',
      },
    ]);
  });

  it('becomes messages without a word of them', async () => {
    expect(
      await rows(`SELECT m.name, m.body, (${WHO} m."authorUuid") AS author, m."isHuddle" AS huddle, m.length, m.reactions,
        c.name AS channel, r.name AS "repliesTo" FROM "Message" m JOIN "Channel" c ON c.uuid = m."channelUuid"
        LEFT JOIN "Message" r ON r.uuid = m."replyToUuid" ORDER BY m."createdAt"`),
    ).toMatchInlineSnapshot();
  });
});
