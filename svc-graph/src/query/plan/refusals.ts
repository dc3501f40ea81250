import { AppError } from '@cairn/contracts';
import { similarNames, didYouMean } from './similar-names.ts';

const QUOTED = 80;

/** Quotes what was written, shortened for a message. */
export function quoted(written: string): string {
  return `"${written.length > QUOTED ? `${written.slice(0, QUOTED)}…` : written}"`;
}

/** The error for a name that the catalogue lacks, with the nearest valid names. */
export function unknownName(what: string, written: string, valid: Iterable<string>): AppError {
  const closest = similarNames(written, valid);
  return new AppError('unknown_attribute', `${what} ${quoted(written)} is not known.${didYouMean(closest)}`, {
    details: { name: written, closest },
  });
}

/** The error for a query that is invalid even with known names. */
export function invalidQuery(message: string, details?: unknown): AppError {
  return new AppError('invalid_query', message, { details });
}
