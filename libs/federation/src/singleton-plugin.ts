import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Compilation, type Compiler, type Module } from 'webpack';
import { ROOT } from './front-ends.ts';
import { KEPT_INSIDE, SHARED_MODULES } from './shared.ts';

const ROUTER = join(ROOT, 'libs/host/src/router.ts');

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Entry points of libs/host beside its index: they hold no state, and are no part of the shared copy. */
const BESIDE = '(?!(?:fake|parts|router)\\.)';

/** Matches the files of a package's shared copy. */
function homeOf(name: string): string {
  if (name === '@cairn/host') return `/libs/host/src/${BESIDE}`;
  // The gallery is a page made of the shared widgets, not one of them.
  if (name === '@cairn/ui') return '/libs/ui/src/(?!gallery/)';
  return escape(
    name.startsWith('@cairn/') ? `/libs/${name.slice('@cairn/'.length)}/src/` : `/node_modules/${name}/`,
  );
}

interface Rule {
  readonly inside: RegExp;
  /** Importers that are part of the same shared copy. */
  readonly allowed: RegExp;
  readonly says: string;
}

const packages = [
  ...new Set(SHARED_MODULES.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))),
];

const RULES: readonly Rule[] = [
  ...packages.map((name) => ({
    inside: new RegExp(homeOf(name)),
    allowed: new RegExp(homeOf(name)),
    says: `${name} is shared by all front-ends`,
  })),
  ...Object.entries(KEPT_INSIDE).map(([prefix, owner]) => ({
    inside: new RegExp(`/node_modules/${escape(prefix)}`),
    allowed: new RegExp(`${homeOf(owner)}|/node_modules/${escape(prefix)}`),
    says: `${prefix} may only be imported by ${owner}`,
  })),
];

const fileOf = (module: Module | null | undefined) => module?.nameForCondition() ?? '';

/** What in a module graph would put a second copy of a singleton on the page. */
export function secondCopies(compilation: Compilation): string[] {
  const found = new Set<string>();
  for (const module of compilation.modules) {
    const file = fileOf(module);
    const rule = RULES.find(({ inside }) => inside.test(file));
    if (!rule) continue;
    for (const { originModule } of compilation.moduleGraph.getIncomingConnections(module)) {
      const from = fileOf(originModule);
      // The share scope itself asks for the module without a file of its own.
      if (from === '' || rule.allowed.test(from)) continue;
      found.add(`${rule.says}, but ${from.replace(ROOT, '.')} bundles ${file.replace(ROOT, '.')}`);
    }
  }
  return [...found];
}

const routerNames = () => new Set(readFileSync(ROUTER, 'utf8').match(/\b[A-Za-z]\w+\b/g));

/** Names that are imported from the router but not provided by `@cairn/host/router`; they would be undefined. */
function missingRouterNames(compilation: Compilation): string[] {
  const provided = routerNames();
  const missing = new Set<string>();
  for (const module of compilation.modules) {
    for (const dependency of module.dependencies) {
      const { request, ids } = dependency as { request?: string; ids?: string[] };
      const name = request === 'react-router-dom' ? ids?.[0] : undefined;
      if (name && !provided.has(name)) missing.add(`${name} (${fileOf(module).replace(ROOT, '.')})`);
    }
  }
  return [...missing].map((name) => `libs/host/src/router.ts does not provide ${name}`);
}

/** Fails a build that would bundle a singleton past the share scope. */
export class SingletonPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('cairn-singletons', (compilation) => {
      compilation.hooks.finishModules.tap('cairn-singletons', () => {
        for (const problem of [...secondCopies(compilation), ...missingRouterNames(compilation)]) {
          compilation.errors.push(new webpack.WebpackError(problem));
        }
      });
    });
  }
}
