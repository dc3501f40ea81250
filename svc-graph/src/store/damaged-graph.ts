import { AppError } from '@cairn/contracts';

const DAMAGED =
  'The data of this organisation cannot be read, because its file is damaged. Whoever runs Cairn can restore it; other organisations are not affected.';

/** The file of an org cannot be read. Its people hear the message; whoever runs Cairn hears of the file. */
export class DamagedGraphError extends AppError {
  constructor(cause: unknown) {
    super('unavailable', DAMAGED, { cause });
  }
}

/** What the engine says of a file whose content is not what it wrote. */
const CORRUPT = /corrupt database file|could not read enough bytes|serialization error/i;
/** What it says once an error has stopped a database; opened anew it may be whole. */
const STOPPED = /^FATAL Error|database has been invalidated/;

const textOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Whether an error says that the content of a file is damaged, so that opening it again mends nothing. */
export const isCorrupt = (error: unknown): boolean => CORRUPT.test(textOf(error));

/** Whether an error says that nothing more can be read through an open file. */
export const endsGraph = (error: unknown): boolean => isCorrupt(error) || STOPPED.test(textOf(error));
