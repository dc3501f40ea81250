import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SOURCE_THREAD_LIMITS } from '@cairn/service-kit/node-options';
import { z } from 'zod';

/** The entry of reading threads; a build puts it beside the service. */
export const INGEST_WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './ingest.worker.ts' : './ingest.worker.js',
  import.meta.url,
);

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUNDLES = join(ROOT, '.cache/threads');
const DAY_MS = 86_400_000;
const names = z.record(z.string(), z.string());
const Packages = z.object({ dependencies: names, devDependencies: names });

/** Keeps a bundle under a name of its own, and forgets those of former days. */
function kept(name: string, text: string): URL {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const file = join(BUNDLES, `${name}-${hash}.mjs`);
  mkdirSync(BUNDLES, { recursive: true });
  for (const other of readdirSync(BUNDLES).map((each) => join(BUNDLES, each)))
    if ((statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - DAY_MS)
      rmSync(other, { force: true });
  // Others that start meanwhile find it whole.
  writeFileSync(`${file}.${String(process.pid)}`, text);
  renameSync(`${file}.${String(process.pid)}`, file);
  return pathToFileURL(file);
}

/** Bundles an entry for threads and processes of tests: loaded file by file, one takes four times as long to start. */
export function bundleEntry(entry: URL): URL {
  const packages = Packages.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  // It is installed wherever this runs from source.
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    external: Object.values(packages).flatMap((each) => Object.keys(each)),
  });
  return kept(basename(entry.pathname, '.ts'), outputFiles.map(({ text }) => text).join(''));
}

const bundles = new Map<string, URL>();

/** Starts a thread that waits for one task. */
export function startSourceThread(entry: URL): Worker {
  const options = { resourceLimits: SOURCE_THREAD_LIMITS };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  const bundle = bundles.get(entry.href) ?? bundleEntry(entry);
  bundles.set(entry.href, bundle);
  return new Worker(bundle, options);
}
