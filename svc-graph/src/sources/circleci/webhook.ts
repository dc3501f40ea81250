import { z } from 'zod';
import type { Webhook } from '../connector.ts';
import { hasHmac } from '../webhook.ts';

const V1 = /^v1=([0-9a-f]{64})$/i;
const Message = z.object({ id: z.string().min(1).nullish(), type: z.string().min(1) });
const READ: ReadonlySet<string> = new Set(['workflow-completed', 'job-completed']);

/** The signatures of a version that is known; CircleCI may send others beside it. */
const signaturesIn = (header: string) => header.split(',').flatMap((each) => V1.exec(each.trim())?.[1] ?? []);

/** Messages of CircleCI: signed in `circleci-signature`, named in their body. */
export const circleciWebhook: Webhook = {
  isSigned: ({ headers, body }, secret) =>
    signaturesIn(headers.get('circleci-signature') ?? '').some((each) => hasHmac(secret, body, each)),
  read: ({ body }) => {
    const payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    const { id, type } = Message.parse(payload);
    return { id: id ?? null, kind: type, payload };
  },
  meaning: (kind) => {
    if (kind === 'ping') return 'greeting';
    return READ.has(kind) ? 'reading' : 'nothing';
  },
  steps: [
    'On CircleCI, open the settings of a project, and there Webhooks, Add webhook; each project has its own.',
    'Paste the address as Receiver URL.',
    'Save a secret below, and paste the same one as Secret token.',
    'Choose the events workflow completed and job completed.',
  ],
};
