import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ServedApp } from './served-app.ts';
import { type RepositoryArchive, type ServedRepository, servedRepository } from './archive.ts';

/** What goes wrong with one request. */
export type ServerFault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'hang' | 'cut' }
  | { readonly kind: 'delay'; readonly ms: number };

const Question = z.object({
  query: z.string(),
  variables: z.object({
    owner: z.string().optional(),
    id: z.string().optional(),
    after: z.string().nullish(),
  }),
});
type Question = z.infer<typeof Question>;
type Node = Record<string, unknown>;

/** The sizes of inner lists in an answer; the small ones make clients ask for what is left. */
const INNER = 10;
const PAGES: Readonly<Record<string, number>> = { pullRequests: 50 };
const LONGEST_PAGE = 100;
/** How many of a list come with its repository, so that a client sees whether it changed. */
const HEADS: Readonly<Record<string, number>> = { milestones: 100, releases: 5, deployments: 10 };

/** A page of a list, after a cursor. */
function cutPage(nodes: readonly unknown[], first: number, after?: string | null) {
  const from = after ? Number(after) : 0;
  const end = Math.min(from + first, nodes.length);
  const pageInfo = { hasNextPage: end < nodes.length, endCursor: String(end) };
  const cut = nodes.slice(from, end).map(cutLists);
  // Members of a team have a role, which stands beside each.
  const [one] = cut;
  const isMembers = one === undefined || (typeof one === 'object' && one !== null && 'role' in one);
  const edges = isMembers ? { edges: cut } : {};
  return { totalCount: nodes.length, nodes: cut, ...edges, pageInfo };
}

/** A thing with its lists cut into first pages. */
function cutLists(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? cutPage(value, INNER) : value,
    ]),
  );
}

const hashText = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;

/** A server that answers as GitHub does from archives of repositories. */
export class GithubServer {
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** Parts of what is asked about an owner, and of the REST interface (`runs`), that tokens may not read. */
  readonly refused = new Set<string>();
  /** The names of the questions so far; one of the REST interface is the last word of its path. */
  readonly asked: string[] = [];
  /** What goes wrong with the requests to come, by their number. */
  readonly faults = new Map<number, ServerFault>();
  /** The App that is installed here; none at first. */
  app: ServedApp | undefined;
  url = '';
  private repositories: ServedRepository[] = [];
  private archives: readonly RepositoryArchive[];
  private readonly server: Server;

  constructor(archives: readonly RepositoryArchive[]) {
    this.archives = archives;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Listens on a port of this machine, any free one by default. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
    const address = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    this.url = `http://127.0.0.1:${String(address.port)}`;
    this.serves(this.archives);
    return this.url;
  }

  /** Has other archives from now on. */
  serves(archives: readonly RepositoryArchive[]): void {
    this.archives = archives;
    this.repositories = archives.map((archive) => servedRepository(archive, this.url));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const fault = this.faults.get(this.asked.length);
    const { pathname } = new URL(request.url ?? '/', this.url);
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8') || 'null');
    const question = Question.safeParse(body);
    const isList = request.method === 'GET';
    const name = isList ? pathname.split('/').at(-1) : /^query (\w+)/.exec(question.data?.query ?? '')?.[1];
    this.asked.push(name ?? 'unknown');
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'status') return void response.writeHead(fault.status, fault.headers).end('{}');
    if (fault?.kind === 'delay') await wait(fault.ms);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const ofApp = this.app?.answer({ method: request.method ?? '', path: pathname, bearer: token, body });
    if (ofApp) return void response.writeHead(ofApp.status).end(JSON.stringify(ofApp.body));
    if (token === '' || !this.isKnown(token))
      return void response.writeHead(401).end(JSON.stringify({ message: 'Bad credentials' }));
    const told = isList ? this.list(request) : question.success ? this.told(question.data) : { errors: [{}] };
    if (told === undefined) return void response.writeHead(404).end('{"message":"Not Found"}');
    const text = JSON.stringify(told);
    const etag = hashText(text);
    if (isList && request.headers['if-none-match'] === etag)
      return void response.writeHead(304, { etag }).end();
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(isList ? { etag } : {}),
    });
    if (fault?.kind === 'cut') return void response.write(text.slice(0, 20), () => response.destroy());
    response.end(text);
  }

  private isKnown(token: string): boolean {
    if (token.startsWith('ghs_')) return this.app?.holds(token) ?? false;
    return this.tokens.size === 0 || this.tokens.has(token);
  }

  /** A list of the REST interface; undefined for one that is not to be had. */
  private list(request: IncomingMessage): unknown {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [, owner, name, id] =
      /^\/api\/v3\/repos\/([^/]+)\/([^/]+)\/actions\/runs(?:\/(\d+)\/jobs)?$/.exec(pathname) ?? [];
    const repository = this.repositories.find((each) => each.owner === owner && each.name === name);
    if (!repository || this.refused.has('runs')) return undefined;
    const size = Math.min(LONGEST_PAGE, Number(searchParams.get('per_page') ?? '30'));
    const from = (Number(searchParams.get('page') ?? '1') - 1) * size;
    const all = id === undefined ? repository.runs : (repository.jobs[id] ?? []);
    return {
      total_count: all.length,
      [id === undefined ? 'workflow_runs' : 'jobs']: all.slice(from, from + size),
    };
  }

  /** An answer, or which parts of the question the token may not read. */
  private told(question: Question): unknown {
    const parts = [...this.refused].filter((part) => new RegExp(`\\b${part}\\(`).test(question.query));
    if (question.variables.owner === undefined || parts.length === 0) return { data: this.answer(question) };
    const errors = parts.map((part) => ({ type: 'FORBIDDEN', path: ['repositoryOwner', part] }));
    return { data: { repositoryOwner: null }, errors };
  }

  private answer({ query, variables }: Question): unknown {
    const { owner, id = '', after } = variables;
    const name = /^query (\w+)/.exec(query)?.[1] ?? '';
    if (owner !== undefined) return { repositoryOwner: this.ownerNode(owner, query, after) };
    const repository = this.repositories.find((each) => each.id === id);
    const own = repository?.lists[name];
    if (own) return { node: { [name]: cutPage(own, PAGES[name] ?? LONGEST_PAGE, after) } };
    const list = this.find(id)?.[name];
    return { node: Array.isArray(list) ? { [name]: cutPage(list, LONGEST_PAGE, after) } : null };
  }

  private ownerNode(owner: string, query: string, after?: string | null) {
    const isAsked = (name: string) => query.includes(`${name}(`);
    const own = this.repositories.filter((each) => each.owner.toLowerCase() === owner.toLowerCase());
    const [first] = own;
    if (!first) return null;
    const nodes = own.map(({ node, lists }) => ({
      ...node,
      ...Object.fromEntries(
        Object.entries(lists).flatMap(([name, list]) =>
          isAsked(name) ? [[name, cutPage(list, HEADS[name] ?? 1)]] : [],
        ),
      ),
    }));
    const teams = own.flatMap((each) => each.teams);
    return {
      id: `OWNER_${first.owner}`,
      login: first.owner,
      url: `${this.url}/${first.owner}`,
      repositories: cutPage(nodes, LONGEST_PAGE, after),
      ...(teams.length > 0 && isAsked('teams') ? { teams: cutPage(teams, INNER) } : {}),
    };
  }

  /** An owner, a team, a pull request, an issue or a review by its id. */
  private find(id: string): Node | undefined {
    const works = this.repositories.flatMap(({ lists }) => [
      ...(lists['pullRequests'] ?? []),
      ...(lists['issues'] ?? []),
    ]);
    const reviews = works.flatMap(({ reviews: each }) => (Array.isArray(each) ? (each as Node[]) : []));
    const teams = this.repositories.flatMap((each) => each.teams);
    const owners = this.repositories.map(({ owner }) => ({
      id: `OWNER_${owner}`,
      teams: this.repositories.filter((each) => each.owner === owner).flatMap((each) => each.teams),
    }));
    return [...works, ...reviews, ...teams, ...owners].find((node) => node['id'] === id);
  }
}
