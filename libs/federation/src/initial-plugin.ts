import webpack, { type ChunkGroup, type Compilation, type Compiler } from 'webpack';
import type { FrontEnd } from './front-ends.ts';

export const INITIAL_FILE = 'initial.json';
const NAME = 'cairn-initial';
const APP = '__federation_expose_App';
/** The page that a remote shows first, where its App loads its pages on demand. */
const FIRST_PAGES: Readonly<Record<string, string>> = { workspace: './home/home-page.tsx' };
const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;

/** Writes which scripts a page needs before a front-end can draw: of the shell with the shared modules, of a remote its page. */
export class InitialPlugin {
  readonly #app: FrontEnd;

  constructor(app: FrontEnd) {
    this.#app = app;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const files = [...this.#files(compilation)].toSorted();
        compilation.emitAsset(INITIAL_FILE, new webpack.sources.RawSource(JSON.stringify(files)));
      });
    });
  }

  #files(compilation: Compilation): Set<string> {
    const isShell = this.#app.name === 'shell';
    const starts = isShell
      ? [compilation.entrypoints.get('main'), ...(compilation.entrypoints.get('main')?.getChildren() ?? [])]
      : [
          compilation.entrypoints.get(this.#app.container),
          compilation.namedChunkGroups.get(APP),
          ...firstPage(compilation, this.#app.name),
        ];
    const groups = new Set<ChunkGroup>();
    for (const start of starts) if (start) follow(compilation, start, isShell, groups);
    const files = [...groups].flatMap((group) => group.getFiles());
    return new Set(files.filter((file) => file.endsWith('.js')));
  }
}

function firstPage(compilation: Compilation, name: string): ChunkGroup[] {
  const page = FIRST_PAGES[name];
  if (!page) return [];
  const pages = compilation.namedChunkGroups.get(APP)?.getChildren() ?? [];
  const first = pages.filter(({ origins }) => origins.some(({ request }) => request === page));
  if (first.length === 0) throw new Error(`${name} has no page ${page} to begin with`);
  return first;
}

/** Adds a group of chunks, and with `shared` those of the shared modules that its modules consume. */
function follow(compilation: Compilation, group: ChunkGroup, shared: boolean, found: Set<ChunkGroup>): void {
  if (found.has(group)) return;
  found.add(group);
  if (!shared) return;
  for (const chunk of group.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      if (module.type !== 'consume-shared-module') continue;
      for (const block of module.blocks) {
        const next = compilation.chunkGraph.getBlockChunkGroup(block);
        if (next) follow(compilation, next, shared, found);
      }
    }
  }
}
