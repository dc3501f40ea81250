const BENCHES: Record<
  string,
  () => Promise<(args: readonly string[], print: (line: string) => void) => Promise<void>>
> = {
  entity: async () => (await import('../src/bench/entity/command.ts')).benchEntity,
  ingest: async () => (await import('../src/bench/ingest.ts')).benchIngestCommand,
  load: async () => (await import('../src/bench/load/command.ts')).benchLoad,
  query: async () => (await import('../src/bench/query/command.ts')).benchQuery,
  sources: async () => (await import('../src/bench/sources/command.ts')).benchSources,
  truth: async () => (await import('../src/bench/truth/command.ts')).benchTruth,
  timeline: async () => (await import('../src/bench/timeline.ts')).benchTimeline,
  views: async () => (await import('../src/bench/views.ts')).benchViews,
  workspace: async () => (await import('../src/bench/workspace/command.ts')).benchWorkspace,
  web: async () => (await import('../src/bench/web.ts')).benchWeb,
};

const [bench = '', ...args] = process.argv.slice(2);
const load = BENCHES[bench];
if (load) {
  const run = await load();
  await run(args, (line) => console.log(line));
} else {
  console.error(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
  process.exitCode = 1;
}

export {};
