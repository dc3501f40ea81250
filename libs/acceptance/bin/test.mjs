// `npm test`, and with --quick `npm run check`. Ends with one line: N passed, N failed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureInstalled, requireNode } from '../../launch/bin/install.mjs';
import { ensureChdb } from './chdb.mjs';
import { findChromium } from './chromium.mjs';

const quick = process.argv.includes('--quick');
const results = join(ROOT, '.cache/results');
const vitest = (...projects) => [
  'npx',
  [
    '--no-install',
    'vitest',
    'run',
    '--config',
    'libs/acceptance/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(results, 'vitest.json')}`,
    ...projects.flatMap((name) => ['--project', name]),
  ],
];

const STEPS = [
  { name: 'format', command: ['npx', ['--no-install', 'prettier', '--check', '--log-level', 'warn', '.']] },
  { name: 'lint', command: ['npx', ['--no-install', 'oxlint', '--type-aware', '--quiet']] },
  { name: 'fences', command: ['npx', ['--no-install', 'tsx', 'libs/acceptance/bin/fence.ts']] },
  {
    name: 'types',
    command: [
      'npx',
      ['--no-install', 'nx', 'run-many', '-t', 'types', '--output-style=stream', '--parallel=2'],
    ],
  },
  { name: 'dead code', command: ['npx', ['--no-install', 'knip', '--no-progress']] },
  { name: 'build', command: ['node', ['libs/launch/bin/build.mjs']] },
  { name: 'bundles', command: ['npm', ['run', '--silent', 'check:web']] },
  {
    name: 'unit and integration',
    command: vitest(...(quick ? ['node'] : ['node', 'browser'])),
    count: countVitest,
  },
  ...(quick
    ? []
    : [
        {
          name: 'the same questions on ClickHouse',
          needs: ensureChdb,
          command: vitest('clickhouse'),
          count: countVitest,
        },
        {
          name: 'browser journeys',
          command: [
            'npx',
            ['--no-install', 'playwright', 'test', '--config', 'libs/acceptance/playwright.config.ts'],
          ],
          count: countPlaywright,
        },
      ]),
];

function read(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8'));
  } catch {
    return null;
  }
}

function countVitest(failed) {
  const report = read('vitest.json');
  if (!report) return { passed: 0, failed: 1 };
  // A file that cannot be loaded fails without failing a test.
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, failed ? 1 : 0) };
}

function countPlaywright(failed) {
  const report = read('journeys.json');
  if (!report) return { passed: 0, failed: 1 };
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: Math.max(report.stats.unexpected, failed ? 1 : 0),
  };
}

function run([command, args], env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

requireNode();
ensureInstalled();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const chromium = quick ? undefined : await findChromium();
if (!quick && !chromium) {
  console.error(
    'No Chromium could be found, installed or downloaded. Install one and set CHROMIUM to its path.',
  );
  process.exit(69);
}
const env = { NX_TUI: 'false', NX_DAEMON: 'false', ...(chromium ? { CHROMIUM: chromium } : {}) };
const total = { passed: 0, failed: 0 };
for (const { name, command, count, needs } of STEPS) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const missing = needs?.() ?? null;
  if (missing) {
    console.log(`── ${name}: skipped, because ${missing}`);
    continue;
  }
  const failed = (await run(command, env)) !== 0;
  const counted = count ? count(failed) : { passed: failed ? 0 : 1, failed: failed ? 1 : 0 };
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(
    `── ${name}: ${failed ? 'failed' : 'passed'} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
