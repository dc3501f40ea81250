import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@cairn/contracts';

const run = promisify(execFile);
const COPY = `require('node:fs').copyFileSync(process.argv[1], process.argv[2], require('node:fs').constants.COPYFILE_EXCL)`;

/**
 * Copies an open file in a process of its own. A process that closes a file loses its lock on it, whoever holds it open
 * there, and DuckDB keeps other processes out by such a lock.
 */
export async function copyApart(from: string, to: string): Promise<void> {
  await run(process.execPath, ['-e', COPY, from, to]).catch((error: Error & { stderr?: string }) => {
    if (error.stderr?.includes('EEXIST'))
      throw new AppError('conflict', `${to} exists already.`, { cause: error });
    throw error;
  });
}
