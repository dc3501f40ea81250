import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findRecordedJson } from '../../../test/recorded-gitlab.ts';
import { GitlabRows } from './rows.ts';
import { gitlabWebhook as webhook } from './webhook.ts';

const message = (body: string, headers: Record<string, string> = {}) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});
const orgId = OrgId.parse('acme');
const owner = { orgId, source: { id: 's1', settings: { host: 'gitlab.com' } } };

/** The example that Standard Webhooks publishes. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('a signed message of GitLab', () => {
  beforeEach(() => void vi.useFakeTimers({ now: VECTOR.at * 1_000, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const isSigned = (more: Partial<typeof VECTOR> = {}) => {
    const { secret, id, at, body, signature } = { ...VECTOR, ...more };
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
    return webhook.isSigned(message(body, headers), secret);
  };

  it('has the signature that Standard Webhooks publishes, and none with a letter changed', () => {
    expect(isSigned()).toBe(true);
    expect(isSigned({ secret: VECTOR.secret.slice(6) })).toBe(true);
    expect(isSigned({ signature: `v1,AAAA v1a,${VECTOR.signature.slice(3)} ${VECTOR.signature}` })).toBe(
      true,
    );
    for (const wrong of [
      { body: '{"test": 2432232315}' },
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJel' },
      { at: VECTOR.at + 1 },
      { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx' },
      { signature: VECTOR.signature.replace('g0', 'h0') },
      { signature: VECTOR.signature.slice(3) },
      { signature: VECTOR.signature.replace('v1', 'v2') },
      { signature: '' },
    ])
      expect([wrong, isSigned(wrong)]).toEqual([wrong, false]);
  });

  it.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('of %i seconds later is taken: %s', (seconds, isTaken) => {
    vi.setSystemTime((VECTOR.at + seconds) * 1_000);
    expect(isSigned()).toBe(isTaken);
  });
});

describe('a message of GitLab with a secret token', () => {
  const isSigned = (token: string, secret: string, more: Record<string, string> = {}) =>
    webhook.isSigned(message('{}', { 'x-gitlab-token': token, ...more }), secret);

  it('is taken for the whole token alone', () => {
    expect(isSigned('a secret of ours', 'a secret of ours')).toBe(true);
    for (const wrong of ['', 'a secret of our', 'a secret of ours ', 'A secret of ours'])
      expect(isSigned(wrong.trim(), `${'a secret of ours'}!`)).toBe(false);
    expect(webhook.isSigned(message('{}'), 'a secret of ours')).toBe(false);
  });

  it('is not taken for a signing token, which is never sent, nor beside a wrong signature', () => {
    expect(isSigned(VECTOR.secret, VECTOR.secret)).toBe(false);
    const signature = { 'webhook-signature': 'v1,AAAA', 'webhook-id': '1', 'webhook-timestamp': '1' };
    expect(isSigned('a secret of ours', 'a secret of ours', signature)).toBe(false);
  });
});

describe('a message of GitLab', () => {
  it('is named by its kind and action, and numbered as often as it comes', () => {
    const payload = { object_kind: 'issue', object_attributes: { action: 'close' } };
    const read = (headers: Record<string, string>) => webhook.read(message(JSON.stringify(payload), headers));
    expect(read({ 'webhook-id': 'w-1', 'x-gitlab-event-uuid': 'e-1' })).toEqual({
      id: 'w-1',
      kind: 'issue.close',
      payload,
    });
    expect(read({ 'idempotency-key': 'i-1', 'x-gitlab-event-uuid': 'e-1' }).id).toBe('i-1');
    expect(() => webhook.read(message('{}'))).toThrow();
    expect(() => webhook.read(message('tea'))).toThrow();
  });

  it('of a release that was deleted takes it away, and no other does', () => {
    const project = { id: 7, web_url: 'https://gitlab.com/acme/engine' };
    const payload = { object_kind: 'release', action: 'delete', tag: 'v1', project };
    const rows = new GitlabRows({ orgId, sourceId: 's1' }, 'gitlab.com', { id: 7, address: project.web_url });
    expect(webhook.removed?.({ kind: 'release.delete', payload }, owner)).toEqual([
      {
        kind: 'Release',
        uuid: rows.release('v1'),
        id: 'v1',
        places: [{ payload: 'releases', list: 'items', key: 'tag_name' }],
      },
    ]);
    expect(webhook.removed?.({ kind: 'release.create', payload }, owner)).toEqual([]);
    expect(webhook.removed?.({ kind: 'release.delete', payload: {} }, owner)).toEqual([]);
  });

  it('of what only some may see keeps that it came alone', () => {
    const strip = (more: object) =>
      webhook.strip?.({ object_kind: 'note', event_type: 'note', body: 'secret', ...more }, owner);
    const bare = { object_kind: 'note', event_type: 'note' };
    expect(strip({ object_attributes: { internal: true, note: 'secret' } })).toEqual(bare);
    expect(strip({ object_attributes: { confidential: true } })).toEqual(bare);
    expect(strip({ object_attributes: {}, issue: { confidential: true, title: 'secret' } })).toEqual(bare);
    expect(strip({ object_attributes: { internal: false } })).toHaveProperty('body', 'secret');
  });
});

/** Kinds that mean nothing here, each with the reason: what they tell of is no thing of the graph. */
const NOTHING: Readonly<Record<string, string>> = {
  access_token: 'tokens are none of our business',
  feature_flag: 'flags are not read',
  group_create: 'a group is found with its first project',
  key_create: 'keys are none of our business',
  key_destroy: 'keys are none of our business',
  user_create: 'a person comes with what they do',
  user_destroy: 'what a person did stays',
  user_failed_login: 'sign-ins are none of our business',
  user_rename: 'a name comes with what they do',
  wiki_page: 'wikis are not read',
};

describe('recorded messages of GitLab', () => {
  const recorded = [
    ...findRecordedJson('go-gitlab/webhooks'),
    ...findRecordedJson('go-gitlab/systemhooks'),
    ...findRecordedJson('go-scm/gitlab/webhooks'),
  ];

  it.skipIf(recorded.length === 0)(
    'of every kind are read, and those that mean nothing are known by name (needs ../shared/data)',
    () => {
      const nothing = new Set<string>();
      for (const [name, body] of recorded) {
        const { kind, payload } = webhook.read(message(JSON.stringify(body)));
        expect([name, kind]).not.toEqual([name, '']);
        if (webhook.meaning(kind) === 'nothing') nothing.add(kind.split('.')[0] ?? '');
        expect(webhook.removed?.({ kind, payload }, owner)).toEqual([]);
        webhook.strip?.(payload, owner);
      }
      expect(recorded.length).toBe(71);
      expect([...nothing].toSorted()).toEqual(Object.keys(NOTHING));
    },
  );
});
