import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** A batch lives just long enough to be copied about by a small nursery. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 };

/** What runs often is compiled sooner: a reading of seconds is half over before it would be. */
const COMPILE_SOON = '--no-lazy-feedback-allocation';

/** The entry of the threads that read sources; a build has it beside the service. */
export const INGEST_WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './ingest.worker.ts' : './ingest.worker.js',
  import.meta.url,
);

/** Starts a thread that waits for one task. */
export function startSourceThread(entry: URL): Worker {
  setFlagsFromString(COMPILE_SOON);
  const options = { resourceLimits };
  if (!entry.pathname.endsWith('.ts')) return new Worker(entry, options);
  // From source the thread needs tsx, which a thread does not inherit.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`;
  return new Worker(code, { ...options, eval: true });
}
