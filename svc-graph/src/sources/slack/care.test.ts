import { SAMPLE_WORKSPACE, SlackServer } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SAME, tellApart } from '../../../test/everything-in.ts';
import { ReadingOrg } from '../../../test/reading-org.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources, settingsStatement } from '../../store/source-row.ts';
import { removalStatements } from '../remove-source.ts';
import { expireKept } from '../schedule/expiry.ts';
import { slackConnector } from './connector.ts';

const acme = OrgId.parse('acme');
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 6);
/** A word of each message of the sample, by which it would be found where it should not be. */
const WORDS = [
  'morning',
  'belongs',
  'Thank',
  'build',
  'A huddle',
  'Deployed',
  'engine is out',
  'Nobody else',
];

let server: SlackServer;
let org: ReadingOrg;
const open = async (more: object = {}) => {
  org = await new ReadingOrg({
    server,
    connector: slackConnector,
    settings: () => ({ host: server.url, ...more }),
  }).open();
  expect(await org.read()).toMatchObject({ status: 'active', error: null });
};
const rows = async <Row = unknown>(sql: string) => (await org.store()).rows<Row>(sql);
const names = async (kind: string) => {
  const found = await rows<{ name: string }>(`SELECT name FROM "${kind}" ORDER BY name`);
  return found.map(({ name }) => name);
};
/** The words that any table holds, as text or in bytes. */
async function wordsKept(): Promise<string[]> {
  const tables = await rows<{ name: string }>('SELECT table_name AS name FROM duckdb_tables()');
  const kept: string[] = [];
  for (const { name } of tables)
    for (const word of WORDS)
      if ((await rows(`SELECT 1 FROM "${name}" t WHERE contains(t::VARCHAR, '${word}')`)).length > 0)
        kept.push(word);
  return [...new Set(kept)].toSorted();
}
/** Enforces what may be kept at a moment, as the scheduler does. */
async function expire(now = NOW, isBusy = false): Promise<void> {
  const store = await org.store();
  await expireKept({
    stores: {
      orgs: () => Promise.resolve([acme]),
      canOpen: () => Promise.resolve(true),
      open: () => Promise.resolve(store),
    },
    jobs: { isBusy: () => isBusy },
    connectors: [slackConnector],
    log: silentLog(),
    now: () => now,
  });
}
async function change(settings: object): Promise<void> {
  const store = await org.store();
  const [source] = await readSources(store);
  if (!source) throw new Error('no source');
  await writerOf(store).commit([settingsStatement(source.id, { ...source.settings, ...settings })]);
}

beforeAll(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  server = new SlackServer(SAMPLE_WORKSPACE);
  await server.listen();
});
afterAll(() => {
  vi.useRealTimers();
  server.close();
});
beforeEach(() => {
  server.data = SAMPLE_WORKSPACE;
});
afterEach(() => org.end());

describe('texts', () => {
  it('are kept nowhere unless an admin says so', async () => {
    await open();
    expect(await wordsKept()).toEqual([]);
  });

  it('are kept where an admin says so, and gone from rows and payloads once that is taken back', async () => {
    await open({ texts: 'yes' });
    expect(await names('Message')).toContain('I will, it belongs to ENG-12.');
    expect(await wordsKept()).toEqual(WORDS.filter((word) => word !== 'Nobody else').toSorted());
    await change({ texts: '' });
    await expire();
    expect(await wordsKept()).toEqual([]);
    const cut = await org.everything();
    await change({ texts: 'no' });
    await expire();
    expect(tellApart(await org.everything(), cut)).toEqual(SAME);
    expect(new Set(await names('Message'))).toEqual(
      new Set(['Huddle in #general', 'Message in #engine', 'Message in #general']),
    );
  });
});

describe('a private channel', () => {
  it('that was chosen shows its name and members, and none of its messages', async () => {
    await open({ channels: 'G0BOARD C0ENGINE', texts: 'yes' });
    expect(await rows('SELECT name, private FROM "Channel" ORDER BY name')).toEqual([
      { name: 'board', private: true },
      { name: 'engine', private: false },
    ]);
    const members = `SELECT p.name FROM "Relation" r JOIN "Person" p ON p.uuid = r."toUuid" JOIN "Channel" c
      ON c.uuid = r."fromUuid" WHERE r.relation = 'hasMember' AND c.name = 'board'`;
    expect(await rows(members)).toEqual([{ name: 'Ada of Acme' }]);
    expect(await wordsKept()).not.toContain('Nobody else');
    expect((await org.state()).notes).toEqual([
      'Messages of private channels are not read: here they could not be kept to the members of the channel. Their names and members are shown.',
    ]);
  });

  it('that was public before loses its messages', async () => {
    await open({ channels: 'C0ENGINE,C0GENERAL', texts: 'yes' });
    const channels = (server.data.channels ?? []).map((each) =>
      each.id === 'C0GENERAL' ? { ...each, is_private: true, updated: NOW } : each,
    );
    server.data = { ...server.data, channels };
    await org.read();
    await expire();
    expect(await wordsKept()).toEqual(['Deployed', 'engine is out']);
  });
});

describe('a channel that is not read any more', () => {
  it.each([['not chosen'], ['gone']])('because it is %s loses its messages', async (why) => {
    await open({ texts: 'yes' });
    if (why === 'not chosen') await change({ channels: 'C0ENGINE' });
    else {
      const channels = (server.data.channels ?? []).filter(({ id }) => id !== 'C0GENERAL');
      server.data = { ...server.data, channels };
      await org.read();
    }
    await expire();
    expect(await wordsKept()).toEqual(['Deployed', 'engine is out']);
  });
});

describe('somebody who is left out', () => {
  it('loses their messages from graph and payloads, and none is read again', async () => {
    await open({ texts: 'yes' });
    await change({ without: 'U0ADA, B0CI' });
    await expire();
    expect(await wordsKept()).toEqual(['Thank', 'build', 'engine is out', 'morning']);
    await org.read();
    expect(await wordsKept()).toEqual(['Thank', 'build', 'engine is out', 'morning']);
  });
});

describe('the retention', () => {
  it('takes older messages out of graph and payloads, at the moment of the clock', async () => {
    await open({ texts: 'yes', keepDays: '30' });
    const before = await org.everything();
    await expire(NOW + 29 * DAY);
    expect(tellApart(await org.everything(), before)).toEqual(SAME);
    // Eight in the morning and four minutes: what was written by then is thirty days old.
    const middle = Date.UTC(2026, 10, 4, 8, 4, 30);
    await expire(middle, true);
    expect(tellApart(await org.everything(), before)).toEqual(SAME);
    await expire(middle);
    expect(await wordsKept()).toEqual(['A huddle', 'build', 'engine is out']);
    expect(await rows(`SELECT 1 FROM "Event" WHERE action = 'posted'`)).toHaveLength(3);
    await expire(NOW + 31 * DAY);
    expect(await wordsKept()).toEqual([]);
    expect(await names('Message')).toEqual([]);
    expect(await rows(`SELECT 1 FROM "RawPayload" WHERE kind = 'messages'`)).toEqual([]);
  });

  it('lasts a year where nobody says anything, and what is older is not read at all', async () => {
    await open();
    expect(await names('Message')).toHaveLength(7);
    await expire(NOW + 366 * DAY);
    expect(await names('Message')).toEqual([]);
    await org.end();
    vi.setSystemTime(NOW + 366 * DAY);
    await open();
    vi.setSystemTime(NOW);
    expect(await names('Message')).toEqual([]);
  });
});

describe('two workspaces with channels, people and moments of equal names', () => {
  it('stay apart, and one stays whole when the other is removed with its payloads', async () => {
    await open();
    const alone = await org.everything();
    const first = org;
    const twin = new SlackServer({
      ...SAMPLE_WORKSPACE,
      team: { id: 'T0TWIN', name: 'Twin', domain: 'twin' },
    });
    await twin.listen();
    const store = await first.store();
    const settings = slackConnector.settings.parse({ host: twin.url, token: 'xoxb-of-the-twin' });
    const { longerNames: _names, ...made } = await slackConnector.create({
      orgId: acme,
      settings,
      folders: [],
      fetch,
    });
    await addSource(store, { ...made, type: 'slack', state: NEW_SOURCE });
    const source = (await readSources(store)).find(({ id }) => id === made.id);
    if (!source) throw new Error('no source');
    await slackConnector.ingest({
      writer: writerOf(store),
      orgId: 'acme',
      source,
      secrets: { token: 'xoxb-of-the-twin' },
      signal: new AbortController().signal,
      hosts: [twin.host],
    });
    expect(await names('Channel')).toEqual(['engine', 'engine', 'general', 'general']);
    expect(await names('Message')).toHaveLength(14);
    await writerOf(store).commit(removalStatements(slackConnector, { orgId: 'acme', source }));
    expect(tellApart(await first.everything(), alone)).toEqual(SAME);
    expect(await rows(`SELECT 1 FROM "RawPayload" WHERE "sourceId" = '${made.id}'`)).toEqual([]);
    twin.close();
  });
});
