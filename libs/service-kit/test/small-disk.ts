import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly dir: string;
  /** Fills the disk completely. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Mounts a disk in memory of a few megabytes; throws when this user may not mount. */
export function smallDisk(megabytes: number): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'cairn-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'pipe' });
  const filler = join(dir, 'filler');
  return {
    dir,
    fill: () => {
      for (const size of [1 << 16, 1 << 12]) fillWith(filler, Buffer.alloc(size));
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', ['-l', dir]);
      rmSync(dir, { recursive: true });
    },
  };
}

function fillWith(file: string, block: Buffer): void {
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch {
    // The disk is full.
  }
}

/** Why the tests of full disks are skipped here; null when they run. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'a small disk in memory needs Linux';
  try {
    smallDisk(1).remove();
    return null;
  } catch {
    return 'this user may not mount a small disk in memory';
  }
}
