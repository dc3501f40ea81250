import { type Tool, loadPayloads } from '../src/bench/sources/payloads.ts';

// A process of its own, because the most memory that it held is what is measured.
const [tool, payloads] = process.argv.slice(2);
await loadPayloads(tool as Tool, Number(payloads));
process.stdout.write(String(process.resourceUsage().maxRSS / 1_024));
