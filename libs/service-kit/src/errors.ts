import { AppError, type ErrorCode, type Route } from '@cairn/contracts';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import type { Logger } from './log.ts';

/** Every code that a route may answer: the declared ones, and those that its access and input imply. */
export function declaredErrors(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = ['internal', 'unavailable', 'disk_full', 'rate_limited', 'cancelled'];
  if (route.input) codes.push('invalid_json', 'invalid_input', 'too_large');
  if (route.params || route.query) codes.push('invalid_input');
  if (route.access !== 'public') codes.push('unauthenticated', 'two_factor_required');
  // An API token may read what a session may, and changes no account.
  if (route.access === 'session') codes.push('forbidden');
  if (route.path.includes('{orgId}')) codes.push('not_found', 'forbidden', 'unreadable_data');
  return [...new Set([...codes, ...(route.errors ?? [])])];
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Issue = z.ZodError['issues'][number];

/** The faults of an issue. In a union, those of the member that parses furthest, unless two are equal. */
function faultsOf(issue: Issue, at: readonly PropertyKey[] = []): Fault[] {
  const path = [...at, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  const forms = issue.errors
    .map((issues) => issues.flatMap((each) => faultsOf(each, path)))
    .map((faults) => ({ faults, depth: Math.max(0, ...faults.map((fault) => fault.path.length)) }))
    .toSorted((a, b) => b.depth - a.depth || a.faults.length - b.faults.length);
  const [first, second] = forms;
  const isMeant = first && (first.depth !== second?.depth || first.faults.length !== second.faults.length);
  return isMeant ? first.faults : [{ path, message: issue.message }];
}

/** Turns zod's issues into one error: a sentence, and the path of each fault. */
export function invalidInput(error: z.ZodError): AppError {
  const details = error.issues
    .flatMap((issue) => faultsOf(issue))
    .map(({ path, message }) => ({ path: path.join('.'), message }));
  const first = details[0];
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  const place = first?.path ? `${first.path}: ` : '';
  return new AppError('invalid_input', `${place}${first?.message ?? 'The input is wrong.'}${more}`, {
    details,
  });
}

const internal = () =>
  new AppError('internal', 'Something went wrong on our side. The request id helps to find it.');

function publicForm(error: unknown, route: Route | undefined, log: Logger): AppError {
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'unexpected error');
    return internal();
  }
  if (route && !declaredErrors(route).includes(error.code)) {
    log.error({ err: error, route: route.path }, `undeclared error code ${error.code}`);
    return internal();
  }
  if (error.status >= 500) log.error({ err: error }, error.message);
  else if (error.cause !== undefined) log.debug({ err: error }, error.message);
  return error;
}

/** Answers with an error; every error leaves a service through here. */
export function answerError(
  c: Context,
  error: unknown,
  about: { route?: Route; requestId: string; log: Logger },
): Response {
  const { code, message, details, status, retryAfter } = publicForm(error, about.route, about.log);
  if (retryAfter !== undefined) c.header('retry-after', String(Math.ceil(retryAfter)));
  const body = { code, message, ...(details === undefined ? {} : { details }), requestId: about.requestId };
  return c.json({ error: body }, status as ContentfulStatusCode);
}
