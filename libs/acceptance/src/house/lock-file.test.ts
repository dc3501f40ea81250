import { expect, it } from 'vitest';
import { findLockFaults, lockFaults } from './lock-file.ts';

const ROOT = new URL('../../../..', import.meta.url).pathname;
const binding = (os: string, cpu: string) => ({ os: [os], cpu: [cpu] });
const SYSTEMS = ['darwin-x64', 'darwin-arm64', 'linux-x64', 'linux-arm64', 'win32-x64'];

/** A lock file in which each package that `npm start` needs has a binding for these systems. */
function lockFor(systems: readonly string[]) {
  const names = ['@duckdb/node-bindings', '@swc/core', 'esbuild', 'lightningcss'];
  return Object.fromEntries(
    names.flatMap((name) => [
      [
        `node_modules/${name}`,
        { optionalDependencies: Object.fromEntries(systems.map((system) => [`${name}-${system}`, '1.0.0'])) },
      ],
      ...systems.map((system) => {
        const [os = '', cpu = ''] = system.split('-');
        return [`node_modules/${name}-${system}`, binding(os, cpu)] as const;
      }),
    ]),
  );
}

it('names a binding that a locked package lists and the lock file lacks', () => {
  const lock = {
    ...lockFor(SYSTEMS),
    'node_modules/fast': { optionalDependencies: { 'fast-mac': '1.0.0' } },
  };
  expect(lockFaults(lock)).toEqual(['fast names fast-mac, which package-lock.json lacks']);
});

it('finds a binding where npm does: in the package, beside it, and in a folder above', () => {
  const lock = {
    ...lockFor(SYSTEMS),
    'node_modules/a/node_modules/b': { optionalDependencies: { in: '1', beside: '1', above: '1' } },
    'node_modules/a/node_modules/b/node_modules/in': {},
    'node_modules/a/node_modules/beside': {},
    'node_modules/above': {},
  };
  expect(lockFaults(lock)).toEqual([]);
});

it('names the system on which a package of the product has no binding', () => {
  expect(lockFaults(lockFor(SYSTEMS.slice(1)))).toEqual([
    '@duckdb/node-bindings has no binding for darwin on x64',
    '@swc/core has no binding for darwin on x64',
    'esbuild has no binding for darwin on x64',
    'lightningcss has no binding for darwin on x64',
  ]);
});

it('a binding for another C library does not count', () => {
  const lock = lockFor(SYSTEMS);
  const musl = { ...lock['node_modules/esbuild-linux-x64'], libc: ['musl'] };
  expect(lockFaults({ ...lock, 'node_modules/esbuild-linux-x64': musl })).toEqual([
    'esbuild has no binding for linux on x64',
  ]);
});

it('the lock file of this project installs on every system', () => {
  expect(findLockFaults(ROOT)).toEqual([]);
});
