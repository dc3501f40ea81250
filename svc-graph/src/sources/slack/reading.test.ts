import { SAMPLE_WORKSPACE, SlackServer } from '@cairn/acceptance';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SAME, tellApart } from '../../../test/everything-in.ts';
import { ReadingOrg } from '../../../test/reading-org.ts';
import { connectorsConform } from '../connector.conformance.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { readSources } from '../../store/source-row.ts';
import { slackConnector } from './connector.ts';

const NOW = Date.UTC(2026, 9, 6);
const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 9, 5, 8) / 1_000;
const ts = (minute: number) => `${String(BEGIN + minute * 60)}.000100`;

let server: SlackServer;
let org: ReadingOrg;
const connect = (more: object = {}) =>
  new ReadingOrg({
    server,
    connector: slackConnector,
    settings: () => ({ host: server.url, ...more }),
  }).open();
const rows = async <Row = unknown>(sql: string) => (await org.store()).rows<Row>(sql);
const payloads = () => rows('SELECT number FROM "RawPayload"').then(({ length }) => length);
const read = async () => {
  expect(await org.read()).toMatchObject({ status: 'active', error: null });
};
/** Changes the messages of the channel general. */
const change = (
  make: (messages: readonly Record<string, unknown>[]) => readonly Record<string, unknown>[],
) => {
  const { messages = {} } = server.data;
  const general = make(messages['C0GENERAL'] ?? []) as NonNullable<typeof messages>[string];
  server.data = { ...server.data, messages: { ...messages, C0GENERAL: general } };
};
const memberships = () =>
  rows(`SELECT p.name AS who, epoch(r.since)::BIGINT::VARCHAR AS since, epoch(r.until)::BIGINT::VARCHAR AS until
    FROM "Relation" r JOIN "Person" p ON p.uuid = r."toUuid" JOIN "Channel" c ON c.uuid = r."fromUuid"
    WHERE r.relation = 'hasMember' AND c.name = 'general' ORDER BY who, r.since NULLS FIRST`);

beforeAll(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterAll(() => void vi.useRealTimers());
beforeAll(async () => {
  server = new SlackServer(SAMPLE_WORKSPACE);
  await server.listen();
});
afterAll(() => server.close());

describe('the connector of Slack', () => {
  connectorsConform([slackConnector]);
});

describe('a workspace', () => {
  beforeAll(async () => {
    org = await connect();
    await read();
  });
  afterAll(() => org.end());

  it('becomes its public channels that are in use', async () => {
    const url = (id: string) => `https://acme.slack.com/archives/${id}`;
    const isPrivate = { private: false };
    expect(await rows('SELECT name, purpose, private, "sourceUrl" AS url FROM "Channel" ORDER BY 1')).toEqual(
      [
        { name: 'engine', purpose: 'What engine is about', ...isPrivate, url: url('C0ENGINE') },
        { name: 'general', purpose: 'What general is about', ...isPrivate, url: url('C0GENERAL') },
      ],
    );
  });

  it('becomes messages with their authors, threads, lengths and reactions, without a word of them', async () => {
    const found = await rows<
      Record<string, string>
    >(`SELECT m.name, m.body, p.name AS author, m.length, m.reactions,
      r.length AS "repliesTo" FROM "Message" m JOIN "Person" p ON p.uuid = m."authorUuid"
      LEFT JOIN "Message" r ON r.uuid = m."replyToUuid" ORDER BY m."createdAt"`);
    const said = ({ name, author, length, reactions, repliesTo }: (typeof found)[number]) =>
      [name, author, length, reactions, repliesTo ?? ''].join(' | ');
    expect(found.map(said)).toEqual([
      'Message in #general | Grace of Acme | 86 | 0 | ',
      'Message in #general | Ada of Acme | 29 | 0 | 86',
      'Message in #general | Grace of Acme | 10 | 2 | 86',
      'Message in #engine | Deploys | 12 | 0 | ',
      'Message in #general | Alan of Acme | 38 | 0 | ',
      'Message in #engine | Deployer of Acme | 23 | 0 | ',
      'Huddle in #general | Ada of Acme | 16 | 0 | ',
    ]);
    expect(new Set(found.map(({ body }) => body))).toEqual(new Set([null]));
  });

  it('becomes people with the addresses that Slack has confirmed, and bots that are none', async () => {
    const people = 'SELECT name, email, title, timezone, "isBot" AS bot FROM "Person" ORDER BY name';
    const known = { title: 'Engineer', timezone: 'Europe/Berlin', bot: false };
    expect(await rows(people)).toEqual([
      { ...known, name: 'Ada of Acme', email: 'ada@acme.example' },
      { ...known, name: 'Alan of Acme', email: null },
      { ...known, name: 'Deployer of Acme', email: null, bot: true },
      { name: 'Deploys', email: null, title: null, timezone: null, bot: true },
      { ...known, name: 'Grace of Acme', email: 'grace@acme.example' },
    ]);
  });

  it('says whom messages mention, those of a group too, and what they name', async () => {
    const mentions = `SELECT m.length, p.name FROM "Relation" r JOIN "Message" m ON m.uuid = r."fromUuid"
      JOIN "Person" p ON p.uuid = r."toUuid" WHERE r.relation = 'messageMentions' ORDER BY ALL`;
    expect(await rows(mentions)).toEqual([
      { length: '38', name: 'Ada of Acme' },
      { length: '38', name: 'Alan of Acme' },
      { length: '86', name: 'Ada of Acme' },
    ]);
    expect(await rows('SELECT "references" FROM "Message" WHERE len("references") > 0 ORDER BY ALL')).toEqual(
      [{ references: ['ENG-12'] }, { references: ['https://github.com/acme/engine/pull/7'] }],
    );
  });

  it('asks for nothing of direct messages, and for private channels only where they may be chosen', async () => {
    expect(server.asked.filter((asked) => /types=[^&]*(?:im|private)/.test(asked))).toEqual([]);
    expect(server.asked.filter((asked) => asked.includes('G0BOARD'))).toEqual([]);
  });

  it('is built again from its payloads as it is', async () => {
    const before = await org.everything();
    const source = (await readSources(await org.store()))[0];
    if (!source) throw new Error('no source');
    const { signal } = new AbortController();
    const context = { writer: writerOf(await org.store()), orgId: 'acme', source, secrets: {}, signal };
    await slackConnector.renormalise(context);
    expect(tellApart(await org.everything(), before)).toEqual(SAME);
  });
});

describe('a workspace that is read again', () => {
  beforeEach(async () => {
    server.data = SAMPLE_WORKSPACE;
    org = await connect();
    await read();
    server.asked.length = 0;
  });
  afterEach(async () => {
    vi.setSystemTime(NOW);
    await org.end();
  });

  it('keeps nothing twice, and asks for its lists and one page of each channel', async () => {
    const before = [await org.everything(), await payloads()] as const;
    server.pageSize = 100;
    await read();
    server.pageSize = 3;
    expect(await payloads()).toBe(before[1]);
    expect(tellApart(await org.everything(), before[0])).toEqual(SAME);
    expect(server.asked.map((asked) => asked.split('?')[0])).toEqual([
      'users.list',
      'conversations.list',
      'usergroups.list',
      'conversations.history',
      'conversations.history',
    ]);
  });

  it('finds a new reply, another text and reactions, and what was deleted', async () => {
    vi.setSystemTime(NOW + HOUR);
    const words = { user: 'U0ALAN', text: '<@U0GRACE> build', edited: { user: 'U0ALAN', ts: ts(20) } };
    change((messages) => [
      ...messages
        .filter((each) => each['ts'] !== ts(9))
        .map((each) => (each['ts'] === ts(5) ? { ...each, ...words } : each)),
      { type: 'message', ts: ts(21), user: 'U0ALAN', text: 'Late', thread_ts: ts(1) },
    ]);
    await read();
    expect(
      await rows(`SELECT m.length, p.name FROM "Message" m LEFT JOIN "Relation" r ON r."fromUuid" = m.uuid AND r.relation = 'messageMentions'
        LEFT JOIN "Person" p ON p.uuid = r."toUuid" WHERE NOT m.deleted AND m.length IN (16, 4) ORDER BY ALL`),
    ).toEqual([
      { length: '4', name: null },
      { length: '16', name: 'Grace of Acme' },
    ]);
    expect(await rows('SELECT name FROM "Message" WHERE deleted')).toEqual([{ name: 'Deleted message' }]);
  });

  it('knows since when who belongs to a channel, where messages or lists say so', async () => {
    const first = String(BEGIN);
    expect(await memberships()).toEqual([
      { who: 'Ada of Acme', since: first, until: null },
      { who: 'Alan of Acme', since: null, until: null },
      { who: 'Grace of Acme', since: null, until: null },
    ]);
    vi.setSystemTime(NOW + HOUR);
    const belongs = (...members: string[]) =>
      (server.data.channels ?? []).map((each) => (each.id === 'C0GENERAL' ? { ...each, members } : each));
    change((messages) => [...messages, { ts: ts(30), user: 'U0ALAN', text: '', subtype: 'channel_leave' }]);
    server.data = { ...server.data, channels: belongs('U0ADA', 'U0BOT') };
    await read();
    const hour = String((NOW + HOUR) / 1_000);
    const left = [
      { who: 'Ada of Acme', since: first, until: null },
      { who: 'Alan of Acme', since: null, until: String(BEGIN + 1_800) },
      { who: 'Deployer of Acme', since: hour, until: null },
      { who: 'Grace of Acme', since: null, until: hour },
    ];
    expect(await memberships()).toEqual(left);
    vi.setSystemTime(NOW + 2 * HOUR);
    server.data = { ...server.data, channels: belongs('U0ADA', 'U0BOT', 'U0GRACE') };
    await read();
    const back = { who: 'Grace of Acme', since: String((NOW + 2 * HOUR) / 1_000), until: null };
    expect(await memberships()).toEqual([...left, back]);
  });
});
