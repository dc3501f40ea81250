import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '@cairn/contracts';
import type { ErrorCode } from '@cairn/contracts';

const LIGHTER = 'A shorter date range, fewer groups or fewer columns will need less.';

const NO_ROOM = `This needs more temporary space than there is. ${LIGHTER}`;

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** ClickHouse's names of the errors that a query may cause, and how each is refused. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  TIMEOUT_EXCEEDED: { code: 'query_timeout', message: `This took too long. ${LIGHTER}` },
  TOO_SLOW: { code: 'query_timeout', message: `This would take too long. ${LIGHTER}` },
  QUERY_WAS_CANCELLED: { code: 'cancelled', message: 'The request was cancelled.' },
  MEMORY_LIMIT_EXCEEDED: {
    code: 'query_memory',
    message: `This needs more memory than a question may use. ${LIGHTER}`,
  },
  NOT_ENOUGH_SPACE: { code: 'query_temp', message: NO_ROOM },
  TOO_MANY_SIMULTANEOUS_QUERIES: {
    code: 'rate_limited',
    message: 'Too many questions are waiting for an answer. Try again in 1 s.',
  },
};

/** An org's new attribute is in its catalogue before the next publication brings the column to the server. */
const OWN_COLUMN = /[Ii]dentifier .{0,9}custom[A-Z0-9]/;
const ON_ITS_WAY: Refusal = {
  code: 'unavailable',
  message: 'This attribute is new and still on its way to the database. Try again shortly.',
};

/** The server answers, but refuses the account or the database of CLICKHOUSE_URL. */
const NO_ENTRY = new Set([
  'AUTHENTICATION_FAILED',
  'REQUIRED_PASSWORD',
  'WRONG_PASSWORD',
  'UNKNOWN_USER',
  'ACCESS_DENIED',
  'UNKNOWN_DATABASE',
]);

const CLOSED: Refusal = {
  code: 'unavailable',
  message: 'The database does not let Cairn in. Whoever runs this server should check CLICKHOUSE_URL.',
};

/** The refusal when a spool does not fit on disk. */
export const outOfTemp = (cause?: unknown) => new AppError('query_temp', NO_ROOM, { cause });

/** Error codes of the network. Any other message comes from ClickHouse itself. */
const UNREACHABLE = /^E[A-Z_]+$/;

const away = (what: string, cause: unknown) =>
  new AppError('unavailable', `The database ${what} at the moment. Try again shortly.`, { cause });

function refusalOf({ type = '', message }: ClickHouseError): Refusal | undefined {
  if (OWN_COLUMN.test(message)) return ON_ITS_WAY;
  return NO_ENTRY.has(type) ? CLOSED : REFUSALS[type];
}

/** Turns an error of ClickHouse into a refusal with a code and advice; a bug of ours stays as it is. */
export function refusalOfClickhouse(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new AppError('cancelled', 'The request was cancelled.', { cause });
  if (cause instanceof AppError) return cause;
  if (cause instanceof ClickHouseError) {
    const refusal = refusalOf(cause);
    if (!refusal) return cause;
    return new AppError(refusal.code, refusal.message, {
      cause,
      ...(refusal.code === 'rate_limited' ? { retryAfter: 1 } : {}),
    });
  }
  if (cause instanceof TypeError || cause instanceof RangeError) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOSPC') return outOfTemp(cause);
  return away(UNREACHABLE.test(code) ? 'cannot be reached' : 'does not answer as it should', cause);
}
