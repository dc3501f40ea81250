// Plain Node. Finds chdb (ClickHouse in process) for the tests of the second engine, or installs it beside the workspaces.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/bin/install.mjs';

const WANTED = join(ROOT, 'svc-graph/test/chdb');
const FOLDER = join(ROOT, '.cache/chdb');
const FILES = ['package.json', 'package-lock.json'];

function isThere() {
  return (
    existsSync(join(FOLDER, 'node_modules/chdb/package.json')) &&
    FILES.every(
      (file) => readFileSync(join(FOLDER, file), 'utf8') === readFileSync(join(WANTED, file), 'utf8'),
    )
  );
}

/** Why chdb cannot be had here, or null when it is there: 550 MB, so it comes only with the tests that need it. */
export function ensureChdb() {
  if (process.platform === 'win32') return 'chdb does not run on Windows';
  if (isThere()) return null;
  console.log('Installing chdb for the tests on ClickHouse (once, 550 MB) …');
  mkdirSync(FOLDER, { recursive: true });
  for (const file of FILES) copyFileSync(join(WANTED, file), join(FOLDER, file));
  const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', npm, {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return status === 0 ? null : `chdb could not be installed: ${stderr.trim().split('\n').at(-1) ?? ''}`;
}
