import { EXIT, StartError } from '../exit.ts';
import { backup, type Copying } from './backup.ts';
import type { BackupManifest } from './manifest.ts';
import { makerOf, restore } from './restore.ts';
import { signerOf } from './signature.ts';

const number = new Intl.NumberFormat('en');

/** Runs a backup or a restore from the command line, and says what it copied. */
async function report(
  run: () => Promise<BackupManifest>,
  done: (words: string, manifest: BackupManifest) => string | Promise<string>,
): Promise<void> {
  process.umask(0o077);
  try {
    const manifest = await run();
    const files = Object.values(manifest.files);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const words = `${files.length} files, ${number.format(Math.ceil(bytes / 1_048_576))} MB`;
    process.stdout.write(`${await done(words, manifest)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof StartError ? error.exitCode : EXIT.software);
  }
}

/** `npm run backup`: backs a data directory up into a new folder. */
export const runBackup = (copying: Copying): Promise<void> =>
  report(
    () => backup(copying),
    (words, { signature }) =>
      [
        `Backed up ${copying.data} into ${copying.to}: ${words}. Keep it as safe as the data: it holds the keys.`,
        ...(signature ? [`Signed by ${signerOf(signature)}. Note that elsewhere; a restore tells it.`] : []),
      ].join('\n'),
  );

interface Restored {
  readonly from: string;
  readonly data: string;
  readonly beside: string;
  readonly signer?: string | undefined;
}

/** `npm run restore`: restores a backup into an empty data directory, and says who made it. */
export const runRestore = ({ from, data, beside, signer }: Restored): Promise<void> =>
  report(
    () => restore({ from, data, signer }),
    async (words, manifest) =>
      [
        `Restored ${from} into ${data}: ${words}.`,
        await makerOf(manifest, beside),
        `Start with npm start -- --data ${data}`,
      ].join('\n'),
  );
