import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Compilation, type Compiler, type Module } from 'webpack';
import { ROOT } from './front-ends.ts';
import { KEPT_INSIDE, PROVIDED_BY, SHARED_MODULES } from './shared-modules.ts';

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Stateless entry points of libs/host, which are not part of the shared copy. */
const BESIDE = '(?!(?:parts|router|zod)\\.)';

/** Matches the files of a package's shared copy. */
function homeOf(name: string): string {
  if (name === '@cairn/host') return `/libs/host/src/${BESIDE}`;
  // Contracts of single pages or of the shell import the shared ones by name.
  if (name === '@cairn/contracts')
    return '/libs/contracts/src/(?!audit\\.|batch\\.|chat-replies\\.|oidc\\.|open-tabs\\.|spaces\\.|space-state\\.|two-factor\\.)';
  // The gallery is a page of the shared widgets, not one of them; each page brings the viewers that it draws.
  if (name === '@cairn/ui') return '/libs/ui/src/(?!(?:gallery|viewers)/)';
  return escape(
    name.startsWith('@cairn/') ? `/libs/${name.slice('@cairn/'.length)}/src/` : `/node_modules/${name}/`,
  );
}

interface Rule {
  readonly inside: RegExp;
  /** Importers that are part of the same shared copy. */
  readonly allowed: RegExp;
  readonly reason: string;
}

const packages = [
  ...new Set(SHARED_MODULES.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))),
];

const fileOfProvider = (provider: string) =>
  join(ROOT, 'libs/host/src', `${provider.slice('@cairn/host/'.length)}.ts`);

/** The file that provides some names of a package; only it imports the package. */
const providersOf = (name: string) => (PROVIDED_BY[name] ? [escape(fileOfProvider(PROVIDED_BY[name]))] : []);

const RULES: readonly Rule[] = [
  ...packages.map((name) => ({
    inside: new RegExp(homeOf(name)),
    allowed: new RegExp([homeOf(name), ...providersOf(name)].join('|')),
    reason: `${name} is shared by all front-ends`,
  })),
  ...Object.entries(KEPT_INSIDE).map(([prefix, owner]) => ({
    inside: new RegExp(`/node_modules/${escape(prefix)}`),
    allowed: new RegExp(`${homeOf(owner)}|/node_modules/${escape(prefix)}`),
    reason: `${prefix} may only be imported by ${owner}`,
  })),
];

const fileOf = (module: Module | null | undefined) => module?.nameForCondition() ?? '';

/** Imports that would put a second copy of a singleton on the page. */
export function secondCopies(compilation: Compilation): string[] {
  const found = new Set<string>();
  for (const module of compilation.modules) {
    const file = fileOf(module);
    const rule = RULES.find(({ inside }) => inside.test(file));
    if (!rule) continue;
    for (const { originModule } of compilation.moduleGraph.getIncomingConnections(module)) {
      const from = fileOf(originModule);
      // The share scope requests the module without a file of its own.
      if (from === '' || rule.allowed.test(from)) continue;
      found.add(`${rule.reason}, but ${from.replace(ROOT, '.')} bundles ${file.replace(ROOT, '.')}`);
    }
  }
  return [...found];
}

/** Imported names that the provider of a package lacks; they would be undefined at run time. */
function missingNames(compilation: Compilation): string[] {
  const provided = new Map(
    Object.entries(PROVIDED_BY).map(([module, provider]) => {
      const file = fileOfProvider(provider);
      return [module, { file, names: new Set(readFileSync(file, 'utf8').match(/\b[A-Za-z]\w*\b/g)) }];
    }),
  );
  const missing = new Set<string>();
  for (const module of compilation.modules) {
    for (const dependency of module.dependencies) {
      const { request = '', ids } = dependency as { request?: string; ids?: string[] };
      const part = provided.get(request);
      // In zod everything is a member of `z`.
      const name = request === 'zod' ? ids?.[1] : ids?.[0];
      if (!part || !name || part.names.has(name)) continue;
      missing.add(
        `${part.file.replace(ROOT, '.')} does not provide ${name} (${fileOf(module).replace(ROOT, '.')})`,
      );
    }
  }
  return [...missing];
}

/** Fails a build that would bundle a singleton past the share scope. */
export class SingletonPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('cairn-singletons', (compilation) => {
      compilation.hooks.finishModules.tap('cairn-singletons', () => {
        for (const problem of [...secondCopies(compilation), ...missingNames(compilation)]) {
          compilation.errors.push(new webpack.WebpackError(problem));
        }
      });
    });
  }
}
