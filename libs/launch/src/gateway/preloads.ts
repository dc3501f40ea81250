import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The file in which a build says what each of its pages loads. */
const LOADS_FILE = 'loads.json';
const Loads = z.record(z.string(), z.array(z.string().regex(/^[\w./-]+$/)));
type Loads = z.infer<typeof Loads>;

interface PageRequest {
  /** Folder of the built shell. */
  readonly shell: string;
  /** Folders of the built remotes whose files pages load from here, by the name in their address. */
  readonly remotes: Readonly<Record<string, string>>;
  readonly path: string;
  readonly hasSession: boolean;
}

/** What a build says that its pages load; nothing where it says none. */
async function loadsIn(folder: string): Promise<Loads> {
  const text = await readFile(join(folder, LOADS_FILE), 'utf8').catch(() => '{}');
  const parsed = Loads.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : {};
}

/** The remote that draws a page. Its files are not named early: a broken one would stay, and Retry would meet it. */
interface PageLoads {
  readonly remote: string;
}

/**
 * The page at the segments of a path: of the remote that its first segment names, the last segment that is a
 * page; otherwise the page of that name in any remote.
 */
function pageLoads(segments: readonly string[], loads: ReadonlyMap<string, Loads>): PageLoads | undefined {
  const [first = ''] = segments;
  const own = loads.get(first);
  const name = own && segments.findLast((segment) => Object.hasOwn(own, segment));
  if (own && name !== undefined) return { remote: first };
  return [...loads].flatMap(([remote, pages]) => {
    const files = Object.hasOwn(pages, first) ? pages[first] : undefined;
    return files ? [{ remote }] : [];
  })[0];
}

const KINDS: readonly (readonly [ending: string, attributes: string])[] = [
  ['.js', 'as="script" fetchpriority="low"'],
  ['.css', 'as="style"'],
  ['.woff2', 'as="font" type="font/woff2" crossorigin'],
];

function fileLink(address: string): string {
  const attributes = KINDS.find(([ending]) => address.endsWith(ending))?.[1];
  return attributes ? `<link rel="preload" href="${address}" ${attributes}>` : '';
}

const answerLink = (address: string) => `<link rel="preload" href="${address}" as="fetch" crossorigin>`;

/** What the shell asks first for somebody who is signed in. */
const OF_SESSION = ['/api/user/me', '/api/user/orgs'];

/**
 * The links by which a browser fetches the files and first answers of a page at once, instead of one after
 * another as scripts ask for them.
 */
export async function preloadLinks({ shell, remotes, path, hasSession }: PageRequest): Promise<string> {
  const [org, ...segments] = path.split('/').filter(Boolean);
  const ofShell = await loadsIn(shell);
  const isSignIn = org === 'sign-in';
  const files = (ofShell[isSignIn ? 'sign-in' : 'shell'] ?? []).map((file) => `/${file}`);
  if (isSignIn || !hasSession) return files.map(fileLink).join('');
  const built = Object.entries(remotes).map(async ([name, folder]) => [name, await loadsIn(folder)] as const);
  const page = pageLoads(segments, new Map(await Promise.all(built)));
  const answers = [...OF_SESSION, ...(page ? [`/remotes/${page.remote}/mf-manifest.json`] : [])];
  return [...files.map(fileLink), ...answers.map(answerLink)].join('');
}
