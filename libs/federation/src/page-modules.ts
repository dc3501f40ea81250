import type { Chunk, ChunkGraph, Compilation, Compiler, Module } from 'webpack';
import type { FrontEnd } from './front-ends.ts';
import { readLoadGroups, waysTo } from './loads.ts';

/** Whether a chunk is asked for in a way that matches. */
export const isAskedBy = (wanted: RegExp, chunk: Chunk): boolean =>
  [...chunk.groupsIterable].some((group) => waysTo(group).some((way) => wanted.test(way)));

/** Tells which modules the pages of a front-end load before they draw, as long as these are not split into files. */
export class PageModules {
  readonly #app: FrontEnd;
  #compilation: Compilation | null = null;
  readonly #chunks = new WeakMap<Compilation, ReadonlyMap<string, ReadonlySet<Chunk>>>();

  constructor(app: FrontEnd) {
    this.#app = app;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('cairn-page-modules', (compilation) => {
      this.#compilation = compilation;
    });
  }

  /** Whether a page loads a module. */
  loads(page: string, module: Module, chunkGraph: ChunkGraph): boolean {
    const chunks = this.#chunksByPage().get(page);
    if (!chunks) return false;
    return [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunks.has(chunk));
  }

  #chunksByPage(): ReadonlyMap<string, ReadonlySet<Chunk>> {
    const compilation = this.#compilation;
    if (!compilation) return new Map();
    const known = this.#chunks.get(compilation);
    if (known) return known;
    const groups = [...readLoadGroups(this.#app, compilation)];
    const found = new Map(
      groups.map(([page, each]) => [page, new Set(each.flatMap(({ chunks }) => chunks))] as const),
    );
    this.#chunks.set(compilation, found);
    return found;
  }
}
