/** Every error a caller may meet: the code is contract, the status follows from it. */
export const ERRORS = {
  invalid_json: 400,
  invalid_input: 400,
  unknown_attribute: 400,
  unknown_entity: 400,
  invalid_query: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  read_only: 403,
  bad_origin: 403,
  two_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  quota_exceeded: 409,
  too_large: 413,
  misdirected: 421,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  unavailable: 503,
  unreadable_data: 503,
  query_timeout: 503,
  source_unavailable: 503,
  query_memory: 507,
  query_temp: 507,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface AppErrorOptions {
  readonly details?: unknown;
  readonly cause?: unknown;
  readonly retryAfter?: number;
}

/** The one error that leaves a service: code for programs, message for people, cause for logs. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds to wait before asking again, sent as the header Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): (typeof ERRORS)[ErrorCode] {
    return ERRORS[this.code];
  }
}

/** Narrows an unknown text to a code of the table; anything else is `internal`. */
export function asErrorCode(code: unknown): ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'internal';
}
