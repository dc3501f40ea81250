import { AppError } from '@cairn/contracts';
import type { z } from 'zod';
import { ToolLimit } from './tool-limit.ts';

/** What a tool with an interface of plain lists is asked with. */
export interface ToolAccess {
  /** Its name in messages. */
  readonly tool: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The address before the paths. */
  readonly base: string;
  /** Tell the tool who asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** What to do where the tool does not accept the token, and where its owner may not read. */
  readonly refusals: { readonly 401: string; readonly 403: string };
}

const MINUTE = 60_000;
const LONGEST_WAIT = 24 * 60 * MINUTE;

/** Milliseconds that an answer asks to wait for, in seconds or as a date. */
function waitIn(answer: Response, now: number): number {
  const asked = answer.headers.get('retry-after') ?? '';
  const wait = /^\d{1,9}$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now;
  return Number.isFinite(wait) ? Math.min(LONGEST_WAIT, Math.max(1_000, wait)) : MINUTE;
}

/** An error that is over after so many milliseconds, by the tool's word or by guess. */
function later(words: string, { now }: ToolAccess, wait = MINUTE): AppError {
  const time = new Date(now() + wait).toISOString().slice(11, 16);
  const retryAfter = Math.ceil(wait / 1_000);
  return new AppError('source_unavailable', `${words} Reading goes on at ${time} UTC.`, { retryAfter });
}

/** The tool has no such thing, or does not show it; another try would not help. */
class ToolRefusal extends AppError {}

/** The error that an answer means; neither its body nor the request is told. */
function faultIn(answer: Response, access: ToolAccess): AppError {
  const { tool, refusals } = access;
  const { status } = answer;
  const wait = waitIn(answer, access.now());
  if (status === 429) return new ToolLimit(tool, Math.ceil(wait / 1_000));
  if (status >= 500) return later(`${tool} answered ${String(status)}.`, access, wait);
  if (status === 401) return new AppError('source_unavailable', refusals[401]);
  if (status === 403) return new ToolRefusal('source_unavailable', refusals[403]);
  return new ToolRefusal('source_unavailable', `${tool} answered ${String(status)}. Check the settings.`);
}

async function send({ headers, ...access }: ToolAccess, path: string): Promise<Response> {
  const { fetch: ask, signal, tool, base } = access;
  const sent = { accept: 'application/json', 'user-agent': 'cairn', ...headers };
  try {
    return await ask(base + path, { headers: sent, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'invalid_input') throw error;
    const words = error instanceof AppError ? error.message : `${tool} cannot be reached.`;
    throw later(words, { ...access, headers });
  }
}

async function readAnswer(answer: Response, access: ToolAccess): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    access.signal.throwIfAborted();
    throw later(`The answer of ${access.tool} was cut.`, access);
  }
}

/** Asks a tool once, and waits for nothing. The error of a limit or a fault says after how long a try may help. */
export async function askTool<Answer extends z.ZodType>(
  access: ToolAccess,
  path: string,
  shape: Answer,
): Promise<z.output<Answer>> {
  const answer = await send(access, path);
  if (!answer.ok) throw faultIn(answer, access);
  const parsed = shape.safeParse(await readAnswer(answer, access));
  if (parsed.success) return parsed.data;
  throw new AppError('source_unavailable', `${access.tool} answered in an unknown form. Check the settings.`);
}

/** Asks a tool once for what it may not have or not show, which is undefined then. */
export async function askToolFor<Answer extends z.ZodType>(
  access: ToolAccess,
  path: string,
  shape: Answer,
): Promise<z.output<Answer> | undefined> {
  try {
    return await askTool(access, path, shape);
  } catch (error) {
    if (error instanceof ToolRefusal) return undefined;
    throw error;
  }
}
