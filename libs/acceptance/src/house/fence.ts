import { readdirSync, readFileSync, existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Which runtimes a package of each runtime may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  any: ['any'],
  web: ['any', 'web'],
  node: ['any', 'node'],
  build: ['any', 'web', 'node', 'build'],
  test: ['any', 'web', 'node', 'build', 'test'],
};

/** Third-party packages with one owner each, so that replacing one is one package's work. */
const OWNERS: Record<string, string> = {
  '@mantine/': 'libs/ui',
  '@duckdb/': 'svc-graph',
  '@clickhouse/': 'svc-graph',
  'better-sqlite3': 'svc-workspace',
  'better-auth': 'svc-workspace',
  '@dnd-kit/': 'libs/ui',
  'react-grid-layout': 'mfe-workspace',
  d3: 'libs/views',
};

export interface Package {
  name: string;
  /** Relative to the root. */
  path: string;
  runtime: string;
  type: string;
  /** Folders of src that every feature of the app may import; each other folder is a feature of its own. */
  ground: readonly string[];
}

interface Manifest {
  name: string;
  nx?: { tags?: string[] };
  fence?: { ground?: string[] };
}

/** Reads the tags of every workspace; one without them throws, since nothing would guard it. */
export function readPackages(root: string): Package[] {
  const folders = readdirSync(root).filter((name) => /^(shell|mfe-.+|svc-.+)$/.test(name));
  const libs = existsSync(join(root, 'libs'))
    ? readdirSync(join(root, 'libs')).map((name) => `libs/${name}`)
    : [];
  return [...folders, ...libs]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => readPackage(root, path));
}

function readPackage(root: string, path: string): Package {
  const { name, nx, fence } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest;
  const tag = (key: string) =>
    nx?.tags?.find((candidate) => candidate.startsWith(`${key}:`))?.slice(key.length + 1) ?? '';
  const [runtime, type] = [tag('runtime'), tag('type')];
  if (!MAY_IMPORT[runtime] || !type)
    throw new Error(`${path}/package.json needs the tags runtime: and type:`);
  return { name, path, runtime, type, ground: fence?.ground ?? [] };
}

/** Every import that breaks a fence, as `file → what: why`. */
export function findBreaches(root: string): string[] {
  const packages = readPackages(root);
  return packages.flatMap((from) =>
    sourceFiles(join(root, from.path)).flatMap((file) =>
      readImports(file).flatMap((specifier) => {
        const why = breach(from, relative(join(root, from.path), file), specifier, packages, root);
        return why ? [`${relative(root, file)} → ${specifier}: ${why}`] : [];
      }),
    ),
  );
}

/** Every script below a folder, but of packages and builds. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) return [];
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.(ts|tsx|mjs|js)$/.test(name) ? [path] : [];
  });
}

/** What a file imports, exports from, and imports while it runs, as it is written. */
export function readImports(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  const text = ({ start, end }: { start: number; end: number }) =>
    /^['"`](.*)['"`]$/s.exec(source.slice(start, end))?.[1];
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => text(moduleRequest) ?? []),
  ];
}

function breach(
  from: Package,
  file: string,
  specifier: string,
  packages: readonly Package[],
  root: string,
): string | undefined {
  if (specifier.startsWith('.')) return relativeBreach(from, file, specifier, root);
  const to = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!to) return ownerBreach(from, specifier);
  if (to === from) return undefined;
  const isTest = /(\.test|\.conformance|\/testing)\.tsx?$/.test(file);
  if (to.type === 'mfe' || to.type === 'svc')
    return from.runtime === 'test' ? undefined : 'an app is imported by nobody; apps meet at run time';
  if (!isTest && !(MAY_IMPORT[from.runtime] ?? []).includes(to.runtime))
    return `runtime:${from.runtime} does not import runtime:${to.runtime}`;
  return undefined;
}

function relativeBreach(from: Package, file: string, specifier: string, root: string): string | undefined {
  const target = relative(join(root, from.path), resolve(root, from.path, dirname(file), specifier));
  if (target.startsWith('..'))
    return from.runtime === 'test' ? undefined : 'packages meet by name, not by path';
  const [here, there] = [featureOf(file), featureOf(target)];
  const isApp = from.type === 'mfe' || from.type === 'svc';
  if (
    !isApp ||
    /\.test\.tsx?$/.test(file) ||
    !here ||
    !there ||
    here === there ||
    from.ground.includes(there)
  )
    return undefined;
  return 'a feature does not import another; what both need goes to a ground folder or a lib';
}

function featureOf(file: string): string | undefined {
  const [src, feature, ...rest] = file.split(sep);
  return src === 'src' && rest.length ? feature : undefined;
}

function ownerBreach(from: Package, specifier: string): string | undefined {
  const owned = Object.entries(OWNERS).find(([name]) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
  if (!owned || owned[1] === from.path || from.runtime === 'test') return undefined;
  return `only ${owned[1]} imports it`;
}
