import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { AppError } from '@cairn/contracts';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { preloadLinks } from './preloads.ts';

/** A remote as the shell's registry lists it. */
export interface ServedRemote {
  readonly name: string;
  readonly manifest: string;
  readonly version: string;
  readonly contract: { readonly min: number; readonly max: number };
}

export interface WebFiles {
  /** Folder of the built shell. */
  readonly shell: string;
  /** Folders of the built remotes, by the name in their address. */
  readonly remotes: Readonly<Record<string, string>>;
  /** Folders with chunks of earlier builds, by the same names and `shell`; each chunk is served for a day. */
  readonly previous?: Readonly<Record<string, string>>;
  /** The remotes to list; by default the file that the build left beside the shell's page. */
  readonly registry?: readonly ServedRemote[];
}

/** Returns whether a request's sender is a superuser. */
export type SuperuserCheck = (c: Context) => Promise<boolean>;

/** What the files ask about who reads them. */
export interface Readers {
  readonly isSuperuser: SuperuserCheck;
  /** Whether a request brings a session, valid or not. */
  hasSession(c: Context): boolean;
}

const hashed = /\.[0-9a-f]{8,}\.\w+(?:\.map)?$/;
const own = /^\/(?:api|internal|remotes|assets)(?:\/|$)/;

/** Lets browsers cache files with a hash in their name for ever, and revalidate all others. */
const cacheControl: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.ok && c.res.status !== 304) return;
  if (c.res.headers.has('cache-control')) return;
  const forever = hashed.test(c.req.path);
  c.res.headers.set('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
};

/** The page of the shell, with links to what this address will ask for. */
async function page(c: Context, web: WebFiles, hasSession: boolean): Promise<Response> {
  const html = await readFile(join(web.shell, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new AppError('unavailable', 'The pages of Cairn are not built.', { cause });
  });
  // Other registries list front-ends whose files lie elsewhere.
  const remotes = web.registry ? {} : web.remotes;
  const links = await preloadLinks({ shell: web.shell, remotes, path: c.req.path, hasSession });
  return c.html(html.replace('</head>', () => `${links}</head>`));
}

function isPage(c: Context): boolean {
  if (own.test(c.req.path)) return false;
  const named = /\.\w+$/.test(c.req.path);
  return !named || (c.req.header('accept') ?? '').includes('text/html');
}

const DAY_MS = 24 * 3_600_000;

const noSuchFile = () => new AppError('not_found', 'There is no such address.');

/** Serves chunks that were replaced less than a day ago to pages that were loaded earlier. */
function keptChunks(root: string): MiddlewareHandler {
  const serve = serveStatic({ root, rewriteRequestPath: (path) => path.slice(path.lastIndexOf('/assets/')) });
  return async (c, next) => {
    const name = c.req.param('name') ?? '';
    const file =
      hashed.test(name) && !name.includes('/')
        ? await stat(join(root, 'assets', name)).catch(() => null)
        : null;
    return file && Date.now() - file.mtimeMs < DAY_MS ? serve(c, next) : next();
  };
}

/** A path without percent-encoding, however often it was encoded. */
function decoded(path: string): string {
  try {
    const once = decodeURIComponent(path);
    return once === path ? path : decoded(once);
  } catch {
    return path;
  }
}

/** Serves source maps to superusers only; for everyone else they do not exist. */
function guardSourceMaps(isSuperuser: SuperuserCheck): MiddlewareHandler {
  return async (c, next) => {
    if (!decoded(c.req.path).endsWith('.map')) return next();
    if (!(await isSuperuser(c))) throw noSuchFile();
    await next();
    c.res.headers.set('cache-control', 'private, no-cache');
  };
}

/** Serves the files of the built front-ends, and the shell's page for each of its own addresses. */
export function webFiles(web: WebFiles, { isSuperuser, hasSession }: Readers): Hono {
  const { shell, remotes, previous = {}, registry } = web;
  const app = new Hono();
  app.use(compress(), cacheControl, guardSourceMaps(isSuperuser));
  app.use(async (c, next) => (hashed.test(c.req.path) ? next() : etag()(c, next)));
  if (registry) app.get('/registry.json', (c) => c.json(registry));
  for (const [name, root] of Object.entries(remotes)) {
    const prefix = `/remotes/${name}`;
    const rewriteRequestPath = (path: string) => path.slice(prefix.length);
    app.get(`${prefix}/*`, serveStatic({ root, precompressed: true, rewriteRequestPath }));
    const kept = previous[name];
    if (kept !== undefined) app.get(`${prefix}/assets/:name`, keptChunks(kept));
  }
  const files = serveStatic({ root: shell, precompressed: true });
  app.get('/*', (c, next) => (c.req.path === '/' || c.req.path === '/index.html' ? next() : files(c, next)));
  const kept = previous['shell'];
  if (kept !== undefined) app.get('/assets/:name', keptChunks(kept));
  app.get('/*', (c, next) => (isPage(c) ? page(c, web, hasSession(c)) : next()));
  return app;
}
