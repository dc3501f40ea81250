import webpack, { type ChunkGroup, type Compilation, type Compiler, type Module } from 'webpack';
import type { FrontEnd } from './front-ends.ts';

export const INITIAL_FILE = 'initial.json';
const NAME = 'cairn-initial';
const APP = '__federation_expose_App';
/** The page that a remote shows first, where its App loads its pages on demand. */
const FIRST_PAGES: Readonly<Record<string, RegExp>> = { workspace: /^\.\/home\/home-page\.tsx$/ };
const BOOTSTRAP = /^\.\/bootstrap\.tsx$/;
/** What other pages draw their charts with, and each kind of chart that it loads on demand. */
const CHARTS = '__federation_expose_QuestionView';
const KINDS = /-view\.tsx$/;
const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

/** The scripts of a front-end that a page needs to stand, and those that its charts bring afterwards. */
export interface Initial {
  readonly page: readonly string[];
  readonly charts: readonly string[];
}

/** Writes which scripts a page needs before a front-end can draw: of the shell with the shared modules, of a remote its page. */
export class InitialPlugin {
  readonly #app: FrontEnd;

  constructor(app: FrontEnd) {
    this.#app = app;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const initial: Initial = { page: this.#page(compilation), charts: this.#charts(compilation) };
        compilation.emitAsset(INITIAL_FILE, new webpack.sources.RawSource(JSON.stringify(initial)));
      });
    });
  }

  #page(compilation: Compilation): string[] {
    const main = compilation.entrypoints.get('main');
    if (this.#app.name === 'shell')
      return filesOf(withShared(compilation, [main, ...loadedBy(main, BOOTSTRAP)]));
    const app = compilation.namedChunkGroups.get(APP);
    const first = FIRST_PAGES[this.#app.name];
    const container = compilation.entrypoints.get(this.#app.container);
    return filesOf([container, app, ...(first ? loadedBy(app, first) : [])]);
  }

  #charts(compilation: Compilation): string[] {
    const charts = compilation.namedChunkGroups.get(CHARTS);
    if (!charts) return [];
    return filesOf([compilation.entrypoints.get(this.#app.container), charts, ...loadedBy(charts, KINDS)]);
  }
}

function filesOf(groups: Iterable<ChunkGroup | undefined>): string[] {
  const files = [...groups].flatMap((group) => group?.getFiles() ?? []);
  return [...new Set(files.filter((file) => file.endsWith('.js')))].toSorted();
}

/** The groups that are loaded on demand from a group by a request that matches. */
function loadedBy(group: ChunkGroup | undefined, request: RegExp): ChunkGroup[] {
  const children = group?.getChildren() ?? [];
  const found = children.filter(({ origins }) => origins.some((origin) => request.test(origin.request)));
  if (group && found.length === 0)
    throw new Error(`${group.name ?? 'a chunk'} loads nothing like ${request}`);
  return found;
}

const consumed = (module: Module) =>
  /^consume-shared-module\|[^|]*\|([^|]+)\|/.exec(module.identifier())?.[1];
const provided = (module: Module) => /^provide module \([^)]*\) (.+?)@\d/.exec(module.identifier())?.[1];

/** Groups of chunks with those of the shared modules that they ask for, as the shell provides them. */
function withShared(compilation: Compilation, starts: readonly (ChunkGroup | undefined)[]): Set<ChunkGroup> {
  const providers = new Map([...compilation.modules].map((module) => [provided(module), module]));
  const groups = new Set<ChunkGroup>();
  const open = starts.filter((group) => group !== undefined);
  for (let group = open.pop(); group; group = open.pop()) {
    if (groups.has(group)) continue;
    groups.add(group);
    for (const chunk of group.chunks) {
      for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
        const provider = providers.get(consumed(module) ?? '');
        const blocks = provider?.blocks ?? [];
        open.push(...blocks.flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? []));
      }
    }
  }
  return groups;
}
