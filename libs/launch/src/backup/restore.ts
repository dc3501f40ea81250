import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../exit.ts';
import { readManifest, type BackupManifest } from './manifest.ts';
import { signerIn, signerOf } from './signature.ts';

interface Restoring {
  readonly from: string;
  readonly data: string;
  /** The signer that should have made it; any other is refused. */
  readonly signer?: string | undefined;
}

/**
 * Says who made a backup, as far as that can be told: whoever can read the data directory of an installation can sign
 * as it, and an unsigned backup may be anybody's.
 */
export async function makerOf({ signature }: BackupManifest, beside: string | undefined): Promise<string> {
  if (!signature)
    return 'It carries no signature, as those of earlier versions, so who made it cannot be told.';
  const signer = signerOf(signature);
  const own = beside === undefined ? null : await signerIn(beside);
  if (own === signer) return `It was made by the installation in ${beside}, signed by ${signer}.`;
  if (own !== null)
    return `It was NOT made by the installation in ${beside}: it is signed by ${signer}, not by ${own}.`;
  return `It is signed by ${signer}. Compare that with what npm run backup printed: anybody can make a signature of their own.`;
}

function refuseOthers({ signature }: BackupManifest, signer: string): void {
  const found = signature ? signerOf(signature) : null;
  if (found === signer) return;
  const words = found === null ? 'carries no signature' : `is signed by ${found}`;
  throw new StartError('noInput', `The backup ${words}, not by ${signer}, so nothing is restored.`);
}

/** Restores a backup into an empty data directory. Every file is compared with the manifest before anything is written. */
export async function restore({ from, data, signer }: Restoring): Promise<BackupManifest> {
  const present = await readdir(data).catch(() => []);
  if (present.length > 0) {
    throw new StartError('cannotCreate', `${data} is not empty. Restore into a new folder with --data DIR.`);
  }
  const manifest = await readManifest(from);
  if (signer !== undefined) refuseOthers(manifest, signer);
  await mkdir(data, { recursive: true, mode: 0o700 });
  try {
    // A start needs version.json, so a restore that is cut off leaves nothing that starts.
    const names = Object.keys(manifest.files).toSorted(
      (a, b) => Number(a === 'version.json') - Number(b === 'version.json'),
    );
    for (const name of names) {
      await mkdir(dirname(join(data, name)), { recursive: true, mode: 0o700 });
      await copyFile(join(from, name), join(data, name), constants.COPYFILE_EXCL);
    }
  } catch (error) {
    await rm(data, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}
