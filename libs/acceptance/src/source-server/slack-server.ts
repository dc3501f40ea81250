import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { type ServedMessage, WorkspaceArchive } from './slack-archive.ts';
import { type ServerAnswer, type ServerFault, Trouble, listenAt, sendAnswer } from './trouble.ts';

type Asked = URLSearchParams;
type Told = Readonly<Record<string, unknown>>;

const refused = (error: string, more: Told = {}): Told => ({ ok: false, error, ...more });
const isReply = ({ ts, thread_ts: thread, subtype }: ServedMessage) =>
  thread !== undefined && thread !== ts && subtype !== 'thread_broadcast';

/** A server that answers as Slack's Web API does. */
export class SlackServer {
  /** The methods in the order in which they were asked for, with what was asked of them. */
  readonly asked: string[] = [];
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** Scopes that the app lacks, by the methods that want them. */
  readonly missing = new Map<string, string>();
  /** Public channels that the app has to join first, and private ones that it is in. */
  readonly outside = new Set<string>();
  url = '';
  pageSize = 3;
  data: z.input<typeof WorkspaceArchive>;
  readonly trouble = new Trouble();
  private readonly server = createServer((request, answer) => void this.answer(request, answer));

  constructor(data: z.input<typeof WorkspaceArchive>) {
    this.data = data;
  }

  /** Its host and port, as an installation allows them. */
  get host(): string {
    return new URL(this.url).host;
  }

  /** Listens on a port of this machine, any free one by default. */
  async listen(port = 0): Promise<string> {
    await listenAt(this.server, port);
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://127.0.0.1:${String(address.port)}`;
    return this.url;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = /^\/api\/([\w.]+)$/.exec(new URL(request.url ?? '/', this.url).pathname)?.[1] ?? '';
    const fault = this.trouble.next();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked = new URLSearchParams(Buffer.concat(parts).toString());
    this.asked.push(`${method}?${asked.toString()}`);
    if (fault?.kind === 'hang') return;
    const ms = fault?.kind === 'delay' ? fault.ms : this.trouble.delayMs;
    if (ms > 0) await wait(ms);
    const refusal = this.refusal(request, fault);
    if (!refusal) this.trouble.use();
    const told = (): ServerAnswer => ({ status: 200, text: JSON.stringify(this.tell(method, asked)) });
    const { headers = {}, ...answer } = refusal ?? told();
    const type = { 'content-type': 'application/json; charset=utf-8' };
    sendAnswer(response, { ...answer, headers: { ...type, ...headers } }, fault?.kind);
  }

  private refusal({ headers }: IncomingMessage, fault?: ServerFault): ServerAnswer | undefined {
    const said = (told: Told, status = 200) => ({ status, text: JSON.stringify(told) });
    if (fault?.kind === 'status') {
      const { status, body = refused('fault'), headers: more = {} } = fault;
      return {
        ...said({}, status),
        text: typeof body === 'string' ? body : JSON.stringify(body),
        headers: more,
      };
    }
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (token === '') return said(refused('not_authed'));
    if (fault?.kind === 'expired') return said(refused('token_revoked'));
    if (this.tokens.size > 0 && !this.tokens.has(token)) return said(refused('invalid_auth'));
    const { requests, reset } = this.trouble.left;
    if (fault?.kind !== 'limit' && requests > 0) return undefined;
    const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1_000));
    return { ...said(refused('ratelimited'), 429), headers: { 'retry-after': String(seconds) } };
  }

  private tell(method: string, asked: Asked): Told {
    const needed = this.missing.get(method);
    if (needed !== undefined) return refused('missing_scope', { needed, provided: 'channels:read' });
    const data = WorkspaceArchive.parse(this.data);
    const { team } = data;
    const methods: Readonly<Record<string, () => Told>> = {
      'auth.test': () => ({
        team: team.name,
        team_id: team.id,
        url: `https://${team.domain}.slack.com/`,
        user: 'cairn',
      }),
      'team.info': () => ({ team }),
      'users.list': () => this.page('members', data.users, asked),
      'conversations.list': () => this.channels(data, asked),
      'usergroups.list': () => ({ usergroups: data.usergroups }),
      'conversations.join': () => this.join(asked),
      'conversations.members': () => this.members(data, asked),
      'conversations.history': () => this.history(data, asked),
      'conversations.replies': () => this.replies(data, asked),
    };
    const find = Object.hasOwn(methods, method) ? methods[method] : undefined;
    return find ? { ok: true, ...find() } : refused('unknown_method');
  }

  /** A page of a list after a cursor. */
  private page(list: string, all: readonly unknown[], asked: Asked): Told {
    const from = Number(asked.get('cursor') ?? 0);
    const to = from + Math.min(this.pageSize, Number(asked.get('limit') ?? 100));
    const next = to < all.length ? String(to) : '';
    return { [list]: all.slice(from, to), response_metadata: { next_cursor: next } };
  }

  private channels({ channels }: WorkspaceArchive, asked: Asked): Told {
    const types = (asked.get('types') ?? 'public_channel').split(',');
    const kept = channels.filter(({ is_private: hidden }) =>
      types.includes(hidden ? 'private_channel' : 'public_channel'),
    );
    const told = kept.map(({ members, ...channel }) => ({ num_members: members.length, ...channel }));
    return this.page('channels', told, asked);
  }

  private join(asked: Asked): Told {
    this.outside.delete(asked.get('channel') ?? '');
    return {};
  }

  private members({ channels }: WorkspaceArchive, asked: Asked): Told {
    const found = channels.find(({ id }) => id === asked.get('channel'));
    return found ? this.page('members', found.members, asked) : refused('channel_not_found');
  }

  /** The messages of a channel, newest first, or why there are none. */
  private messages({ channels, messages }: WorkspaceArchive, asked: Asked): ServedMessage[] | Told {
    const id = asked.get('channel') ?? '';
    if (!channels.some((channel) => channel.id === id)) return refused('channel_not_found');
    if (this.outside.has(id)) return refused('not_in_channel');
    return (messages[id] ?? []).toSorted((left, right) => Number(right.ts) - Number(left.ts));
  }

  private history(data: WorkspaceArchive, asked: Asked): Told {
    const all = this.messages(data, asked);
    if (!Array.isArray(all)) return all;
    const [oldest, latest] = [Number(asked.get('oldest') ?? 0), Number(asked.get('latest') ?? Infinity)];
    const within = all.filter(
      (message) => !isReply(message) && Number(message.ts) > oldest && Number(message.ts) < latest,
    );
    const most = Math.min(this.pageSize, Number(asked.get('limit') ?? 100));
    const messages = within.slice(0, most).map((message) => withReplies(message, all));
    return { messages, has_more: within.length > most };
  }

  private replies(data: WorkspaceArchive, asked: Asked): Told {
    const all = this.messages(data, asked);
    if (!Array.isArray(all)) return all;
    const ts = asked.get('ts');
    const thread = all.filter((message) => message.ts === ts || message.thread_ts === ts).toReversed();
    if (thread.length === 0) return refused('thread_not_found');
    const [parent, ...others] = thread;
    return this.page('messages', [parent && withReplies(parent, all), ...others], asked);
  }
}

/** A message as Slack sends it: the one that begins a thread says how many replies it has. */
function withReplies(message: ServedMessage, all: readonly ServedMessage[]): ServedMessage {
  const replies = all.filter(({ ts, thread_ts: thread }) => thread === message.ts && ts !== message.ts);
  const [latest] = replies;
  if (!latest) return message;
  return { ...message, thread_ts: message.ts, reply_count: replies.length, latest_reply: latest.ts };
}
