import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { LIBUV_THREADS } from '../service-kit/src/node-options.ts';

const root = new URL('../..', import.meta.url).pathname;
const PROPERTY_SEED = `${root}libs/acceptance/test/property-seed.ts`;
const places = '{shell,mfe-*,svc-*,libs/*}/src';

/** Tests that also hold on ClickHouse, which needs chdb: always these, and with CAIRN_TEST_FULL all of questions. */
const ASKED_ON_CLICKHOUSE = [
  'svc-graph/src/{corpus,drill}.test.ts',
  'svc-graph/src/sources/git/forks.test.ts',
  'svc-graph/src/entity/{company,git}-figures.test.ts',
  'svc-graph/src/**/injection.test.ts',
  'svc-graph/src/clickhouse/*.test.ts',
];
const FURTHER_ON_CLICKHOUSE = [
  'any-query',
  'bad-input',
  'computed',
  'conditions',
  'dates',
  'empty-reasons',
  'rows',
  'explain',
  'facet-options',
  'filters',
  'formats',
  'groups',
  'long-lists',
  'odd-values',
  'least-people',
  'limit-people',
  'own-attributes',
  'highlights',
  'series',
].map((name) => `svc-graph/src/**/${name}.test.ts`);

export default defineConfig({
  root,
  test: {
    // Two even on two cores: alone, a file leaves a third of both unused.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // How busy the machine is, is not what these tests are about; a hang still ends.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A busy machine may lose a key press between two frames, or find a process late. The summary names what
    // passed only when tried again.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // A process and its modules for each file took 2.5 s of processor time, and most facts take milliseconds.
          isolate: false,
          include: [`${places}/**/*.test.{ts,tsx}`],
          exclude: [
            '**/*.browser.test.*',
            '**/node_modules/**',
            'svc-graph/src/{clickhouse,ownership}/*.test.ts',
          ],
          environment: 'node',
          setupFiles: PROPERTY_SEED,
          env: LIBUV_THREADS,
        },
      },
      {
        extends: true,
        test: {
          name: 'clickhouse',
          include: [...ASKED_ON_CLICKHOUSE, ...(process.env['CAIRN_TEST_FULL'] ? FURTHER_ON_CLICKHOUSE : [])],
          environment: 'node',
          setupFiles: PROPERTY_SEED,
          env: { ...LIBUV_THREADS, CAIRN_TEST_ENGINE: 'clickhouse' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'svc-workspace/src/*/**/*.test.ts',
            'svc-workspace/src/every-route.test.ts',
            'svc-graph/src/ownership/*.test.ts',
          ],
          environment: 'node',
          globalSetup: `${root}svc-workspace/test/postgres-setup.ts`,
          env: LIBUV_THREADS,
        },
      },
      {
        extends: true,
        cacheDir: 'node_modules/.vite-browser',
        // A dependency that is met only in the middle of a test would reload the page under it.
        optimizeDeps: {
          entries: ['{shell,mfe-*,libs/{ui,views,host,query,contracts,saved}}/src/**/*.{ts,tsx}'],
        },
        test: {
          name: 'browser',
          setupFiles: `${root}libs/acceptance/test/late-answers.ts`,
          provide: {
            full: process.env['CAIRN_TEST_FULL'] !== undefined,
            late: process.env['CAIRN_TEST_LATE'] !== undefined,
          },
          // An element that never comes is told after as long.
          testTimeout: 30_000,
          include: [`${places}/**/*.browser.test.{ts,tsx}`],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(process.env['CHROMIUM'] || !process.env['CAIRN_BUNDLED_CHROMIUM']
                  ? { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' }
                  : {}),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
