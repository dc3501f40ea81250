import { serveGraph } from '../src/bench/query/graph-service.ts';

await serveGraph(process.argv[2] ?? '');
