import { defineConfig } from 'playwright/test';

const CHANGING = '**/{two-orgs,people,accounts,sources}.spec.ts';
const FAULTS = '**/faults.spec.ts';
/** Builds the product anew, so only the whole run has it. */
const PLANTED = '**/planted.spec.ts';

export default defineConfig({
  testDir: './journeys',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 2,
  // A tour takes half a minute alone, and three times as long on a busy machine.
  timeout: 180_000,
  // A browser on a busy machine may be late once; what fails twice is a defect.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/results/journeys.json' },
    ],
  ],
  globalSetup: './journeys/start-product.ts',
  projects: [
    { name: 'reading', testIgnore: [CHANGING, FAULTS, PLANTED] },
    // They add commits and end sessions, so they come when nobody counts any more.
    { name: 'changing', testMatch: CHANGING, dependencies: ['reading'] },
    // They stop and start a product of their own, which takes the time of all others.
    { name: 'faults', testMatch: FAULTS, dependencies: ['changing'] },
    ...(process.env['CAIRN_TEST_FULL']
      ? [{ name: 'planted', testMatch: PLANTED, dependencies: ['faults'] }]
      : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace takes a third of a journey's processor time: where what fails is tried again, the second try has one.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM']
        ? { executablePath: process.env['CHROMIUM'] }
        : { executablePath: '/usr/bin/chromium' }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
