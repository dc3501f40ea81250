import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFaults, plant, type Fault } from './faults.ts';
import { drawLot } from './lot.ts';
import { runTests, type TestEnding } from './run-tests.ts';
import { findTests, type Importers } from './tests-of-file.ts';

/** A fault in a file, and how its tests ended with it: who fails or hangs has noticed it. */
export interface Tried {
  readonly file: string;
  readonly fault: Fault;
  readonly ending: TestEnding | 'untested';
}

/** The nearest tests run first, because they notice most. */
const NEAREST = 4;
const HANGS_AFTER_MS = 600_000;

/** The faults of all files, of which so many are drawn by lot. */
export function drawFaults(
  root: string,
  files: readonly string[],
  { count, seed }: { readonly count: number; readonly seed: number },
): { file: string; fault: Fault }[] {
  const all = files.flatMap((file) =>
    findFaults(file, readFileSync(join(root, file), 'utf8')).map((fault) => ({ file, fault })),
  );
  return drawLot(all, count, seed);
}

/** The repository, who imports what in it, and how many test files of a file are run. */
export interface Trial {
  readonly root: string;
  readonly importers: Importers;
  readonly mostTests: number;
}

async function runNearestFirst(root: string, tests: readonly string[]): Promise<TestEnding> {
  for (const some of [tests.slice(0, NEAREST), tests.slice(NEAREST)]) {
    const ending = some.length > 0 ? await runTests(root, some, HANGS_AFTER_MS) : 'passed';
    if (ending !== 'passed') return ending;
  }
  return 'passed';
}

/** Plants one fault, runs the tests that import its file, and puts the file back, also when the process ends. */
export async function tryFault(
  { root, importers, mostTests }: Trial,
  { file, fault }: { readonly file: string; readonly fault: Fault },
): Promise<Tried> {
  const tests = findTests(file, importers).slice(0, mostTests);
  if (tests.length === 0) return { file, fault, ending: 'untested' };
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, source);
  process.once('exit', restore);
  try {
    writeFileSync(path, plant(source, fault));
    return { file, fault, ending: await runNearestFirst(root, tests) };
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/** Whether a test of these files fails already, so that it would notice anything. */
export async function failsBefore(
  { root, importers, mostTests }: Trial,
  files: readonly string[],
): Promise<boolean> {
  const tests = new Set(files.flatMap((file) => findTests(file, importers).slice(0, mostTests)));
  return tests.size > 0 && (await runTests(root, [...tests], 3 * HANGS_AFTER_MS)) !== 'passed';
}
