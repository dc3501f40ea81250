import { AppError } from '@cairn/contracts';
import { z } from 'zod';
import { ToolLimit } from '../tool-limit.ts';

/** What reading a site needs: its address, how it knows the reader, and what sends requests. */
export interface JiraAccess {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly site: string;
  /** The account of an API token of Cloud; empty for a personal token of Data Center. */
  readonly email: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

const MINUTE = 60_000;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/** Milliseconds that an answer asks to wait for, in seconds or as a date. */
function waitIn(answer: Response, now: number): number {
  const asked = answer.headers.get('retry-after') ?? '';
  const wait = /^\d{1,9}$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT, Math.max(0, wait)) : MINUTE;
}

/** An error that is over after so many milliseconds, by Jira's word or by guess. */
function later(words: string, { now }: JiraAccess, wait = MINUTE): AppError {
  const time = new Date(now() + wait).toISOString().slice(11, 16);
  const retryAfter = Math.ceil(wait / 1_000);
  return new AppError('source_unavailable', `${words} Reading goes on at ${time} UTC.`, { retryAfter });
}

/** Jira has no such thing, or does not show it to this account; another try would not help. */
class JiraRefusal extends AppError {}

const refusal = (words: string) => new JiraRefusal('source_unavailable', words);

/** The error that an answer means; neither its body nor the request is told. */
function faultIn(answer: Response, access: JiraAccess): AppError {
  const { status } = answer;
  const wait = () => waitIn(answer, access.now());
  if (status === 429) return new ToolLimit('Jira', Math.ceil(wait() / 1_000));
  if (status >= 500) return later(`Jira answered ${String(status)}.`, access, wait());
  if (status === 401)
    return new AppError(
      'source_unavailable',
      'Jira does not accept the token. Make a new one, and give it to the source.',
    );
  if (status === 403)
    return refusal('Jira does not let this account read. Give it the right to browse projects.');
  return refusal(`Jira answered ${String(status)}. Check the address of the site.`);
}

const credentials = ({ email, token }: JiraAccess) =>
  email === '' ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;

async function readAnswer(answer: Response, access: JiraAccess): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    access.signal.throwIfAborted();
    throw later('The answer of Jira was cut.', access);
  }
}

async function send(access: JiraAccess, path: string, body: object | undefined): Promise<Response> {
  const { fetch: ask, signal } = access;
  const headers = {
    accept: 'application/json',
    authorization: credentials(access),
    'content-type': 'application/json',
  };
  const more = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  try {
    return await ask(`${access.site}/${path}`, { headers, signal, ...more });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'invalid_input') throw error;
    throw later(error instanceof AppError ? error.message : 'Jira cannot be reached.', access);
  }
}

/** Asks a site once, and waits for nothing. The error of a limit or a fault says after how long a try may help. */
export async function askJira<Answer extends z.ZodType>(
  access: JiraAccess,
  path: string,
  shape: Answer,
  body?: object,
): Promise<z.output<Answer>> {
  const answer = await send(access, path, body);
  if (!answer.ok) throw faultIn(answer, access);
  const parsed = shape.safeParse(await readAnswer(answer, access));
  if (parsed.success) return parsed.data;
  throw new AppError(
    'source_unavailable',
    'Jira answered in an unknown form. Check the address of the site.',
  );
}

/** Asks a site once for what it may not have or not show, which is undefined then. */
export async function askJiraFor<Answer extends z.ZodType>(
  access: JiraAccess,
  path: string,
  shape: Answer,
  body?: object,
): Promise<z.output<Answer> | undefined> {
  try {
    return await askJira(access, path, shape, body);
  } catch (error) {
    if (error instanceof JiraRefusal) return undefined;
    throw error;
  }
}
