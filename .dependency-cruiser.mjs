// The fence: who may import whom follows from the tags in each package.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which runtimes a package of each runtime may import. */
const MAY_IMPORT = {
  any: ['any'],
  web: ['any', 'web'],
  node: ['any', 'node'],
  build: ['any', 'node', 'build'],
  test: ['any', 'web', 'node', 'build', 'test'],
};

/** Third-party packages with one owner each, so that replacing one is one package's work. */
const OWNERS = {
  '@mantine': '^libs/ui/',
  '@duckdb': '^(svc-graph|libs/acceptance)/',
  'better-sqlite3': '^svc-workspace/',
  'better-auth': '^svc-workspace/',
  'react-grid-layout': '^mfe-workspace/',
  '@observablehq/plot': '^libs/views/',
};

const TESTS = '(\\.test|\\.conformance|/testing)\\.tsx?$';

function readPackages(root) {
  const apps = readdirSync(root).filter((name) => /^(shell|mfe-.+|svc-.+)$/.test(name));
  const libs = existsSync(join(root, 'libs'))
    ? readdirSync(join(root, 'libs')).map((name) => `libs/${name}`)
    : [];
  return [...apps, ...libs]
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => readPackage(root, path));
}

function readPackage(root, path) {
  const { nx, fence } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const tag = (name) =>
    nx?.tags?.find((candidate) => candidate.startsWith(`${name}:`))?.slice(name.length + 1);
  const [runtime, type] = [tag('runtime'), tag('type')];
  if (!MAY_IMPORT[runtime] || !type)
    throw new Error(`${path}/package.json needs the tags runtime: and type:`);
  // `ground` names the folders of src that every feature of the app may import.
  return { path, runtime, type, ground: fence?.ground ?? [] };
}

const isApp = ({ type }) => type === 'mfe' || type === 'svc';
const anyOf = (packages) => (packages.length ? `^(${packages.map(({ path }) => path).join('|')})/` : '^$');

function runtimeRule(from, packages) {
  const barred = packages.filter((to) => to !== from && !MAY_IMPORT[from.runtime].includes(to.runtime));
  return {
    name: `runtime-of-${from.path.replace('/', '-')}`,
    severity: 'error',
    from: { path: `^${from.path}/`, pathNot: TESTS },
    to: { path: anyOf(barred) },
  };
}

function appRules(app, packages) {
  const src = `^${app.path}/src/`;
  return [
    {
      name: `${app.path}-imports-no-app`,
      severity: 'error',
      from: { path: `^${app.path}/` },
      to: { path: anyOf(packages.filter((other) => other !== app && isApp(other))) },
    },
    {
      name: `${app.path}-features-stay-apart`,
      severity: 'error',
      from: { path: `${src}([^/]+)/`, pathNot: TESTS },
      to: { path: `${src}[^/]+/`, pathNot: [`${src}$1/`, ...app.ground.map((folder) => `${src}${folder}/`)] },
    },
  ];
}

const packages = readPackages(process.cwd());

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'packages-meet-by-name',
      severity: 'error',
      from: { path: '^((?:libs/)?[^/]+)/src/' },
      to: { path: '/src/', dependencyTypes: ['local'], pathNot: '^$1/' },
    },
    ...packages.map((from) => runtimeRule(from, packages)),
    ...packages.filter(isApp).flatMap((app) => appRules(app, packages)),
    ...Object.entries(OWNERS).map(([name, owner]) => ({
      name: `only-its-owner-imports-${name.replaceAll(/\W+/g, '-')}`,
      severity: 'error',
      from: { pathNot: owner },
      to: { path: `node_modules/${name}(/|$)` },
    })),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['/dist/', '/\\.cache/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'types', 'default'],
    },
  },
};
