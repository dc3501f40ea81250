import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { sourceFiles } from '../house/fence.ts';
import { readImporters } from './tests-of-file.ts';
import { drawFaults, failsBefore, tryFault, type Tried } from './try-faults.ts';

const isProduct = (file: string) =>
  /^(?:shell|mfe-[^/]+|svc-[^/]+|libs\/[^/]+)\/src\/.*\.tsx?$/.test(file) &&
  !/\.(?:test|conformance)\.tsx?$|\/gallery\//.test(file);

/** What differs from the last commit; where nothing does, what the last commit changed. */
function changedFiles(root: string): string[] {
  const names = (...words: string[]) =>
    execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  const changed = names('diff', '--name-only', '--diff-filter=d', 'HEAD');
  return changed.some(isProduct) ? changed : names('diff', '--name-only', '--diff-filter=d', 'HEAD~1');
}

const filesBelow = (root: string, path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? sourceFiles(join(root, path)).map((file) => relative(root, file))
    : [path];

const inWords = ({ file, fault }: Pick<Tried, 'file' | 'fault'>) =>
  `${file}:${String(fault.line)}  ${fault.words}`;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const plural = (count: number, noun: string) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

function report(tried: readonly Tried[], seed: number): void {
  const survived = tried.filter(({ ending }) => ending === 'passed' || ending === 'untested');
  const noticed = tried.length - survived.length;
  if (survived.length > 0) print('\nNo test notices:');
  for (const each of survived)
    print(`  ${inWords(each)}${each.ending === 'untested' ? '  (no test imports it)' : ''}`);
  const share = Math.round((100 * noticed) / Math.max(1, tried.length));
  print(
    `\n${String(noticed)} of ${String(tried.length)} faults noticed, ${String(share)} %, seed ${String(seed)}`,
  );
}

const asCount = (text: string): number => z.coerce.number().int().min(0).parse(text);

/** What the words of the command ask for. */
function readWords(root: string, words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      faults: { type: 'string', default: '20' },
      tests: { type: 'string', default: '16' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    },
  });
  const named = positionals.flatMap((path) => filesBelow(root, path));
  return {
    files: (positionals.length > 0 ? named : changedFiles(root)).filter(isProduct),
    count: asCount(values.faults),
    mostTests: asCount(values.tests),
    seed: asCount(values.seed),
  };
}

/** `npm run test:mutants -- [PATH…] [--faults N] [--tests N] [--seed N]`; false where the tests fail beforehand. */
export async function testMutants(root: string, words: readonly string[]): Promise<boolean> {
  const { files, count, mostTests, seed } = readWords(root, words);
  const drawn = drawFaults(root, files, { count, seed });
  print(`${plural(drawn.length, 'fault')} in ${plural(files.length, 'file')}, seed ${String(seed)}`);
  const trial = { root, importers: readImporters(root), mostTests };
  if (await failsBefore(trial, [...new Set(drawn.map(({ file }) => file))])) {
    print('A test of these files fails as they are. Mend it first.');
    return false;
  }
  const tried: Tried[] = [];
  for (const each of drawn) {
    const one = await tryFault(trial, each);
    tried.push(one);
    print(`${one.ending.padEnd(8)}  ${inWords(one)}`);
  }
  report(tried, seed);
  return true;
}
