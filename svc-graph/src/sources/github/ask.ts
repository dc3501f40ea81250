import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { type GithubSettings, graphqlAddress } from './settings.ts';

const VERSION = '2022-11-28';
const FAULT_SECONDS = 60;
const LIMIT_SECONDS = 3_600;

const Answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
});

/** What GitHub is asked with. */
export interface Asking {
  readonly settings: Pick<GithubSettings, 'host' | 'token'>;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
}

const unavailable = (words: string, retryAfter?: number, cause?: unknown) =>
  new AppError('source_unavailable', words, {
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(cause === undefined ? {} : { cause }),
  });

/** Seconds until a limit ends, as its headers say. */
function secondsLeft(headers: Headers): number {
  const [after, reset] = [Number(headers.get('retry-after')), Number(headers.get('x-ratelimit-reset'))];
  const seconds = after > 0 ? after : reset > 0 ? reset - Date.now() / 1_000 : LIMIT_SECONDS;
  return Number.isFinite(seconds)
    ? Math.ceil(Math.min(Math.max(seconds, 1), 24 * LIMIT_SECONDS))
    : LIMIT_SECONDS;
}

function limited(headers: Headers): AppError {
  const seconds = secondsLeft(headers);
  const at = new Date(Date.now() + seconds * 1_000).toISOString().slice(11, 16);
  return unavailable(`GitHub's limit is reached. Reading goes on by itself at ${at} UTC.`, seconds);
}

const isLimit = ({ status, headers }: Response) =>
  status === 429 ||
  (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));

/** Throws why an answer is none, in words. */
function refuse(answer: Response): void {
  if (answer.ok) return;
  if (isLimit(answer)) throw limited(answer.headers);
  if (answer.status === 401)
    throw unavailable(
      'GitHub does not accept the token: it has expired or was revoked. Add the source again with a new one.',
    );
  if (answer.status === 403)
    throw unavailable(
      'The token may not read this owner. Give it the scopes that the form names, then sync.',
    );
  const words = `GitHub answered with an error (${String(answer.status)}).`;
  throw unavailable(words, answer.status >= 500 ? FAULT_SECONDS : undefined);
}

async function send({ settings, fetch, signal }: Asking, body: string): Promise<Response> {
  try {
    return await fetch(graphqlAddress(settings.host), {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${settings.token}`,
        'content-type': 'application/json',
        'user-agent': 'cairn',
        'x-github-api-version': VERSION,
      },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'invalid_input') throw error;
    throw unavailable(error.message, FAULT_SECONDS, error);
  }
}

/** Asks GitHub once; a limit or a fault is thrown with the seconds after which to ask again. */
export async function askGithub<T>(
  asking: Asking,
  { query, variables, answer }: { query: string; variables: Record<string, unknown>; answer: z.ZodType<T> },
): Promise<T> {
  const response = await send(asking, JSON.stringify({ query, variables }));
  refuse(response);
  const body: unknown = await response.json().catch(() => undefined);
  const { data, errors = [] } = Answer.safeParse(body).data ?? {};
  if (errors.some(({ type }) => type === 'RATE_LIMITED')) throw limited(response.headers);
  if (errors.some(({ type }) => type === 'NOT_FOUND'))
    throw unavailable('GitHub has no such owner, or the token may not see it.');
  const parsed = answer.safeParse(data);
  if (!parsed.success)
    throw unavailable(
      'GitHub answered in a form that this Cairn does not know.',
      FAULT_SECONDS,
      parsed.error,
    );
  return parsed.data;
}
