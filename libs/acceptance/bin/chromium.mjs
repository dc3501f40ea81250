// Plain Node. Finds a Chromium for the browser tests, or gets one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const run = (command, ...args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });

function fromSystem() {
  return process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
}

function fromPackages() {
  if (process.getuid?.() !== 0 || run('apt-get', '--version').status !== 0) return;
  console.log('Installing Chromium from the system’s packages …');
  run('apt-get', 'update');
  run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  return fromSystem();
}

async function fromPlaywright() {
  console.log('Downloading Playwright’s own Chromium …');
  if (run('npx', '--no-install', 'playwright', 'install', 'chromium').status !== 0) return;
  const { chromium } = await import('playwright');
  return chromium.executablePath();
}

/** Path of a Chromium: the system's, else from its packages (as root), else Playwright's; undefined when none can be had. */
export async function findChromium() {
  return fromSystem() ?? fromPackages() ?? (await fromPlaywright());
}
