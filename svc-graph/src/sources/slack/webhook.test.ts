import { createHmac } from 'node:crypto';
import { SAMPLE_WORKSPACE, SlackServer } from '@cairn/acceptance';
import { WebhookLog } from '@cairn/contracts/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SourceApp, openSourceApp } from '../../../test/source-app.ts';
import { slackWebhook } from './webhook.ts';

const SECRET = 'canary of the signing secret of Slack';
const TEXT = 'canary0text0that0nobody0keeps';
const EDITED = 'canary0text0after0an0edit';
const HIDDEN = 'canary0text0of0a0private0channel';
const VERIFIES = 'canary0of0the0former0way0to0verify';
const CHALLENGE = 'canary0challenge';

/** As Slack publishes it beside its description of signatures. */
const PUBLISHED = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  time: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
};

describe('a signature', () => {
  afterEach(() => void vi.useRealTimers());
  const signed = ({ secret, time, signature, body } = PUBLISHED) =>
    slackWebhook.isSigned(
      {
        headers: new Headers({ 'x-slack-request-timestamp': time, 'x-slack-signature': signature }),
        body: Buffer.from(body),
      },
      secret,
    );
  const at = (seconds: number) =>
    vi.useFakeTimers({ now: (Number(PUBLISHED.time) + seconds) * 1_000, toFake: ['Date'] });

  it('is taken as Slack publishes it, for five minutes around its moment', () => {
    for (const [seconds, isTaken] of [
      [0, true],
      [300, true],
      [-300, true],
      [301, false],
      [-301, false],
    ] as const) {
      at(seconds);
      expect([seconds, signed()]).toEqual([seconds, isTaken]);
    }
  });

  it('is refused for another body, secret or moment, and where one is missing', () => {
    at(0);
    for (const other of [
      { body: `${PUBLISHED.body}&more` },
      { secret: 'another' },
      { time: String(Number(PUBLISHED.time) + 1) },
      { time: '' },
      { signature: '' },
      { signature: PUBLISHED.signature.slice(3) },
    ])
      expect([other, signed({ ...PUBLISHED, ...other })]).toEqual([other, false]);
  });
});

describe('events of a workspace', { timeout: 60_000 }, () => {
  let server: SlackServer;
  let at: SourceApp;
  let id: string;

  const send = async (message: object) => {
    const body = JSON.stringify({ token: VERIFIES, ...message });
    const time = String(Math.floor(Date.now() / 1_000));
    const signature = `v0=${createHmac('sha256', SECRET).update(`v0:${time}:${body}`).digest('hex')}`;
    const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': signature };
    return at.message(`/api/v1/slack/webhook/${id}`, { headers, body });
  };
  let events = 0;
  const tell = async (event: object, more: object = {}) => {
    events += 1;
    const event_id = `Ev${String(events)}`;
    const answer = await send({ type: 'event_callback', team_id: 'T0ACME', event_id, event, ...more });
    expect(answer.status).toBe(200);
    await vi.waitUntil(async () => (await outcome(event_id)) !== 'waiting', {
      timeout: 20_000,
      interval: 20,
    });
    return outcome(event_id);
  };
  const log = async () => WebhookLog.parse((await at.call('list-deliveries', { id })).data);
  const outcome = async (event: string) =>
    (await log()).deliveries.find((delivery) => delivery.id === event)?.outcome ?? 'waiting';
  const said = (ts: string, more: object = {}) => ({
    type: 'message',
    channel: 'C0GENERAL',
    channel_type: 'channel',
    user: 'U0ADA',
    text: `${TEXT} <@U0GRACE> ENG-77`,
    ts,
    ...more,
  });
  const message = (ts: string) =>
    at.rows(
      `SELECT name, body, length, "references", deleted FROM "Message" WHERE "externalId" = 'T0ACME:message:C0GENERAL:${ts}'`,
    );
  const now = () => `${String(Math.floor(Date.now() / 1_000))}.000200`;

  beforeAll(async () => {
    server = new SlackServer(SAMPLE_WORKSPACE);
    await server.listen();
    at = await openSourceApp([server.host]);
    const settings = { token: 'xoxb-of-these-tests', host: server.url, keepDays: '9999' };
    const { data } = await at.call('create-source', { type: 'slack', settings });
    ({ id } = data as { id: string });
    await at.idle();
    await at.call('create-secret', { type: 'slack', sourceId: id, secret: SECRET });
  });
  afterAll(async () => {
    await at.close();
    server.close();
  });

  it('begin with a challenge, which is answered with itself and kept nowhere', async () => {
    const answer = await send({ type: 'url_verification', challenge: CHALLENGE });
    expect([answer.status, await answer.json()]).toEqual([200, { challenge: CHALLENGE }]);
    const unsigned = await at.message(`/api/v1/slack/webhook/${id}`, {
      headers: {},
      body: JSON.stringify({ type: 'url_verification', challenge: CHALLENGE }),
    });
    expect([unsigned.status, await unsigned.text()]).toEqual([401, expect.not.stringContaining(CHALLENGE)]);
  });

  it('bring a message at once, without its words, and what it is now where somebody changed it', async () => {
    const ts = now();
    expect(await tell(said(ts))).toBe('kept');
    const row = { name: 'Message', body: null, references: ['ENG-77'], deleted: false };
    expect(await message(ts)).toEqual([{ ...row, length: String(TEXT.length + 18) }]);
    const changed = { ...said(ts), channel: undefined, text: EDITED, edited: { user: 'U0ADA', ts: now() } };
    const event = { ...said(ts), subtype: 'message_changed', text: undefined, user: undefined };
    expect(await tell({ ...event, message: changed, previous_message: said(ts) })).toBe('kept');
    expect(await message(ts)).toEqual([{ ...row, references: [], length: String(EDITED.length) }]);
    expect(
      await tell({ ...event, subtype: 'message_deleted', deleted_ts: ts, previous_message: changed }),
    ).toBe('removed');
    expect(await message(ts)).toEqual([]);
    expect(
      await at.rows(`SELECT 1 AS kept FROM "RawPayload" WHERE contains(decode(payload), '${ts}')`),
    ).toEqual([]);
  });

  it('bring nothing of private channels, direct messages and other workspaces', async () => {
    const ts = now();
    for (const [event, more] of [
      [said(ts, { channel: 'G0BOARD', channel_type: 'group', text: HIDDEN })],
      [said(ts, { channel: 'D0ADA', channel_type: 'im', text: HIDDEN })],
      [said(ts, { channel: 'G0MANY', channel_type: 'mpim', text: HIDDEN })],
      [said(ts, { text: HIDDEN }), { team_id: 'T0OTHER' }],
    ] as const)
      expect(await tell(event, more)).toBe('ignored');
    const kept = await at.rows(
      `SELECT "externalId" AS id FROM "Message" WHERE contains("externalId", '${ts}')`,
    );
    expect(kept).toEqual([]);
  });

  it.each([
    'reaction_added',
    'reaction_removed',
    'channel_created',
    'channel_rename',
    'member_joined_channel',
    'member_left_channel',
    'user_huddle_changed',
  ])('of %s ask for a reading', async (type) => {
    expect(await tell({ type, user: 'U0ADA', item: { channel: 'C0GENERAL' }, text: HIDDEN })).toBe('reading');
  });

  it('say that the app is gone, which the next reading finds and tells with what to do', async () => {
    server.tokens.add('another');
    server.trouble.planned.push({ fault: { kind: 'expired' }, from: 1, to: Infinity });
    expect(await tell({ type: 'app_uninstalled' })).toBe('reading');
    const state = async () =>
      ((await at.call('list-sources')).data as { error: { message: string } | null }[])[0]?.error?.message ??
      '';
    await vi.waitUntil(async () => (await state()) !== '', { timeout: 20_000, interval: 100 });
    expect(await state()).toMatch(/^The app was taken out of the workspace, or its token was revoked\./);
  });

  it('leave no word in any table', async () => {
    const tables = await at.rows('SELECT table_name AS name FROM duckdb_tables()');
    for (const { name } of tables)
      for (const canary of [TEXT, EDITED, HIDDEN, CHALLENGE, VERIFIES, SECRET]) {
        const found = await at.rows(
          `SELECT 1 AS found FROM "${String(name)}" t WHERE contains(t::VARCHAR, '${canary}')`,
        );
        expect([name, canary, found]).toEqual([name, canary, []]);
      }
  });
});
