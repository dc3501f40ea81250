import { z } from 'zod';
import type { GoneThing, MessageOwner, ToldMessage, Webhook, WebhookMessage } from '../connector.ts';
import { hasHmac } from '../webhook.ts';
import { GithubRows } from './rows.ts';

const SHA256 = /^sha256=([0-9a-f]{64})$/i;

/** Events after which a reading finds something new. */
const READ: ReadonlySet<string> = new Set([
  'commit_comment',
  'create',
  'delete',
  'deployment',
  'deployment_status',
  'discussion',
  'discussion_comment',
  'issue_comment',
  'issues',
  'label',
  'member',
  'membership',
  'milestone',
  'organization',
  'public',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread',
  'push',
  'release',
  'repository',
  'status',
  'sub_issues',
  'team',
  'workflow_job',
  'workflow_run',
]);

const Node = z.object({ node_id: z.string().min(1) });
const Deleted = z.object({
  repository: z.object({ html_url: z.url() }),
  issue: Node.extend({ pull_request: z.unknown().optional() }).optional(),
  comment: Node.optional(),
  review: Node.optional(),
  pull_request: Node.optional(),
  discussion: Node.optional(),
});
type Deleted = z.infer<typeof Deleted>;

/** What is gone after a message, by its kind. A transferred issue is another one where it went. */
const GONE: Readonly<
  Record<string, (told: Deleted) => { kind: string; node: z.infer<typeof Node> | undefined }>
> = {
  'issues.deleted': ({ issue }) => ({ kind: 'Issue', node: issue }),
  'issues.transferred': ({ issue }) => ({ kind: 'Issue', node: issue }),
  'issue_comment.deleted': ({ issue, comment }) => ({
    kind: issue?.pull_request ? 'DiscussionComment' : 'IssueComment',
    node: comment,
  }),
  'discussion.deleted': ({ discussion }) => ({ kind: 'DiscussionComment', node: discussion }),
  'discussion_comment.deleted': ({ comment }) => ({ kind: 'DiscussionComment', node: comment }),
  'pull_request.deleted': (told) => ({ kind: 'PullRequest', node: told.pull_request }),
  'pull_request_review.deleted': ({ review }) => ({ kind: 'PullRequestReview', node: review }),
  'pull_request_review_comment.deleted': ({ comment }) => ({
    kind: 'PullRequestReviewComment',
    node: comment,
  }),
};

/** A form sends its JSON in a field. */
function readPayload({ headers, body }: WebhookMessage): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
  return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text) as unknown;
}

function read(message: WebhookMessage): ToldMessage {
  const { headers } = message;
  const payload = readPayload(message);
  const { action } = z
    .object({ action: z.string().optional().catch(undefined) })
    .catch({ action: undefined })
    .parse(payload);
  const event = headers.get('x-github-event') ?? 'unknown';
  return { id: headers.get('x-github-delivery'), kind: action ? `${event}.${action}` : event, payload };
}

function removed(
  { kind, payload }: Omit<ToldMessage, 'id'>,
  { orgId, source }: MessageOwner,
): readonly GoneThing[] {
  const find = Object.hasOwn(GONE, kind) ? GONE[kind] : undefined;
  const { data } = Deleted.safeParse(payload);
  if (!find || !data) return [];
  const gone = find(data);
  if (!gone.node) return [];
  const rows = new GithubRows({ orgId, sourceId: source.id }, data.repository.html_url);
  const id = gone.node.node_id;
  return [{ kind: gone.kind, uuid: rows.id(id), id }];
}

/** Whether whoever has the secret signed a message. */
export const isSignedBy = ({ headers, body }: WebhookMessage, secret: string): boolean =>
  hasHmac(secret, body, SHA256.exec(headers.get('x-hub-signature-256') ?? '')?.[1] ?? '');

/** Messages of GitHub: signed in `X-Hub-Signature-256`, named in `X-GitHub-Event`. */
export const githubWebhook: Webhook = {
  isSigned: isSignedBy,
  read,
  meaning: (kind) => {
    const [event = ''] = kind.split('.');
    if (event === 'ping') return 'greeting';
    return READ.has(event) ? 'reading' : 'nothing';
  },
  removed,
  steps: [
    'On GitHub, open the settings of the organization, or of one repository, and there Webhooks, Add webhook.',
    'Paste the address as Payload URL, and choose application/json as Content type.',
    'Save a secret below, and paste the same one as Secret.',
    'Choose the events issues, issue comments, pull requests, reviews, review comments and pushes, or all of them.',
  ],
};
