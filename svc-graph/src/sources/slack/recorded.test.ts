import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppError } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findRecorded } from '../../../test/recorded-data.ts';
import { type SlackAccess, askSlack } from './ask-slack.ts';
import { cutMessage } from './cut-message.ts';
import { normaliseSlack } from './normalise.ts';
import { cutUser } from './people.ts';
import { slackWebhook } from './webhook.ts';

const EVENTS = findRecorded('slack/events');
const API = findRecorded('slack/openapi/slack_web_openapi_v2.json');
const OF = { orgId: 'acme', sourceId: 's1' };
const owner = { orgId: 'acme', source: { id: 's1', settings: { team: '' } } };

/** Events that bring something or ask for a reading; of all others the kind alone is kept. */
const USED = [
  'app_uninstalled',
  'channel_archive',
  'channel_created',
  'channel_deleted',
  'channel_rename',
  'channel_unarchive',
  'group_archive',
  'group_rename',
  'group_unarchive',
  'member_joined_channel',
  'member_left_channel',
  'message',
  'message.bot_message',
  'message.channel_archive',
  'message.channel_join',
  'message.channel_leave',
  'message.channel_name',
  'message.channel_posting_permissions',
  'message.channel_purpose',
  'message.channel_topic',
  'message.channel_unarchive',
  'message.ekm_access_denied',
  'message.file_share',
  'message.group_topic',
  'message.me_message',
  'message.message_changed',
  'message.message_deleted',
  'message.message_replied',
  'message.thread_broadcast',
  'reaction_added',
  'reaction_removed',
  'team_join',
  'tokens_revoked',
  'user_change',
  'user_huddle_changed',
];

describe.skipIf(EVENTS === null)('recorded events of Slack (of ../shared/data)', () => {
  const files = EVENTS === null ? [] : readdirSync(EVENTS).filter((name) => name.endsWith('.json'));
  const told = files.map((name) => {
    const body = readFileSync(join(EVENTS ?? '', name));
    return slackWebhook.read({ headers: new Headers(), body });
  });

  it('are each read, cut and routed by their kind', () => {
    expect(told).toHaveLength(96);
    const used = told.filter(({ kind }) => slackWebhook.meaning(kind) !== 'nothing').map(({ kind }) => kind);
    expect([...new Set(used)].toSorted()).toEqual(USED);
    for (const { kind, payload } of told) {
      const kept = slackWebhook.strip?.(payload, owner);
      expect([kind, JSON.stringify(kept)]).toEqual([
        kind,
        expect.not.stringMatching(/"(?:text|token|blocks|previous_message)"/),
      ]);
      // Their moments are blank, so none of them names a message.
      expect([kind, slackWebhook.removed?.({ kind, payload: kept }, owner)]).toEqual([kind, []]);
      expect([kind, slackWebhook.brings?.({ kind, payload: kept }, owner)]).toEqual([kind, []]);
    }
  });
});

interface Example {
  readonly method: string;
  readonly body: unknown;
}

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(
          z.string(),
          z.looseObject({ examples: z.record(z.string(), z.unknown()).optional() }),
        ),
      }),
    ),
  ),
});

function readExamples(): Example[] {
  if (API === null) return [];
  const { paths } = Document.parse(JSON.parse(readFileSync(API, 'utf8')));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ examples }) => {
        const body = examples?.['application/json'];
        return body === undefined ? [] : [{ method: path.slice(1), body }];
      }),
    ),
  );
}

const Answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

describe.skipIf(API === null)('recorded answers of the Web API (of ../shared/data)', () => {
  const examples = readExamples();
  let said: unknown;
  const server = createServer((_, response) => response.end(JSON.stringify(said)));
  let access: SlackAccess;
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { signal } = new AbortController();
    const host = `http://127.0.0.1:${String(port)}`;
    access = { fetch, now: Date.now, host, token: 'xoxb-canary', signal };
  });
  afterAll(() => server.close());

  it('are each taken or refused in words, and none crashes', async () => {
    expect(examples).toHaveLength(348);
    const outcomes = new Map<string, number>();
    for (const { method, body } of examples) {
      said = body;
      const outcome = await askSlack(access, { method, shape: z.looseObject({}) }).then(
        () => 'taken',
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          expect(error.message).toMatch(/^[A-Z].*\.$/);
          return 'refused';
        },
      );
      const { ok } = Answer.catch({ ok: true }).parse(body);
      expect([method, outcome]).toEqual([method, ok ? 'taken' : 'refused']);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(Object.fromEntries(outcomes)).toMatchObject({
      taken: expect.any(Number),
      refused: expect.any(Number),
    });
  });

  /** The first good example of a method. */
  const find = (method: string, list: string): unknown[] => {
    const good = examples.find((each) => each.method === method && Answer.parse(each.body).ok);
    return z.array(z.unknown()).parse(z.looseObject({}).parse(good?.body)[list]);
  };
  const team = { id: 'T1', address: 'https://acme.slack.com/' };

  it('of people, channels and messages become rows', () => {
    const items = find('users.list', 'members').flatMap(cutUser);
    expect(items.length).toBeGreaterThan(0);
    const people = normaliseSlack({ kind: 'people', body: { team, items } }, OF);
    const named = people.loads.flatMap(({ table, rows }) => (table === 'Person' ? rows : []));
    expect(named.map(({ name }) => name)).toEqual(
      items.map((user) => user.real_name || user.profile?.real_name || user.name),
    );
    const channels = normaliseSlack(
      { kind: 'channels', body: { team, items: find('conversations.list', 'channels') } },
      OF,
    );
    expect(channels.ignored).toEqual([]);
    for (const [method, list] of [
      ['conversations.history', 'messages'],
      ['conversations.replies', 'messages'],
    ] as const) {
      const raws = find(method, list);
      const messages = raws.flatMap((raw) => cutMessage(raw, { channel: 'C1', keepsText: false }) ?? []);
      const body = { team, channel: { id: 'C1', name: 'one' }, items: messages };
      const made = normaliseSlack({ kind: 'messages', body }, OF);
      const count = made.loads.flatMap(({ table, rows }) => (table === 'Message' ? rows : [])).length;
      expect([method, count, made.ignored]).toEqual([method, raws.length, []]);
    }
  });

  it('make no row where they are something else, and are named', () => {
    for (const { body } of examples)
      for (const kind of ['people', 'channels', 'messages', 'members', 'gone', 'lost']) {
        const { loads } = normaliseSlack({ kind, body: { team, channel: { id: 'C1' }, items: [body] } }, OF);
        expect(loads.flatMap(({ rows }) => rows)).toEqual([]);
      }
  });
});
