import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { ToolLimit } from '../tool-limit.ts';
import { type GithubSettings, graphqlAddress, restAddress } from './settings.ts';

const VERSION = '2022-11-28';
const FAULT_SECONDS = 60;
const LIMIT_SECONDS = 3_600;

const Answer = z.object({
  // GitHub leaves it out where it only has errors to tell.
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.object({ code: z.string().optional(), fieldName: z.string().optional() }).optional(),
      }),
    )
    .optional(),
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

const isLimit = ({ status, headers }: Response) =>
  status === 429 ||
  (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));

/** Throws why an answer is none, in words. */
function refuse(answer: Response): void {
  if (answer.ok) return;
  if (isLimit(answer)) throw new ToolLimit('GitHub', secondsLeft(answer.headers));
  if (answer.status === 401)
    throw unavailable(
      'GitHub does not accept the token: it has expired or was revoked. Give the source a new one.',
    );
  if (answer.status === 403)
    throw unavailable(
      'The token may not read this owner. Give it the scopes that the form names, then sync.',
    );
  const words = `GitHub answered with an error (${String(answer.status)}).`;
  throw unavailable(words, answer.status >= 500 ? FAULT_SECONDS : undefined);
}

async function send(
  { settings, fetch, signal }: Asking,
  address: string,
  { headers, ...more }: { method?: string; body?: string; headers?: Record<string, string> },
): Promise<Response> {
  try {
    return await fetch(address, {
      ...more,
      headers: {
        authorization: `Bearer ${settings.token ?? ''}`,
        'content-type': 'application/json',
        'user-agent': 'cairn',
        'x-github-api-version': VERSION,
        ...headers,
      },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'invalid_input') throw error;
    throw unavailable(error.message, FAULT_SECONDS, error);
  }
}

const unknownForm = (cause: unknown) =>
  unavailable('GitHub answered in a form that this Cairn does not know.', FAULT_SECONDS, cause);

/** Parts of a question that the token may not read; the rest is answered without them. */
export class PartsRefused extends Error {
  readonly parts: readonly string[];
  constructor(parts: readonly string[]) {
    super('parts of a question were refused');
    this.parts = parts;
  }
}

const REFUSALS = ['FORBIDDEN', 'INSUFFICIENT_SCOPES'];

/** The parts that errors name. An error about scopes may name none, and only teams need a scope of their own. */
function refusedParts(
  errors: NonNullable<z.infer<typeof Answer>['errors']>,
  parts: readonly string[],
): string[] {
  const refusals = errors.filter(({ type = '' }) => REFUSALS.includes(type));
  // An older server does not know every part.
  const unknown = errors.flatMap(({ extensions }) =>
    extensions?.code === 'undefinedField' ? [extensions.fieldName] : [],
  );
  const named = parts.filter(
    (part) => unknown.includes(part) || refusals.some(({ path }) => path?.includes(part)),
  );
  const isScope = refusals.some(({ type }) => type === 'INSUFFICIENT_SCOPES');
  return named.length === 0 && isScope ? parts.filter((part) => part === 'teams') : named;
}

interface Question<T> {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly answer: z.ZodType<T>;
  /** Fields without which the question still has an answer. */
  readonly parts?: readonly string[];
}

/** Asks GitHub once; a limit or a fault is thrown with the seconds after which to ask again. */
export async function askGithub<T>(
  asking: Asking,
  { query, variables, answer, parts = [] }: Question<T>,
): Promise<T> {
  const body = JSON.stringify({ query, variables });
  const response = await send(asking, graphqlAddress(asking.settings.host), { method: 'POST', body });
  refuse(response);
  const told: unknown = await response.json().catch(() => undefined);
  const { data, errors = [] } = Answer.safeParse(told).data ?? {};
  if (errors.some(({ type }) => type === 'RATE_LIMITED'))
    throw new ToolLimit('GitHub', secondsLeft(response.headers));
  if (errors.some(({ type }) => type === 'NOT_FOUND'))
    throw unavailable('GitHub has no such owner, or the token may not see it.');
  const refused = refusedParts(errors, parts);
  if (refused.length > 0) throw new PartsRefused(refused);
  const parsed = answer.safeParse(data);
  if (!parsed.success) throw unknownForm(parsed.error);
  return parsed.data;
}

/** What a list of the REST interface answers: a page, that it is unchanged, or that it is not to be had. */
export type ListAnswer<T> =
  { readonly kind: 'page'; readonly page: T; readonly etag: string } | { readonly kind: 'same' | 'refused' };

const NOT_TO_BE_HAD = [404, 410, 451];

/** Asks for a list once, as `askGithub` does; an unchanged one costs nothing of the limit. */
export async function askGithubList<T>(
  asking: Asking,
  { path, etag = '', answer }: { path: string; etag?: string; answer: z.ZodType<T> },
): Promise<ListAnswer<T>> {
  const headers = { accept: 'application/vnd.github+json', ...(etag ? { 'if-none-match': etag } : {}) };
  const response = await send(asking, `${restAddress(asking.settings.host)}${path}`, { headers });
  if (response.status === 304) return { kind: 'same' };
  const isRefused = response.status === 403 && !isLimit(response);
  if (isRefused || NOT_TO_BE_HAD.includes(response.status)) return { kind: 'refused' };
  refuse(response);
  const parsed = answer.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw unknownForm(parsed.error);
  return { kind: 'page', page: parsed.data, etag: response.headers.get('etag') ?? '' };
}
