const WRONG_CODE = {
  code: 'invalid_credentials',
  message: 'This code is not right. An app shows a new one every 30 seconds; a recovery code works once.',
} as const;

const LATE = {
  code: 'unauthenticated',
  message: 'This sign-in took too long, or had too many wrong codes. Sign in again.',
} as const;

const NONE = { code: 'conflict', message: 'This account has no second factor.' } as const;

/** The errors of better-auth about second factors, in the words and codes of Cairn. */
export const SECOND_FACTOR_ERRORS = {
  INVALID_CODE: WRONG_CODE,
  INVALID_BACKUP_CODE: WRONG_CODE,
  INVALID_TWO_FACTOR_COOKIE: LATE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: LATE,
  ACCOUNT_TEMPORARILY_LOCKED: {
    code: 'rate_limited',
    message: 'Too many wrong codes for this account. Wait 15 minutes and try again.',
    retryAfter: 900,
  },
  INVALID_PASSWORD: { code: 'invalid_credentials', message: 'The password is wrong.' },
  TOTP_ALREADY_ENABLED: { code: 'conflict', message: 'This account has a second factor already.' },
  TOTP_NOT_ENABLED: NONE,
  TWO_FACTOR_NOT_ENABLED: NONE,
  BACKUP_CODES_NOT_ENABLED: NONE,
} as const;
