import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SOURCE_THREAD_LIMITS } from '@cairn/service-kit/node-options';

/** The entry of reading threads; a build puts it beside the service. */
export const INGEST_WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './ingest.worker.ts' : './ingest.worker.js',
  import.meta.url,
);

/** Starts a thread that waits for one task. */
export function startSourceThread(entry: URL): Worker {
  const options = { resourceLimits: SOURCE_THREAD_LIMITS };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // From source the thread needs tsx, which threads do not inherit.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`;
  return new Worker(code, { ...options, eval: true });
}
