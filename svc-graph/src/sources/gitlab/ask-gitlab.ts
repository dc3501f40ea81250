import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { ToolLimit } from '../tool-limit.ts';
import { type GitlabSettings, siteAddress } from './settings.ts';

const FAULT_SECONDS = 60;
const LIMIT_SECONDS = 60;
const LONGEST_WAIT = 24 * 3_600;

/** What GitLab is asked with. */
export interface GitlabAccess {
  readonly settings: Pick<GitlabSettings, 'host' | 'token'>;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

const unavailable = (words: string, retryAfter?: number, cause?: unknown) =>
  new AppError('source_unavailable', words, {
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(cause === undefined ? {} : { cause }),
  });

/** Seconds until a limit ends, as its headers say. */
function secondsLeft(headers: Headers): number {
  const [after, reset] = [Number(headers.get('retry-after')), Number(headers.get('ratelimit-reset'))];
  const seconds = after > 0 ? after : reset > 0 ? reset - Date.now() / 1_000 : LIMIT_SECONDS;
  return Number.isFinite(seconds) ? Math.ceil(Math.min(Math.max(seconds, 1), LONGEST_WAIT)) : LIMIT_SECONDS;
}

/** What the token may not read although it may read what that belongs to. */
const forbidden = () =>
  unavailable('The token may not read all of a project. Give it the scopes that the form names, then sync.');

/** The error that an answer means; neither its body nor the request is told. */
function faultIn({ status, headers }: Response): AppError {
  if (status === 429) return new ToolLimit('GitLab', secondsLeft(headers));
  if (status === 401)
    return unavailable(
      'GitLab does not accept the token: it has expired or was revoked. Give the source a new one.',
    );
  if (status === 403) return forbidden();
  const words = `GitLab answered with an error (${String(status)}).`;
  return unavailable(words, status >= 500 ? FAULT_SECONDS : undefined);
}

async function send(
  { settings, fetch: ask, signal }: GitlabAccess,
  path: string,
  { headers, ...more }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const authorization = `Bearer ${settings.token}`;
  const address = `${siteAddress(settings.host)}/api/${path}`;
  try {
    const all = { accept: 'application/json', 'user-agent': 'cairn', authorization, ...headers };
    return await ask(address, { ...more, headers: all, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'invalid_input') throw error;
    throw unavailable(error.message, FAULT_SECONDS, error);
  }
}

const unknownForm = (cause?: unknown) =>
  unavailable('GitLab answered in a form that this Cairn does not know.', FAULT_SECONDS, cause);

async function parse<T>(answer: Response, shape: z.ZodType<T>, { signal }: GitlabAccess): Promise<T> {
  const told: unknown = await answer.json().catch(() => undefined);
  signal.throwIfAborted();
  const parsed = shape.safeParse(told);
  if (!parsed.success) throw unknownForm(parsed.error);
  return parsed.data;
}

/** What the REST interface answers: a page, that it is unchanged, or that it is not to be had. */
export type GitlabAnswer<T> =
  | {
      readonly kind: 'page';
      readonly page: T;
      readonly etag: string;
      /** The query of the next page; null at the last one. */
      readonly next: string | null;
      /** How many things the list has; GitLab does not count long ones. */
      readonly total: number | undefined;
    }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly isForbidden: boolean };

const NOT_TO_BE_HAD = [403, 404, 405, 410];
const NEXT = /<([^<>]*)>;[^,]*\brel="?next"?/;

/** The query of the next page. Its path is known, and its host is not believed. */
function nextQuery(headers: Headers): string | null {
  const [, link = ''] = NEXT.exec(headers.get('link') ?? '') ?? [];
  if (URL.canParse(link, 'https://gitlab.com')) {
    const { search } = new URL(link, 'https://gitlab.com');
    if (search !== '') return search;
  }
  return null;
}

/** Asks the REST interface once; a limit or a fault is thrown with the seconds after which to ask again. */
export async function askGitlab<T>(
  access: GitlabAccess,
  path: string,
  shape: z.ZodType<T>,
  etag = '',
): Promise<GitlabAnswer<T>> {
  const answer = await send(access, `v4/${path}`, etag === '' ? {} : { headers: { 'if-none-match': etag } });
  if (answer.status === 304) return { kind: 'same' };
  if (NOT_TO_BE_HAD.includes(answer.status)) return { kind: 'refused', isForbidden: answer.status === 403 };
  if (!answer.ok) throw faultIn(answer);
  const page = await parse(answer, shape, access);
  const { headers } = answer;
  const total = /^\d+$/.test(headers.get('x-total') ?? '') ? Number(headers.get('x-total')) : undefined;
  return { kind: 'page', page, etag: headers.get('etag') ?? '', next: nextQuery(headers), total };
}

const PAGE_SIZE = 100;

interface WholeList<T> {
  readonly path: string;
  readonly item: z.ZodType<T>;
  readonly query?: Readonly<Record<string, string>>;
}

async function collect<T>(access: GitlabAccess, { path, item, query = {} }: WholeList<T>) {
  const found: T[] = [];
  const first = new URLSearchParams({ ...query, per_page: String(PAGE_SIZE) });
  for (let next: string | null = `?${first.toString()}`; next !== null;) {
    const answer: GitlabAnswer<T[]> = await askGitlab(access, path + next, z.array(item));
    if (answer.kind === 'refused') {
      if (found.length > 0) throw forbidden();
      return { isForbidden: answer.isForbidden };
    }
    if (answer.kind === 'same') break;
    found.push(...answer.page);
    next = answer.next === next ? null : answer.next;
  }
  return { found };
}

/** Reads a whole list that belongs to a thing; null where the thing is gone, and a fault where it is forbidden. */
export async function readWhole<T>(access: GitlabAccess, list: WholeList<T>): Promise<T[] | null> {
  const { found, isForbidden } = { found: null, ...(await collect(access, list)) };
  if (isForbidden) throw forbidden();
  return found;
}

/** Reads what belongs to a thing and is no list; null where the thing is gone, and a fault where it is forbidden. */
export async function readOne<T>(access: GitlabAccess, path: string, shape: z.ZodType<T>): Promise<T | null> {
  const answer = await askGitlab(access, path, shape);
  if (answer.kind === 'refused' && answer.isForbidden) throw forbidden();
  return answer.kind === 'page' ? answer.page : null;
}

const Told = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() });

/** Asks the GraphQL interface once; null where the server or the token does not have what is asked for. */
export async function askGitlabGraph<T>(
  access: GitlabAccess,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  shape: z.ZodType<T>,
): Promise<T | null> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  const answer = await send(access, 'graphql', { method: 'POST', headers, body });
  if (answer.status !== 403 && NOT_TO_BE_HAD.includes(answer.status)) return null;
  if (!answer.ok) throw faultIn(answer);
  const { data, errors = [] } = await parse(answer, Told, access);
  return errors.length > 0 ? null : (shape.safeParse(data).data ?? null);
}
