import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { ToolLimit } from '../tool-limit.ts';

/** What asking a workspace needs: where it is, how it knows the reader, and what sends requests. */
export interface SlackAccess {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Before `/api/`; empty for slack.com. */
  readonly host: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

type Params = Readonly<Record<string, string>>;

const MINUTE = 60_000;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/** Slack has no such thing, or does not show it to this app; another try would not help. */
export class SlackRefusal extends AppError {
  /** As Slack names it, such as `not_in_channel`. */
  readonly reason: string;

  constructor(reason: string, words: string) {
    super('source_unavailable', words);
    this.reason = reason;
  }
}

/** Milliseconds that an answer asks to wait for. */
function waitIn({ headers }: Response, least = 0): number {
  const asked = headers.get('retry-after') ?? '';
  const wait = /^\d{1,9}$/.test(asked) ? Number(asked) * 1_000 : MINUTE;
  return Math.min(LONGEST_WAIT, Math.max(least, wait));
}

/** An error that is over after so many milliseconds, by Slack's word or by guess. */
function later(words: string, { now }: Pick<SlackAccess, 'now'>, wait = MINUTE): AppError {
  const time = new Date(now() + wait).toISOString().slice(11, 16);
  const retryAfter = Math.ceil(wait / 1_000);
  return new AppError('source_unavailable', `${words} Reading goes on at ${time} UTC.`, { retryAfter });
}

const TOKEN_WORDS =
  'Slack does not accept the token. Copy the bot token again, and give it to the source: on api.slack.com, under your app, OAuth & Permissions.';
const GONE_WORDS =
  'The app was taken out of the workspace, or its token was revoked. Install it again under OAuth & Permissions, and give the new bot token to the source.';

/** What faults of the whole app mean, by the names that Slack gives them. */
const FAULTS: Readonly<Record<string, string>> = {
  invalid_auth: TOKEN_WORDS,
  not_authed: TOKEN_WORDS,
  token_revoked: GONE_WORDS,
  account_inactive: GONE_WORDS,
  app_uninstalled: GONE_WORDS,
  token_expired:
    'The token expired. Turn token rotation off for the app, or give the source a new bot token.',
  not_allowed_token_type: 'This is no bot token. Give the source the one that begins with xoxb-.',
  team_access_not_granted: 'The app may not read this workspace. An admin of Slack has to approve it.',
  access_denied: 'The app may not read this workspace. An admin of Slack has to approve it.',
  no_permission: 'The app may not read this workspace. An admin of Slack has to approve it.',
  org_login_required: 'Slack moves the workspace to an organization, and lets nobody read until then.',
  enterprise_is_restricted: 'The organization of Slack does not let apps read this. Ask its admins.',
  ekm_access_denied: 'The admins of Slack suspended access to messages. Ask them to allow it.',
};

/** Faults that are over by themselves. */
const PASSING = new Set([
  'accesslimited',
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
  'timeout',
]);

const Refused = z.object({
  ok: z.literal(false),
  error: z.string().catch('unknown'),
  needed: z
    .string()
    .regex(/^[a-z:._,-]{1,200}$/)
    .optional()
    .catch(undefined),
});

const missingScope = (needed: string | undefined) =>
  `The app lacks ${needed === undefined ? 'a scope' : `the scope ${needed}`}. Add it on api.slack.com under OAuth & Permissions, and install the app again.`;

/** The error that a refusal means; nothing that Slack repeats of the request is told. */
function refusalIn(
  { error, needed }: z.infer<typeof Refused>,
  answer: Response,
  access: SlackAccess,
): AppError {
  if (error === 'ratelimited' || error === 'rate_limited')
    return new ToolLimit('Slack', Math.ceil(waitIn(answer) / 1_000));
  if (PASSING.has(error)) return later('Slack could not answer.', access, waitIn(answer));
  if (error === 'missing_scope') return new SlackRefusal(error, missingScope(needed));
  const words = Object.hasOwn(FAULTS, error) ? FAULTS[error] : undefined;
  if (words !== undefined) return new AppError('source_unavailable', words);
  const reason = /^[a-z_]{1,50}$/.test(error) ? error : 'unknown';
  return new SlackRefusal(reason, `Slack refused a request (${reason.replaceAll('_', ' ')}).`);
}

async function send(access: SlackAccess, method: string, params: Params): Promise<Response> {
  const { fetch: ask, signal, host, token } = access;
  const body = new URLSearchParams(params).toString();
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  try {
    return await ask(`${host || 'https://slack.com'}/api/${method}`, {
      method: 'POST',
      headers,
      body,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'invalid_input') throw error;
    throw later(error instanceof AppError ? error.message : 'Slack cannot be reached.', access);
  }
}

async function readAnswer(answer: Response, access: SlackAccess): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    access.signal.throwIfAborted();
    throw later('The answer of Slack was cut.', access);
  }
}

/** The error that a status means. */
function faultIn(answer: Response, access: SlackAccess): AppError | undefined {
  const { status } = answer;
  if (status === 429) return new ToolLimit('Slack', Math.ceil(waitIn(answer) / 1_000));
  if (status >= 500) return later(`Slack answered ${String(status)}.`, access, waitIn(answer));
  if (status === 401) return new AppError('source_unavailable', TOKEN_WORDS);
  if (status === 403) return new AppError('source_unavailable', FAULTS['access_denied'] ?? '');
  if (answer.ok) return undefined;
  return new AppError('source_unavailable', `Slack answered ${String(status)}.`);
}

/** Asks Slack once, and waits for nothing. The error of a limit or a fault says after how long a try may help. */
export async function askSlack<Answer extends z.ZodType>(
  access: SlackAccess,
  {
    method,
    shape,
    params = {},
  }: { readonly method: string; readonly shape: Answer; readonly params?: Params },
): Promise<z.output<Answer>> {
  const answer = await send(access, method, params);
  const fault = faultIn(answer, access);
  if (fault) throw fault;
  const told = await readAnswer(answer, access);
  const refused = Refused.safeParse(told);
  if (refused.success) throw refusalIn(refused.data, answer, access);
  const parsed = shape.safeParse(told);
  if (parsed.success) return parsed.data;
  throw new AppError('source_unavailable', 'Slack answered in an unknown form.');
}

const Cursor = z
  .object({ next_cursor: z.string().nullish().catch(undefined) })
  .nullish()
  .catch(undefined);

/** Every item of a list that comes in pages by cursors. */
export async function askWhole(
  access: SlackAccess,
  { method, list, params = {} }: { readonly method: string; readonly list: string; readonly params?: Params },
): Promise<unknown[]> {
  const shape = z.looseObject({ [list]: z.array(z.unknown()), response_metadata: Cursor });
  const found: unknown[] = [];
  let cursor = '';
  do {
    const more: Params = cursor === '' ? {} : { cursor };
    const page = await askSlack(access, { method, shape, params: { ...params, ...more } });
    found.push(...z.array(z.unknown()).parse(page[list]));
    const next = Cursor.parse(page['response_metadata'])?.next_cursor ?? '';
    // A cursor that comes again would never end.
    cursor = next === cursor ? '' : next;
  } while (cursor !== '');
  return found;
}
