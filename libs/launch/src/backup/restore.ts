import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../exit.ts';
import { readManifest, type BackupManifest } from './manifest.ts';

/** Restores a backup into an empty data directory. Every file is compared with the manifest before anything is written. */
export async function restore({
  from,
  data,
}: {
  readonly from: string;
  readonly data: string;
}): Promise<BackupManifest> {
  const present = await readdir(data).catch(() => []);
  if (present.length > 0) {
    throw new StartError('cannotCreate', `${data} is not empty. Restore into a new folder with --data DIR.`);
  }
  const manifest = await readManifest(from);
  await mkdir(data, { recursive: true, mode: 0o700 });
  try {
    // A start needs version.json, so a restore that is cut off leaves nothing that starts.
    const names = Object.keys(manifest.files).toSorted(
      (a, b) => Number(a === 'version.json') - Number(b === 'version.json'),
    );
    for (const name of names) {
      await mkdir(dirname(join(data, name)), { recursive: true, mode: 0o700 });
      await copyFile(join(from, name), join(data, name));
    }
  } catch (error) {
    await rm(data, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}
