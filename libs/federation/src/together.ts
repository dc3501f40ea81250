import type { Chunk, ChunkGraph, Module } from 'webpack';
import type { FrontEnd } from './front-ends.ts';
import { isAskedBy, type PageModules } from './page-modules.ts';
import { viewModules } from './view-modules.ts';

/** What kinds of charts need of other libs, and nothing before the first of them is drawn. */
const OF_CHARTS = /\/libs\/query\/src\/(?:calendar|zone)/;

const modulePath = (module: Module) => module.nameForCondition() ?? '';

type ModuleTest = (module: Module, context: { chunkGraph: ChunkGraph }) => boolean;
type Groups = Record<string, object>;

const packages = (names: string) => new RegExp(`/node_modules/(?:${names})/`);

const group = (
  key: string,
  test: RegExp | ModuleTest,
  {
    minChunks = 1,
    priority = 0,
    chunks = 'all' as 'all' | 'async' | ((chunk: Chunk) => boolean),
    name = key,
  } = {},
): Groups => ({ [key]: { name, test, minChunks, chunks, enforce: true, priority } });

/** The style sheets of what matches, in one file of their own, which asks for nothing. */
const sheet = (name: string, test: ModuleTest): Groups => ({
  [name]: { name, test, type: 'css/mini-extract', minChunks: 1, chunks: 'async', enforce: true, priority: 2 },
});

/**
 * One file of what is asked for in ways that match, after everything else has its file. What these share with
 * something else is in both files.
 */
const joined = (name: string, wanted: RegExp, test: ModuleTest = () => true): Groups =>
  group(`joined ${name}`, test, { name, priority: -1, chunks: (chunk) => isAskedBy(wanted, chunk) });

const isIn =
  (wanted: RegExp): ModuleTest =>
  (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => isAskedBy(wanted, chunk));

/** What the shell loads on every page once it stands. */
const AFTERWARDS = /\/(?:record-activity|sync-tabs|integration-icons)\.tsx?$/;
const STARTED = /^\.\/bootstrap\.tsx$/;
const FIELDS = /^shared @cairn\/ui\/fields$/;
const DIALOGS = /\/loaded-dialogs\.tsx$/;

/** What every page needs, what every page except sign-in needs, and what a page loads once it stands. */
function ofShell(modules: PageModules): Groups {
  const loads =
    (page: string): ModuleTest =>
    (module, { chunkGraph }) =>
      modules.loads(page, module, chunkGraph);
  const [isPage, isSignIn] = [loads('shell'), loads('sign-in')];
  // A file that holds a shared module may not ask for another one that it holds: it would wait for itself.
  const ofWidgets = /\/libs\/ui\/src\/|\/node_modules\//;
  const ofShellAlone = /\/(?:shell|libs\/client|libs\/saved)\/src\//;
  const files = (name: string, path: RegExp, signIn: boolean) =>
    group(
      name,
      (module, at) => path.test(modulePath(module)) && isPage(module, at) && isSignIn(module, at) === signIn,
      { chunks: 'async' },
    );
  const [isField, isAfterwards] = [isIn(FIELDS), isIn(AFTERWARDS)];
  return {
    // It changes least, so browsers keep it longest.
    ...group('react', packages('react|react-dom|scheduler|zustand'), { priority: 1 }),
    ...group(
      'page',
      /\/node_modules\/(?:zod|react-router|@tanstack|lz-string)\/|\/libs\/(?:contracts|host)\/src\//,
      { priority: 1 },
    ),
    ...files('base', ofWidgets, true),
    ...files('widgets', ofWidgets, false),
    ...files('shell', ofShellAlone, false),
    ...sheet(
      'sheet',
      (module, at) =>
        !isSignIn(module, at) && (isPage(module, at) || isField(module, at) || isAfterwards(module, at)),
    ),
    ...joined('shell', STARTED),
    'joined sheet': {
      name: 'sheet',
      type: 'css/mini-extract',
      chunks: (chunk: Chunk) => isAskedBy(STARTED, chunk),
      minChunks: 1,
      enforce: true,
      priority: -0.5,
    },
    ...joined('afterwards', AFTERWARDS),
    ...joined('fields', FIELDS),
    ...joined('dialogs', DIALOGS),
    ...joined('markdown', /\/markdown-text\.tsx$/),
  };
}

const HOME_LATER =
  /\/(?:personal|home-banner|ingest-notes|people-and-recent|checklist|trend|since-last-visit)\.tsx$/;
const HOME = /\/home\/page\.tsx$/;
const BOARDS = /\/boards\/page\.tsx$/;
const QUESTIONS = /^__federation_expose_(?:App|QuestionView)$/;
/** The kinds of charts that most pages draw. */
const USUAL = /\/(?:heat-map|metric|time|tree-map)-view\.tsx$/;
/** Their own modules, and small ones. Those of Plot and D3 are a file of their own, for which few of them wait. */
const OF_USUAL = /\/libs\/(?:views|query)\/src\/|\/node_modules\/(?:lucide-react|d3-hierarchy)\//;

/** What the pages of a remote that people open most load together. */
function ofPages(app: FrontEnd, modules: PageModules): Groups {
  if (app.name === 'entity')
    return joined('entity', /^__federation_expose_(?:App|EntityDrawer)$|\/insight-board\.tsx$/);
  if (app.name === 'workspace')
    return {
      ...sheet('sheet', (module, at) => [HOME, HOME_LATER, BOARDS].some((asked) => isIn(asked)(module, at))),
      ...joined('home', HOME),
      ...joined('home-later', HOME_LATER),
      ...joined('boards', BOARDS),
    };
  if (app.name !== 'explore') return {};
  const isQuestion: ModuleTest = (module, { chunkGraph }) => modules.loads('charts', module, chunkGraph);
  return {
    // A front-end that runs alone brings shared modules itself, whose files may not wait for this one.
    ...group('charts', isQuestion, { chunks: (chunk) => isAskedBy(QUESTIONS, chunk) }),
    ...sheet(
      'charts-sheet',
      (module, at) => modulePath(module).includes('/libs/views/src/') || isQuestion(module, at),
    ),
    ...joined('usual', USUAL, (module) => OF_USUAL.test(modulePath(module))),
  };
}

/**
 * Merges modules that are always loaded together into one file, which compresses better and takes one request. In a
 * remote: what all kinds of charts share, apart from what choosing one takes, and what its pages load together.
 */
export function together(app: FrontEnd, modules: PageModules): Groups {
  if (app.name === 'shell') return ofShell(modules);
  const { choosing, drawing } = viewModules();
  const isDrawing = (path: string) => drawing.has(path) || OF_CHARTS.test(path);
  const hasCharts = app.name !== 'entity';
  return {
    ...(hasCharts
      ? group('pictures', (module) => isDrawing(modulePath(module)), { minChunks: 2, priority: 1 })
      : {}),
    ...group('charts', (module) => choosing.has(modulePath(module)), {
      minChunks: 2,
      // The small lines of Home need little of it.
      chunks: (chunk) => !isAskedBy(HOME_LATER, chunk),
    }),
    ...ofPages(app, modules),
  };
}
