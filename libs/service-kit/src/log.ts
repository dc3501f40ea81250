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

/**
 * pino's own writer tries for ever to write to a reader that is gone, and with it a service outlives its parent. A
 * plain stream drops what nobody reads.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  return process.stdout;
}

/** Structured logs on standard output, with whatever could be a secret removed. */
export function createLogger(
  name: string,
  level = 'info',
  destination: DestinationStream = standardOutput(),
): Logger {
  const redact = {
    paths: secrets.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
    censor: '[removed]',
  };
  return pino({ name, level, redact, base: { name } }, destination);
}
