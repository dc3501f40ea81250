import { buildSync, type Metafile } from 'esbuild';
import { join } from 'node:path';
import { ROOT } from './front-ends.ts';

const ENTRY = 'libs/views/src/index.ts';
/** So many kinds of charts import a module before it is loaded with the first of them. */
const SHARED_BY = 3;

/** The modules of `libs/views`, by when they are needed. */
export interface ViewModules {
  /** Needed to choose a view and to ask for its answer: what the list of views imports. */
  readonly choosing: ReadonlySet<string>;
  /** Needed by several kinds of charts, and by nobody before the first of them is drawn. */
  readonly drawing: ReadonlySet<string>;
}

/** Reads from the imports of the views which modules are needed when, so that a new view is listed nowhere else. */
export function viewModules(): ViewModules {
  const { metafile } = buildSync({
    entryPoints: [ENTRY],
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'none',
    write: false,
    metafile: true,
    packages: 'external',
    loader: { '.module.css': 'local-css' },
    logLevel: 'error',
  });
  return modulesOf(metafile.inputs, ENTRY);
}

/** The same from the imports of each module. */
export function modulesOf(inputs: Imports, entry: string): ViewModules {
  const choosing = reached(inputs, entry);
  const late = new Set([...choosing].flatMap((path) => importsOf(inputs, path, 'dynamic-import')));
  const uses = new Map<string, number>();
  for (const view of late) {
    for (const path of reached(inputs, view)) uses.set(path, (uses.get(path) ?? 0) + 1);
  }
  const shared = [...uses].filter(([path, count]) => count >= SHARED_BY && !choosing.has(path));
  const whole = (paths: Iterable<string>) => new Set([...paths].map((path) => join(ROOT, path)));
  return { choosing: whole(choosing), drawing: whole(shared.map(([path]) => path)) };
}

type Imports = Readonly<Record<string, Pick<Metafile['inputs'][string], 'imports'>>>;

const importsOf = (inputs: Imports, path: string, kind?: 'dynamic-import'): string[] =>
  (inputs[path]?.imports ?? [])
    .filter((each) => !each.external && (each.kind === 'dynamic-import') === (kind !== undefined))
    .map((each) => each.path);

/** A module with everything that is loaded with it. */
function reached(inputs: Imports, entry: string): Set<string> {
  const found = new Set([entry]);
  // A set hands out what is added while it is read.
  for (const path of found) for (const next of importsOf(inputs, path)) found.add(next);
  return found;
}
