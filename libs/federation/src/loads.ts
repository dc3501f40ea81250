import type { ChunkGroup, Compilation, Module } from 'webpack';
import { z } from 'zod';
import type { FrontEnd } from './front-ends.ts';

export const LOADS_FILE = 'loads.json';
/** What loads the kinds of charts that Home draws. */
export const CHARTS_OF_HOME = 'charts of Home';

/**
 * The files of a build by what needs them: each page by name, `charts` with what all of them need, and
 * `charts of Home` with the kinds that Home draws. The gateway tells pages to fetch them early.
 */
export const Loads = z.record(z.string(), z.array(z.string()));
export type Loads = z.infer<typeof Loads>;

/** The font of texts in Latin letters. */
const FONT = /\/inter-latin-wght-normal\.\w+\.woff2$/;
const PAGE = /\/([a-z-]+)\/page\.tsx$/;
/** The kinds of charts that Home draws. */
const HOME_CHART = /\/(?:heat-map|metric|time|tree-map)-view\.tsx$/;

/**
 * The scripts and styles that each page of a front-end loads before it draws, including the shell's shared
 * modules and the font of all texts.
 */
export function loadsOf(app: FrontEnd, compilation: Compilation): Loads {
  const fonts = compilation.getAssets().flatMap(({ name }) => (FONT.test(name) ? [name] : []));
  return Object.fromEntries(
    [...readLoadGroups(app, compilation)].map(([name, groups]) => [
      name,
      [...filesOf(groups), ...(app.name === 'shell' ? fonts : [])],
    ]),
  );
}

type LoadGroups = ReadonlyMap<string, readonly ChunkGroup[]>;

/** The chunk groups that each page of a front-end loads before it draws. */
export function readLoadGroups(app: FrontEnd, compilation: Compilation): LoadGroups {
  return app.name === 'shell' ? shellLoads(compilation) : remoteLoads(app, compilation);
}

function shellLoads(compilation: Compilation): LoadGroups {
  const main = compilation.entrypoints.get('main');
  const after = (request: RegExp) => [...withShared(compilation, [main, ...groupsAfter(main, request)])];
  return new Map([
    ['sign-in', after(/\/sign-in\/start\.tsx$/)],
    ['shell', after(/^\.\/bootstrap\.tsx$/)],
  ]);
}

function remoteLoads(app: FrontEnd, compilation: Compilation): LoadGroups {
  const container = compilation.entrypoints.get(app.container);
  const page = compilation.namedChunkGroups.get('__federation_expose_App');
  const charts = compilation.namedChunkGroups.get('__federation_expose_QuestionView');
  const pages = page?.getChildren().flatMap((group) => pageOf(group)) ?? [];
  const begun = container ? [container] : [];
  const loads = new Map<string, readonly ChunkGroup[]>();
  if (page) loads.set(app.name, [...begun, page]);
  if (page) for (const { name, group } of pages) loads.set(name, [...begun, page, group]);
  if (charts) loads.set('charts', [...begun, charts]);
  if (charts) loads.set(CHARTS_OF_HOME, groupsAfter(charts, HOME_CHART));
  return loads;
}

/** A page that the App of a remote loads on demand. */
function pageOf(group: ChunkGroup): { name: string; group: ChunkGroup }[] {
  const found = group.origins.flatMap(({ request }) => PAGE.exec(request)?.[1] ?? []);
  return found.slice(0, 1).map((name) => ({ name, group }));
}

function filesOf(groups: readonly ChunkGroup[]): string[] {
  const files = groups.flatMap((group) => group.getFiles());
  return [...new Set(files.filter((file) => /\.(?:js|css)$/.test(file)))].toSorted();
}

/** The groups that a group loads on demand by a matching request; throws when there is none. */
function groupsAfter(group: ChunkGroup | undefined, request: RegExp): ChunkGroup[] {
  const found = (group?.getChildren() ?? []).filter(({ origins }) =>
    origins.some((origin) => request.test(origin.request)),
  );
  if (found.length === 0) throw new Error(`${group?.name ?? 'a chunk'} loads nothing like ${request}`);
  return found;
}

const consumed = (module: Module) =>
  /^consume-shared-module\|[^|]*\|([^|]+)\|/.exec(module.identifier())?.[1];
const provided = (module: Module) => /^provide module \([^)]*\) (.+?)@\d/.exec(module.identifier())?.[1];

/** How a group is asked for: its name, the requests of the modules that import it, and what it shares. */
export const waysTo = (group: ChunkGroup): string[] => [
  ...(group.name ? [group.name] : []),
  ...group.origins.flatMap(({ request, module }) => {
    const shared = module && provided(module);
    return shared === undefined ? (request ?? []) : [`shared ${shared}`];
  }),
];

/** Groups, and the groups of the shared modules they request, which the shell provides. */
function withShared(compilation: Compilation, starts: readonly (ChunkGroup | undefined)[]): Set<ChunkGroup> {
  const providers = new Map([...compilation.modules].map((module) => [provided(module), module]));
  const groups = new Set<ChunkGroup>();
  const open = starts.filter((group) => group !== undefined);
  for (let group = open.pop(); group; group = open.pop()) {
    if (groups.has(group)) continue;
    groups.add(group);
    for (const chunk of group.chunks) {
      for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
        const blocks = providers.get(consumed(module) ?? '')?.blocks ?? [];
        open.push(...blocks.flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? []));
      }
    }
  }
  return groups;
}
