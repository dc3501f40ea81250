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
 * A plain stream, because pino's own writer retries for ever once the reader is gone. The service would then
 * outlive its parent.
 */
function standardOutput(): DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  return process.stdout;
}

/** Structured logs on standard output, without anything that could be a secret. */
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
