/**
 * Options of Node and V8 for Cairn's processes and threads. They stand only here, each with the measurement
 * that earned it, and code that starts a process passes them on. No feature sets one for its whole process.
 */

/**
 * Threads of libuv, which run the queries of DuckDB and wait for files. With Node's default of 4, four long queries of
 * one org hold up every other org. Benchmarks and tests run with the same number, so their figures hold for the product.
 */
export const LIBUV_THREADS = { UV_THREADPOOL_SIZE: '16' } as const;

/** Flags of the process of svc-graph. */
export const GRAPH_FLAGS: readonly string[] = [
  // V8 collects all garbage once objects and buffers reach half a gigabyte, and then after every 30 MB. A large export
  // had some five such collections of 60 to 140 ms in all; with this flag they take 10 to 15 ms.
  '--initial-old-space-size=256',
  // V8 optimises a function sooner, and a source is often read within seconds. Ingestion against git, in turns: 0.39
  // instead of 0.36 for 100,000 commits; for 20,000 once 0.22 instead of 0.19, once 0.15 instead of 0.16.
  // V8 takes it for a whole process only: Node refuses it among the options of a worker.
  '--no-lazy-feedback-allocation',
];

/**
 * Limits of a thread that reads a source. The objects of a batch die with it: a nursery of 128 MB holds a batch, so the
 * collector does not copy it. Ingestion against git in turns with 16 MB, two runs each beside other work: diffs 0.91 and
 * 0.85 instead of 0.79 and 0.84; the log 0.19 and 0.24 instead of 0.22 and 0.18. Too few runs to call it a gain.
 */
export const SOURCE_THREAD_LIMITS = { maxYoungGenerationSizeMb: 128 } as const;
