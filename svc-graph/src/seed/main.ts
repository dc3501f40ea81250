import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY } from '../sources/simulated/calendar.ts';
import { Recipe } from '../sources/simulated/recipe.ts';
import { seed } from './seed.ts';

const USAGE = `Usage: npm run seed -- --events 10m [--data DIR] [--seed N] [--from DATE] [--to DATE] [--replace]

Writes a load org of simulated data into DIR/graph (default .cairn); not while Cairn runs on that folder.`;

const { values } = parseArgs({
  options: {
    events: { type: 'string' },
    data: { type: 'string', default: '.cairn' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string' },
    to: { type: 'string' },
    replace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** `10m`, `500k` or plain digits. */
function countOf(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
  return Number(digits) * { '': 1, k: 1_000, m: 1_000_000 }[(unit ?? '').toLowerCase() as '' | 'k' | 'm'];
}

const dayOf = (text: string | undefined, otherwise: number) =>
  text === undefined ? otherwise : Math.floor(Date.parse(text) / 1_000);

if (values.help || values.events === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 64);
}

const to = dayOf(values.to, Math.floor(Date.now() / 1_000 / DAY) * DAY);
const from = dayOf(values.from, to - 5 * 365 * DAY);
const recipe = Recipe.safeParse({ seed: Number(values.seed), events: countOf(values.events), from, to });
if (!recipe.success || from >= to) {
  process.stderr.write(`These numbers make no sense.\n\n${USAGE}\n`);
  process.exit(64);
}
const begun = Date.now();
const print = (line: string) =>
  process.stderr.write(`${((Date.now() - begun) / 1_000).toFixed(1)} s  ${line}\n`);
const orgId = `org-load-${values.events.toLowerCase().replace('.', '_')}`;
const data = resolve(process.env['INIT_CWD'] ?? process.cwd(), values.data);
try {
  const { file, events, rows, divisions, bytes } = await seed({
    data,
    orgId,
    recipe: recipe.data,
    replace: values.replace,
    print,
  });
  const seconds = (Date.now() - begun) / 1_000;
  const peak = process.resourceUsage().maxRSS / 1_024;
  process.stdout.write(
    `${JSON.stringify({ file, orgId, events, rows, divisions, seconds: Math.round(seconds), rowsPerSecond: Math.round(rows / seconds), megabytes: Math.round(bytes / 1e6), peakMebibytes: Math.round(peak) })}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
