// `npm test`; with --quick `npm run check`; with --full `npm run test:full`. Ends with one line: N passed, N failed.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, installEverything, requireMachine } from '../../launch/bin/install.mjs';
import { ensureChdb } from './chdb.mjs';
import { findChromium } from './chromium.mjs';
import { findNginx } from './nginx.mjs';
import { countPlaywright, countVitest } from './reports.mjs';

const quick = process.argv.includes('--quick');
const full = process.argv.includes('--full');
const results = join(ROOT, '.cache/results');

const npx = (...words) => ['npx', ['--no-install', ...words]];

function vitest(name, projects, ...words) {
  const file = join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  return {
    command: npx(
      'vitest',
      'run',
      '--config',
      'libs/acceptance/vitest.config.ts',
      ...reporters,
      ...chosen,
      ...words,
    ),
    count: (failed) => countVitest(file, failed, ROOT),
  };
}

function playwright(name, ...words) {
  const file = join(results, `${name}.json`);
  return {
    command: npx('playwright', 'test', '--config', 'libs/acceptance/playwright.config.ts', ...words),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count: (failed) => countPlaywright(file, failed),
  };
}

const TYPES = ['run-many', '-t', 'types', '--output-style=stream', '--parallel=2'];
const RULES = [
  { name: 'format', command: npx('prettier', '--check', '--log-level', 'warn', '.') },
  { name: 'lint', command: npx('oxlint', '--type-aware', '--quiet') },
  { name: 'house rules', command: npx('tsx', 'libs/acceptance/bin/house.ts') },
  { name: 'types', command: npx('nx', ...TYPES) },
  { name: 'dead code', command: npx('knip', '--no-progress') },
];
const BUILD = [
  { name: 'build', command: ['node', ['libs/launch/bin/build.mjs']] },
  { name: 'bundles', command: ['npm', ['run', '--silent', 'check:web']] },
];
/** The tests without a browser, the questions on ClickHouse among them where that can be had. */
function unit() {
  const missing = quick ? null : ensureChdb();
  if (missing) console.log(`── the same questions on ClickHouse: skipped, because ${missing}`);
  const projects = quick || missing ? ['node'] : ['node', 'clickhouse'];
  return { name: 'unit and integration', ...vitest('unit', projects) };
}
/** Runs beside `unit`, with two pages at once where there are cores for them. */
const PAGES = {
  name: 'unit and integration in the browser',
  ...vitest('pages', ['browser'], `--maxWorkers=${availableParallelism() >= 4 ? 2 : 1}`),
};
const POSTGRES = { name: 'what runs on PostgreSQL', ...vitest('postgres', ['postgres']) };
const JOURNEYS = { name: 'browser journeys', ...playwright('journeys') };

/** One after the other; the lanes of a stage run side by side. */
const stages = () =>
  quick
    ? [[RULES, BUILD], [[unit()]]]
    : [[RULES, BUILD], [[unit()], [PAGES]], ...(full ? [[[POSTGRES]]] : []), [[JOURNEYS]]];

/** Resolves with what a command printed, and whether it failed; prints as it goes unless others run beside it. */
function run([command, args], env, alone) {
  return new Promise((resolve) => {
    const output = alone ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (printed += chunk.toString()));
    child.once('close', (code) => resolve({ printed, failed: code !== 0 }));
  });
}

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];

const countCommand = (name, failed) =>
  failed ? { passed: 0, failed: 1, failures: [name] } : { passed: 1, failed: 0, failures: [] };

async function runStep({ name, command, env = {}, count }, alone) {
  const started = Date.now();
  if (alone) console.log(`\n── ${name}`);
  const { printed, failed } = await run(command, { ...environment, ...env }, alone);
  const counted = count?.(failed) ?? countCommand(name, failed);
  total.passed += counted.passed;
  total.failed += counted.failed;
  failures.push(...counted.failures);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (printed.trim()) console.log(`\n${printed.trimEnd()}`);
  console.log(`── ${name}: ${failed ? 'failed' : 'passed'} (${seconds} s)`);
}

requireMachine();
installEverything();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const chromium = quick ? undefined : await findChromium();
if (!quick && !chromium) {
  console.error(
    'No Chromium could be found, installed or downloaded. Install one and set CHROMIUM to its path.',
  );
  process.exit(69);
}
const nginx = quick ? undefined : findNginx();
if (!quick && !nginx)
  console.log(
    '── the journey behind a proxy: skipped, because nginx or openssl cannot be found or installed',
  );
const environment = {
  NX_TUI: 'false',
  NX_DAEMON: 'false',
  ...(chromium ? { CHROMIUM: chromium } : {}),
  ...(nginx ? { NGINX: nginx } : {}),
  ...(full ? { CAIRN_TEST_FULL: '1', CAIRN_TEST_TIMES: process.env.CAIRN_TEST_TIMES ?? '4' } : {}),
};
for (const lanes of stages()) {
  await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) await runStep(step, lanes.length === 1);
    }),
  );
}
// Last, because a log that is cut keeps its end.
for (const failure of failures) console.log(`✘ ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
