import { access, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Shape, makeFixtureRepository } from '../fixture-repository.ts';

interface Wanted {
  readonly shape: Shape;
  readonly commits: number;
  readonly seed: number;
}

/** Fixed, so that the same words make the same repository on every day. */
const UNTIL = new Date('2026-01-01T00:00:00Z');

/** A generated repository under the system's folder for temporary files: made once and found there afterwards. */
export async function generatedRepository({ shape, commits, seed }: Wanted): Promise<string> {
  const folder = join(tmpdir(), 'cairn-generated');
  const dir = join(folder, `${shape}-${String(commits)}-${String(seed)}`);
  const there = await access(dir).then(
    () => true,
    () => false,
  );
  if (there) return dir;
  await mkdir(folder, { recursive: true });
  const growing = `${dir}.${String(process.pid)}`;
  try {
    await makeFixtureRepository({ dir: growing, commits, seed, shape, until: UNTIL });
    await rename(growing, dir);
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
  return dir;
}
