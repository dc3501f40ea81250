import { AppError } from '@cairn/contracts';

/** DuckDB reports lack of temporary space by the setting's name, or as a full disk. */
const OUT_OF_TEMP = /max_temp_directory_size|No space left on device/;
const OUT_OF_MEMORY = /^Out of Memory Error/;

const LIGHTER = 'A shorter date range, fewer groups or fewer columns will need less.';

/** The error of a query that exceeds the engine's limits, with a code and advice; any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (OUT_OF_TEMP.test(error.message)) {
    return new AppError('query_temp', `This needs more temporary space than there is. ${LIGHTER}`, {
      cause: error,
    });
  }
  if (OUT_OF_MEMORY.test(error.message)) {
    return new AppError('query_memory', `This needs more memory than a question may use. ${LIGHTER}`, {
      cause: error,
    });
  }
  return error;
}
