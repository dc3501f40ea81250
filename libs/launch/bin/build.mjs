// Builds what changed since the last build: front-ends with webpack, services with esbuild.
import { spawnSync } from 'node:child_process';
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

const OUTPUTS = [
  'shell',
  'mfe-explore',
  'mfe-entity',
  'mfe-workspace',
  'mfe-settings',
  'svc-workspace',
  'svc-graph',
  'svc-chat',
  'libs/launch',
];

/**
 * Builds everything that is out of date; exits with the builder's message on failure. Quick when nothing
 * changed.
 */
export function ensureBuilt() {
  const now = fingerprint();
  const complete = OUTPUTS.every((path) => existsSync(join(ROOT, path, 'dist')));
  if (complete && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  console.log('Building what changed …');
  // Front-ends share one multi-compiler, which is faster on few cores than a process each; Nx caches the rest.
  const steps = [
    ['npm', ['run', '--silent', 'build:web']],
    [
      'npx',
      [
        '--no-install',
        'nx',
        'run-many',
        '-t',
        'build',
        '--projects=tag:runtime:node',
        '--output-style=stream',
        '--parallel=2',
      ],
    ],
  ];
  for (const [command, args] of steps) run(command, args);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(STAMP, now);
}

function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NX_TUI: 'false' },
    maxBuffer: 64 << 20,
  });
  if (result.status === 0) return;
  console.error(result.stdout + result.stderr);
  console.error(`The build failed: ${command} ${args.join(' ')}`);
  process.exit(1);
}

if (process.argv[1] === new URL(import.meta.url).pathname) ensureBuilt();
