import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
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
const PAGES: Readonly<Record<string, number>> = { pullRequests: 50, issues: 100 };

/** A page of a list, after a cursor. */
function cutPage(nodes: readonly unknown[], first: number, after?: string | null) {
  const from = after ? Number(after) : 0;
  const end = Math.min(from + first, nodes.length);
  const pageInfo = { hasNextPage: end < nodes.length, endCursor: String(end) };
  return { totalCount: nodes.length, nodes: nodes.slice(from, end).map(cutLists), pageInfo };
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

/** A server that answers as GitHub does from archives of repositories. */
export class GithubServer {
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** The names of the questions so far. */
  readonly asked: string[] = [];
  /** What goes wrong with the requests to come, by their number. */
  readonly faults = new Map<number, ServerFault>();
  url = '';
  private repositories: ServedRepository[] = [];
  private readonly archives: readonly RepositoryArchive[];
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
    this.repositories = this.archives.map((archive) => servedRepository(archive, this.url));
    return this.url;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const fault = this.faults.get(this.asked.length);
    const question = Question.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8') || 'null'));
    this.asked.push(/^query (\w+)/.exec(question.data?.query ?? '')?.[1] ?? 'unknown');
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'status') return void response.writeHead(fault.status, fault.headers).end('{}');
    if (fault?.kind === 'delay') await wait(fault.ms);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (token === '' || (this.tokens.size > 0 && !this.tokens.has(token)))
      return void response.writeHead(401).end(JSON.stringify({ message: 'Bad credentials' }));
    const text = JSON.stringify(question.success ? { data: this.answer(question.data) } : { errors: [{}] });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    if (fault?.kind === 'cut') return void response.write(text.slice(0, 20), () => response.destroy());
    response.end(text);
  }

  private answer({ query, variables }: Question): unknown {
    const { owner, id = '', after } = variables;
    const name = /^query (\w+)/.exec(query)?.[1] ?? '';
    if (owner !== undefined) return { repositoryOwner: this.ownerNode(owner, after) };
    const repository = this.repositories.find((each) => each.id === id);
    if (repository && (name === 'pullRequests' || name === 'issues'))
      return { node: { [name]: cutPage(repository[name], PAGES[name] ?? INNER, after) } };
    const list = this.find(id)?.[name];
    return { node: Array.isArray(list) ? { [name]: cutPage(list, 100, after) } : null };
  }

  private ownerNode(owner: string, after?: string | null) {
    const own = this.repositories.filter((each) => each.owner.toLowerCase() === owner.toLowerCase());
    const [first] = own;
    if (!first) return null;
    const nodes = own.map((each) => ({
      ...each.node,
      pullRequests: cutPage(each.pullRequests, 1),
      issues: cutPage(each.issues, 1),
    }));
    return { id: `OWNER_${first.owner}`, login: first.owner, repositories: cutPage(nodes, 100, after) };
  }

  /** A pull request, an issue or a review by its id. */
  private find(id: string): Node | undefined {
    const works = this.repositories.flatMap(({ pullRequests, issues }) => [...pullRequests, ...issues]);
    const reviews = works.flatMap(({ reviews: each }) => (Array.isArray(each) ? (each as Node[]) : []));
    return [...works, ...reviews].find((node) => node['id'] === id);
  }
}
