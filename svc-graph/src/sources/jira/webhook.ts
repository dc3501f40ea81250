import { z } from 'zod';
import type { GoneThing, MessageOwner, PayloadPlace, ToldMessage, Webhook } from '../connector.ts';
import { hasHmac } from '../webhook.ts';
import { SiteRows } from './site-rows.ts';

const SHA256 = /^sha256=([0-9a-f]{64})$/i;

/** Events after which a reading finds something new. */
const READ =
  /^(?:jira:(?:issue|version)_\w+|(?:comment|worklog|issuelink|sprint|board|project|attachment|user)_\w+)$/;

const Id = z.union([z.string().min(1), z.number()]).transform(String);
const Thing = z.object({ id: Id }).optional().catch(undefined);
const Message = z.object({
  webhookEvent: z.string().min(1),
  issue: Thing,
  comment: Thing,
  worklog: Thing,
});

interface Gone {
  readonly kind: string;
  /** As keys of things of a site name it. */
  readonly name: 'issue' | 'comment' | 'worklog';
  readonly places: readonly PayloadPlace[];
}

/** Ids of a site are unique for one kind of thing only, so every place is named. */
const GONE: Readonly<Record<string, Gone>> = {
  'jira:issue_deleted': {
    kind: 'Issue',
    name: 'issue',
    places: [
      { payload: 'issues', list: 'items', key: 'id' },
      { payload: 'issues', list: 'changelogs', key: 'issueId' },
      { payload: 'worklogs', list: 'items', key: 'issueId' },
    ],
  },
  comment_deleted: {
    kind: 'IssueComment',
    name: 'comment',
    places: [{ payload: 'issues', list: 'comments', key: 'id' }],
  },
  worklog_deleted: {
    kind: 'Worklog',
    name: 'worklog',
    places: [
      { payload: 'issues', list: 'worklogs', key: 'id' },
      { payload: 'worklogs', list: 'items', key: 'id' },
    ],
  },
};

const Site = z.object({ site: z.url() });

function removed(
  { kind, payload }: Omit<ToldMessage, 'id'>,
  { orgId, source }: MessageOwner,
): readonly GoneThing[] {
  const gone = Object.hasOwn(GONE, kind) ? GONE[kind] : undefined;
  const told = Message.safeParse(payload).data;
  const id = gone && told?.[gone.name]?.id;
  if (!gone || id === undefined) return [];
  const rows = new SiteRows(orgId, Site.parse(source.settings).site);
  return [{ kind: gone.kind, uuid: rows.uuid(gone.name, id), id, places: gone.places }];
}

/** Messages of Jira: signed in `X-Hub-Signature` where the webhook has a secret. */
export const jiraWebhook: Webhook = {
  isSigned: ({ headers, body }, secret) =>
    hasHmac(secret, body, SHA256.exec(headers.get('x-hub-signature') ?? '')?.[1] ?? ''),
  takesUnsigned: true,
  read: ({ headers, body }) => {
    const payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    const id = headers.get('x-atlassian-webhook-identifier');
    return { id, kind: Message.parse(payload).webhookEvent, payload };
  },
  meaning: (kind) => (READ.test(kind) ? 'reading' : 'nothing'),
  removed,
  steps: [
    'In Jira, open Settings, System, WebHooks, and create one; you need to be an administrator of Jira.',
    'Paste the address as URL.',
    'Save a secret below, and paste the same one as Secret where Jira has that field.',
    'Choose the events of issues, comments, worklogs, issue links, sprints and versions.',
  ],
};
