import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

const secrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'signInToken',
  'set-cookie',
  'CAIRN_SECRET',
  'DATABASE_URL',
];

/** Structured logs on standard output, with whatever could be a secret removed. */
export function createLogger(name: string, level = 'info', destination?: DestinationStream): Logger {
  const redact = {
    paths: secrets.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
    censor: '[removed]',
  };
  return pino({ name, level, redact, base: { name } }, destination);
}
