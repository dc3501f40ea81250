import { AppError } from '@cairn/contracts';
import { similarNames, didYouMean } from './similar-names.ts';

const QUOTED = 80;

/** What was written, short enough to be shown. */
export function quoted(written: string): string {
  return `"${written.length > QUOTED ? `${written.slice(0, QUOTED)}…` : written}"`;
}

/** A name that the catalogue does not have, with the nearest ones that it has. */
export function unknownName(what: string, written: string, valid: Iterable<string>): AppError {
  const closest = similarNames(written, valid);
  return new AppError('unknown_attribute', `${what} ${quoted(written)} is not known.${didYouMean(closest)}`, {
    details: { name: written, closest },
  });
}

/** A query that the catalogue's names cannot save. */
export function invalidQuery(message: string, details?: unknown): AppError {
  return new AppError('invalid_query', message, { details });
}
