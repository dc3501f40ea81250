// Where the tests keep what they make.
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** All tests together take less than half of it. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Some tests run programs that they write. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n');
  chmodSync(program, 0o700);
  return spawnSync(program).status === 0;
}

/**
 * A folder in memory that is gone when the process ends; undefined where there is none. Tests open thousands of
 * databases, and each of them waits for the disk several times.
 */
export function makeTemporaryFolder() {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(join(IN_MEMORY, 'cairn-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return runsPrograms(folder) ? folder : undefined;
}
