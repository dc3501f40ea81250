import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ServedApp } from './served-app.ts';
import { type RepositoryArchive, type ServedRepository, servedRepository } from './archive.ts';
import { type ServerAnswer, type ServerFault, Trouble, listenAt, sendAnswer } from './trouble.ts';

const Question = z.object({
  query: z.string(),
  variables: z.looseObject({
    owner: z.string().optional(),
    id: z.string().optional(),
    after: z.string().nullish(),
    oid: z.string().optional(),
    since: z.string().nullish(),
  }),
});
type Question = z.infer<typeof Question>;
type Node = Record<string, unknown>;

/** The sizes of inner lists in an answer; the small ones make clients ask for what is left. */
const INNER = 10;
const PAGES: Readonly<Record<string, number>> = { pullRequests: 50 };
const LONGEST_PAGE = 100;
const USUAL_LIMIT = 5_000;
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

/** What a commit reaches, the latest first: history is told as one line. */
function historyFrom(commits: readonly Node[], { oid, since }: Question['variables']): Node[] {
  const start = commits.findIndex((commit) => commit['oid'] === oid);
  const reached = start < 0 ? [] : commits.slice(start);
  return reached.filter(({ committedDate }) => String(committedDate) >= (since ?? ''));
}

/** The pull requests of commits, each commit under the name of its variable. */
function associatedPulls({ lists }: ServedRepository, variables: Readonly<Record<string, unknown>>) {
  const pulls = (lists['pullRequests'] ?? []).map((pull) => {
    const listed = Array.isArray(pull['commits']) ? (pull['commits'] as { commit: { oid: string } }[]) : [];
    const { id, number, headRefName } = pull;
    const oids = listed.map(({ commit }) => commit.oid);
    return { oids, node: { id, number, headRefName, headRefOid: oids.at(-1) ?? '' } };
  });
  const found = Object.entries(variables).filter(([name]) => /^c\d+$/.test(name));
  return Object.fromEntries(
    found.map(([name, oid]) => {
      const nodes = pulls.filter(({ oids }) => oids.includes(String(oid))).map(({ node }) => node);
      return [name, nodes.length === 0 ? null : { associatedPullRequests: { nodes } }];
    }),
  );
}

const hashText = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A server that answers as GitHub does from archives of repositories. */
export class GithubServer {
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** Parts of what is asked about an owner, and of the REST interface (`runs`), that tokens may not read. */
  readonly refused = new Set<string>();
  /** Parts that this server does not know, as an older one. */
  readonly unknown = new Set<string>();
  /** The names of the questions so far; one of the REST interface is the last word of its path. */
  readonly asked: string[] = [];
  /** What goes wrong with the requests to come, by their number. */
  readonly faults = new Map<number, ServerFault>();
  /** Delays, limits and faults that come by themselves. */
  readonly trouble = new Trouble();
  /** The App that is installed here; none at first. */
  app: ServedApp | undefined;
  url = '';
  /** The most of a list of GraphQL that one answer holds, where it is less than GitHub's. */
  pageSize = LONGEST_PAGE;
  private repositories: ServedRepository[] = [];
  private archives: readonly RepositoryArchive[];
  private readonly server: Server;

  constructor(archives: readonly RepositoryArchive[]) {
    this.archives = archives;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Listens on a port of this machine, any free one by default. */
  async listen(port = 0): Promise<string> {
    await listenAt(this.server, port);
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
    const planned = this.trouble.next();
    const fault = this.faults.get(this.asked.length) ?? planned;
    const { pathname } = new URL(request.url ?? '/', this.url);
    const body = parseJson(Buffer.concat(parts).toString('utf8'));
    const question = Question.safeParse(body);
    const isList = request.method === 'GET';
    const name = isList ? pathname.split('/').at(-1) : /^query (\w+)/.exec(question.data?.query ?? '')?.[1];
    this.asked.push(name ?? 'unknown');
    if (fault?.kind === 'hang') return;
    const ms = fault?.kind === 'delay' ? fault.ms : this.trouble.delayMs;
    if (ms > 0) await wait(ms);
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const ofApp =
      fault?.kind === 'status'
        ? undefined
        : this.app?.answer({ method: request.method ?? '', path: pathname, bearer, body });
    if (ofApp) return sendAnswer(response, { status: ofApp.status, text: JSON.stringify(ofApp.body) });
    const refused = this.refusal(request, fault);
    const answer = refused ?? (isList ? this.listed(request) : this.answered(question));
    if (!refused && answer.status !== 304) this.trouble.use();
    sendAnswer(response, { ...answer, headers: { ...this.limits(), ...answer.headers } }, fault?.kind);
  }

  /** Why a request gets no answer. */
  private refusal(request: IncomingMessage, fault?: ServerFault): ServerAnswer | undefined {
    if (fault?.kind === 'status') {
      const { status, headers = {}, body = {} } = fault;
      return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const isKnown = token !== '' && this.isKnown(token);
    if (!isKnown || fault?.kind === 'expired') return { status: 401, text: '{"message":"Bad credentials"}' };
    if (fault?.kind !== 'limit' && this.trouble.left.requests > 0) return undefined;
    const message = 'API rate limit exceeded for user ID 1.';
    const headers = { 'x-ratelimit-remaining': '0' };
    // The one interface tells it by a status, the other one within a good answer.
    return request.method === 'GET'
      ? { status: 403, headers, text: JSON.stringify({ message }) }
      : { status: 200, headers, text: JSON.stringify({ errors: [{ type: 'RATE_LIMITED', message }] }) };
  }

  private limits(): Readonly<Record<string, string>> {
    const { limit, left } = this.trouble;
    const most = Number.isFinite(limit) ? limit : USUAL_LIMIT;
    return {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': String(most),
      'x-ratelimit-remaining': String(Math.min(left.requests, most)),
      'x-ratelimit-reset': String(left.reset),
    };
  }

  private answered(question: ReturnType<typeof Question.safeParse>): ServerAnswer {
    if (!question.success) return { status: 400, text: '{"message":"Problems parsing JSON"}' };
    return { status: 200, text: JSON.stringify(this.told(question.data)) };
  }

  /** A list with its mark; whoever names the mark hears that nothing changed. */
  private listed(request: IncomingMessage): ServerAnswer {
    const told = this.list(request);
    if (told === undefined) return { status: 404, text: '{"message":"Not Found"}' };
    const text = JSON.stringify(told);
    const etag = hashText(text);
    const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    const isKnown = known.some((mark) => mark === '*' || mark.replace(/^W\//, '') === etag.slice(2));
    const headers = { etag, 'cache-control': 'private, max-age=60, s-maxage=60' };
    return isKnown ? { status: 304, headers, text: '' } : { status: 200, headers, text };
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
    const unknown = [...this.unknown].filter((part) => new RegExp(`\\b${part}\\(`).test(question.query));
    const undefinedField = (fieldName: string) => ({ extensions: { code: 'undefinedField', fieldName } });
    if (unknown.length > 0) return { errors: unknown.map(undefinedField) };
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
    if (repository && name === 'runPulls') return { node: associatedPulls(repository, variables) };
    if (repository && name === 'history') {
      const reached = historyFrom(repository.lists[name] ?? [], variables);
      return { node: { object: { history: cutPage(reached, this.pageSize, after) } } };
    }
    const own = repository?.lists[name];
    if (own)
      return { node: { [name]: cutPage(own, Math.min(this.pageSize, PAGES[name] ?? LONGEST_PAGE), after) } };
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

  /** An owner, a team, a pull request, an issue, a discussion, a comment or a review by its id. */
  private find(id: string): Node | undefined {
    const works = this.repositories.flatMap(({ lists }) => [
      ...(lists['pullRequests'] ?? []),
      ...(lists['issues'] ?? []),
    ]);
    const talks = this.repositories.flatMap(({ lists }) => lists['discussions'] ?? []);
    const within = [...works, ...talks].flatMap(({ comments: each }) =>
      Array.isArray(each) ? (each as Node[]) : [],
    );
    const reviews = works.flatMap(({ reviews: each }) => (Array.isArray(each) ? (each as Node[]) : []));
    const teams = this.repositories.flatMap((each) => each.teams);
    const owners = this.repositories.map(({ owner }) => ({
      id: `OWNER_${owner}`,
      teams: this.repositories.filter((each) => each.owner === owner).flatMap((each) => each.teams),
    }));
    return [...works, ...talks, ...within, ...reviews, ...teams, ...owners].find((node) => node['id'] === id);
  }
}
