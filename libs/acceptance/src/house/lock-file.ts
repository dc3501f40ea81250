import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, LockedPackage>>;

/** The systems that Cairn is started on. */
export const PLATFORMS = [
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'win32', cpu: 'x64' },
] as const;
/** What `npm start` cannot do without on any of them. */
const NATIVE = ['@duckdb/node-bindings', '@swc/core', 'esbuild', 'lightningcss'];

const packageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const runsOn = (
  { os, cpu, libc }: LockedPackage,
  platform: { os: string; cpu: string; libc?: string },
): boolean =>
  Boolean(os?.includes(platform.os) && cpu?.includes(platform.cpu)) &&
  (!libc || !platform.libc || libc.includes(platform.libc));

/** Where npm finds a dependency of a package: beside it, or in a folder above. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (lock[path]) return path;
    if (!folder) return undefined;
  }
}

function findMissing(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locate(lock, path, name))
      .map((name) => `${packageName(path)} names ${name}, which package-lock.json lacks`),
  );
}

function findUncovered(lock: Lock): string[] {
  return NATIVE.flatMap((name) => {
    const path = `node_modules/${name}`;
    const bindings = Object.keys(lock[path]?.optionalDependencies ?? {})
      .map((binding) => locate(lock, path, binding))
      .flatMap((at) => (at ? (lock[at] ?? []) : []));
    return PLATFORMS.filter((platform) => !bindings.some((each) => runsOn(each, platform))).map(
      ({ os, cpu }) => `${name} has no binding for ${os} on ${cpu}`,
    );
  });
}

/** What `npm ci` would miss of a lock file, on this system or on another that Cairn is started on. */
export const lockFaults = (lock: Lock): string[] => [...findMissing(lock), ...findUncovered(lock)];

/** The faults of the project's own lock file. */
export function findLockFaults(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  return lockFaults(packages);
}
