// Runs before anything is installed: plain Node only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const STAMP = join(ROOT, 'node_modules/.cairn-installed');
const SYSTEMS = ['darwin', 'linux', 'win32'];
const PROCESSORS = ['x64', 'arm64'];

function wanted() {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Exits with a message when Cairn does not run on this Node or this system. */
export function requireMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const { platform, arch } = process;
  if (major < 20 || (major === 20 && minor < 19))
    console.error(`Cairn needs Node 20.19 or newer; this is ${process.versions.node}.`);
  else if (!SYSTEMS.includes(platform) || !PROCESSORS.includes(arch))
    console.error(
      `Cairn runs on macOS, Linux and Windows, on x64 and arm64. Its database has no build for ${platform} on ${arch}.`,
    );
  else return;
  process.exit(69);
}

/** @param {string[]} args */
function npm(args) {
  return {
    command: 'npm',
    args: [...args, '--no-audit', '--no-fund', '--loglevel=error'],
    options: {
      cwd: ROOT,
      shell: process.platform === 'win32',
      env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    },
  };
}

/** @param {string} parts */
function finish(parts) {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, `${wanted()} ${parts}`);
}

/** @param {string[]} args */
function installPackages(...args) {
  const ci = npm(['ci', ...args]);
  const { status } = spawnSync(ci.command, ci.args, {
    ...ci.options,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) return;
  console.error('npm ci did not succeed; its own message is above.');
  process.exit(status ?? 1);
}

/** Whether node_modules holds these parts as the lock file names them: 'product', or 'everything' with the tests. */
function holds(/** @type {'product' | 'everything'} */ parts) {
  const stamp = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  return ['everything', parts].some((each) => stamp === `${wanted()} ${each}`);
}

/** Installs what the product and its tests need, where it is missing; exits with npm's message on failure. */
export function installEverything() {
  if (holds('everything')) return;
  console.log('Installing dependencies (once; compiling SQLite takes a minute or two) …');
  installPackages();
  finish('everything');
}

/** Whether what only tests need is there, so that whoever develops here keeps it. */
const isDevelopedHere = () => existsSync(join(ROOT, 'node_modules/axe-core'));

/**
 * Installs what the product needs, and keeps what tests need where that is there. SQLite is compiled while the caller goes on; the promise ends when it is
 * there, and exits with the compiler's message on failure.
 */
export function installProduct() {
  if (holds('product')) return Promise.resolve();
  if (isDevelopedHere()) return Promise.resolve(installEverything());
  console.log('Installing dependencies (once) …');
  installPackages('--omit=dev', '--ignore-scripts');
  const rebuild = npm(['rebuild', 'better-sqlite3']);
  const child = spawn(rebuild.command, rebuild.args, {
    ...rebuild.options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (printed += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code === 0) finish('product');
      else {
        console.error(`${printed}\nSQLite could not be compiled; the message above says why.`);
        process.exit(1);
      }
      resolve(undefined);
    });
  });
}
