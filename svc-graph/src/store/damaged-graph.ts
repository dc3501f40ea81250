import { AppError } from '@cairn/contracts';

const DAMAGED =
  'The data of this organization cannot be read, because its file is damaged. Whoever runs Cairn can restore it; other organizations are not affected.';

/** The file of an org cannot be read. Users get the message; `problems` names the file to the operator. */
export class DamagedGraphError extends AppError {
  constructor(cause: unknown) {
    super('unreadable_data', DAMAGED, { cause });
  }
}

/** DuckDB's errors for a file whose content is corrupt. */
const CORRUPT = /corrupt database file|could not read enough bytes|serialization error/i;
/** DuckDB's errors after it shut a database down; opened again, the file may be intact. */
const STOPPED = /^FATAL Error|database has been invalidated/;

const textOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** True when an error says that a file's content is corrupt, so that reopening cannot help. */
export const isCorrupt = (error: unknown): boolean => CORRUPT.test(textOf(error));

/** True when an error says that nothing more can be read through the open file. */
export const endsGraph = (error: unknown): boolean => isCorrupt(error) || STOPPED.test(textOf(error));
