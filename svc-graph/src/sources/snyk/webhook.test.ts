import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { snykWebhook as webhook } from './webhook.ts';

const SECRET = 'my-secret-string';
const BODY = JSON.stringify({ project: { id: 'p' }, newIssues: [] });
/** Made apart, since Snyk publishes none. */
const SIGNATURE = '4f3ce7256e6bf88707ce1e9adf3d57d12f397d8ee25a9545576557e6724492b6';
const message = (body: string, headers: Record<string, string> = {}) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});

describe('a message of Snyk', () => {
  it('is signed over its bytes, and not with a letter changed', () => {
    const signed = (body: string, secret: string, value: string) =>
      webhook.isSigned(message(body, { 'x-hub-signature': value }), secret);
    expect(createHmac('sha256', SECRET).update(BODY).digest('hex')).toBe(SIGNATURE);
    expect(signed(BODY, SECRET, `sha256=${SIGNATURE}`)).toBe(true);
    for (const wrong of ['', SIGNATURE, `sha1=${SIGNATURE}`, `sha256=${SIGNATURE.slice(1)}`])
      expect(signed(BODY, SECRET, wrong)).toBe(false);
    expect(signed(`${BODY} `, SECRET, `sha256=${SIGNATURE}`)).toBe(false);
    expect(signed(BODY, 'another', `sha256=${SIGNATURE}`)).toBe(false);
  });

  it.each([
    ['ping/v0', 'greeting'],
    ['project_snapshot/v0', 'reading'],
    ['project_snapshot/v1', 'reading'],
    ['tea_drunk/v0', 'nothing'],
  ])('of the kind %s means %s', (kind, meaning) => {
    const headers = { 'x-snyk-event': kind, 'x-snyk-transport-id': 't-1' };
    expect(webhook.read(message(BODY, headers))).toEqual({
      id: 't-1',
      kind,
      payload: JSON.parse(BODY) as unknown,
    });
    expect(webhook.meaning(kind)).toBe(meaning);
  });

  it('that is no JSON is refused', () => {
    expect(() => webhook.read(message('<snapshot/>'))).toThrow();
  });
});
