// Builds what changed since the last build: front-ends with webpack, services with esbuild.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const STAMP = join(ROOT, '.cache/built');

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.cache', 'acceptance'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const packages = readdirSync(ROOT).filter((name) => /^(shell|mfe-.+|svc-.+|libs)$/.test(name));
  for (const path of packages.flatMap((name) => [...sources(join(ROOT, name))]).sort()) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

const FRONT_ENDS = ['shell', 'mfe-explore', 'mfe-entity', 'mfe-workspace', 'mfe-settings'];
const SERVICES = ['svc-workspace', 'svc-graph', 'svc-chat', 'libs/launch'];

/**
 * Builds everything that is out of date; exits with the builder's message on failure. Quick when nothing
 * changed.
 */
export async function ensureBuilt() {
  const now = fingerprint();
  const complete = [...FRONT_ENDS, ...SERVICES].every((path) => existsSync(join(ROOT, path, 'dist')));
  if (complete && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  console.log('Building what changed …');
  // Front-ends share one multi-compiler, which is faster on few cores than a process each.
  await Promise.all([run('build:web'), ...SERVICES.map((folder) => run('build', `--workspace=${folder}`))]);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(STAMP, now);
}

/** Runs a script of a package.json. @param {string[]} words */
function run(script, ...words) {
  const args = ['run', '--silent', script, ...words];
  const child = spawn('npm', args, { cwd: ROOT, shell: process.platform === 'win32' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (printed += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code === 0) return resolve(undefined);
      console.error(`${printed}\nThe build failed: npm ${args.join(' ')}`);
      process.exit(1);
    });
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) await ensureBuilt();
