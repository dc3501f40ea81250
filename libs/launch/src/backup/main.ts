import { EXIT, StartError } from '../exit.ts';
import { backup } from './backup.ts';
import type { BackupManifest } from './manifest.ts';
import { restore } from './restore.ts';

const number = new Intl.NumberFormat('en');

/** Runs a backup or a restore from the command line, and says what it copied. */
async function report(run: () => Promise<BackupManifest>, done: (words: string) => string): Promise<void> {
  process.umask(0o077);
  try {
    const files = Object.values((await run()).files);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    process.stdout.write(
      `${done(`${files.length} files, ${number.format(Math.ceil(bytes / 1_048_576))} MB`)}\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof StartError ? error.exitCode : EXIT.software);
  }
}

/** `npm run backup`: backs a data directory up into a new folder. */
export const runBackup = (data: string, to: string): Promise<void> =>
  report(
    () => backup({ data, to }),
    (words) => `Backed up ${data} into ${to}: ${words}. Keep it as safe as the data: it holds the keys.`,
  );

/** `npm run restore`: restores a backup into an empty data directory. */
export const runRestore = (from: string, data: string): Promise<void> =>
  report(
    () => restore({ from, data }),
    (words) => `Restored ${from} into ${data}: ${words}. Start with npm start -- --data ${data}`,
  );
