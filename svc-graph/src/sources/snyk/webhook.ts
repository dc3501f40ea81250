import type { Webhook } from '../connector.ts';
import { hasHmac } from '../webhook.ts';

const SHA256 = /^sha256=([0-9a-f]{64})$/i;

/** Messages of Snyk: signed in `X-Hub-Signature`, named in `X-Snyk-Event` with the version of their form. */
export const snykWebhook: Webhook = {
  isSigned: ({ headers, body }, secret) =>
    hasHmac(secret, body, SHA256.exec(headers.get('x-hub-signature') ?? '')?.[1] ?? ''),
  read: ({ headers, body }) => {
    const payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    const kind = headers.get('x-snyk-event') ?? 'unknown';
    return { id: headers.get('x-snyk-transport-id'), kind, payload };
  },
  meaning: (kind) => {
    const [event] = kind.split('/');
    if (event === 'ping') return 'greeting';
    return event === 'project_snapshot' ? 'reading' : 'nothing';
  },
  steps: [
    'Save a secret below. Snyk has no page for webhooks: its interface makes them, one for each organization.',
    'As an administrator of the organization, send a POST to /v1/org/ID/webhooks at the host of your region, with your token.',
    'Its body is JSON with the address as url, and the same secret as secret.',
  ],
};
