import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readImports, readPackages, sourceFiles } from '../house/fence.ts';

/** Who imports which file of the repository: importers by the file that they import, relative to the root. */
export type Importers = ReadonlyMap<string, readonly string[]>;

interface Exports {
  readonly name: string;
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
}

function readExports(root: string): Exports[] {
  return readPackages(root).map(({ name, path }) => {
    const text = readFileSync(join(root, path, 'package.json'), 'utf8');
    const { exports = {} } = JSON.parse(text) as { exports?: Record<string, string> };
    return { name, path, files: exports };
  });
}

/** The file that an import means, relative to the root; undefined for one of another package. */
function resolveImport(
  root: string,
  from: string,
  specifier: string,
  packages: Exports[],
): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier));
  const to = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  const file = to?.files[`.${specifier.slice(to.name.length)}`];
  return to && file ? join(to.path, file) : undefined;
}

/** Reads the imports of all packages. */
export function readImporters(root: string): Importers {
  const packages = readExports(root);
  const importers = new Map<string, string[]>();
  for (const { path } of packages)
    for (const file of sourceFiles(join(root, path))) {
      const from = relative(root, file);
      for (const specifier of readImports(file)) {
        const target = resolveImport(root, from, specifier, packages);
        if (target) importers.set(target, [...(importers.get(target) ?? []), from]);
      }
    }
  return importers;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** How many folders lie between two files. */
function foldersBetween(one: string, other: string): number {
  const [here, there] = [dirname(one).split('/'), dirname(other).split('/')];
  const shared = here.findIndex((name, at) => name !== there[at]);
  const alike = shared === -1 ? here.length : shared;
  return here.length + there.length - 2 * alike;
}

/**
 * The tests that import a file, by itself or through others: those with the fewest files between first, and of
 * these the nearest folder.
 */
export function findTests(file: string, importers: Importers): string[] {
  const seen = new Set([file]);
  const tests: string[] = [];
  for (let ring: readonly string[] = [file]; ring.length > 0;) {
    const next = [...new Set(ring.flatMap((each) => importers.get(each) ?? []))].filter(
      (each) => !seen.has(each),
    );
    for (const each of next) seen.add(each);
    const found = next.filter(isTest);
    tests.push(...found.toSorted((one, other) => foldersBetween(file, one) - foldersBetween(file, other)));
    ring = next;
  }
  return tests;
}
