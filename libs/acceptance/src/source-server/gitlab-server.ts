import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { GitlabArchive, GitlabArchiveProject } from './gitlab-archive.ts';
import { answerGraph, nameOfQuestion } from './gitlab-graph.ts';
import { type ServerAnswer, type ServerFault, Trouble, listenAt, sendAnswer } from './trouble.ts';

type Thing = Readonly<Record<string, unknown>>;

const ACCOUNT = { id: 900, username: 'reader', name: 'Reader', state: 'active' };
const LONGEST_PAGE = 100;
const USUAL_PAGE = 20;

/** The lists of a project, each under its path. */
const LISTS: Readonly<Record<string, keyof GitlabArchiveProject>> = {
  'members/all': 'members',
  merge_requests: 'merge_requests',
  issues: 'issues',
  milestones: 'milestones',
  iterations: 'iterations',
  releases: 'releases',
  'repository/tags': 'tags',
  'repository/branches': 'branches',
  environments: 'environments',
  deployments: 'deployments',
  pipelines: 'pipelines',
};
/** What belongs to a thing and is not in the list of things. */
const BELONGING = [
  'discussions',
  'commits',
  'approvals',
  'reviewer_states',
  'resource_state_events',
  'resource_label_events',
  'resource_milestone_events',
  'closes_issues',
  'diffStatsSummary',
  'sourceBranchExists',
  'notes',
  'links',
  'parent',
  'jobs',
];
/** What the list of pipelines leaves out, and one pipeline tells. */
const DETAIL = ['user', 'started_at', 'finished_at', 'duration', 'queued_duration'];

const without = (thing: Thing, names: readonly string[]): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !names.includes(name)));
const hashText = (text: string) => `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;

/** The things of a list that changed in the time that is asked for, in the order that is asked for. */
function select(things: readonly Thing[], query: URLSearchParams): Thing[] {
  const moment = (thing: Thing) => Date.parse(String(thing['updated_at']));
  const [after, before] = [query.get('updated_after'), query.get('updated_before')];
  const found = things.filter(
    (thing) =>
      (after === null || moment(thing) >= Date.parse(after)) &&
      (before === null || moment(thing) <= Date.parse(before)),
  );
  if (query.get('order_by') !== 'updated_at') return found;
  const id = (thing: Thing) => Number(thing['id']);
  return found.toSorted((a, b) => moment(b) - moment(a) || id(b) - id(a));
}

/** A server that answers as GitLab does: REST by pages with `Link`, marks and limits, GraphQL for what is read by it. */
export class GitlabServer {
  /** Paths below `/api/v4` with their query, and the names of questions, in the order in which they were asked. */
  readonly asked: string[] = [];
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** Words of paths, and names of questions, that tokens may not read. */
  readonly refused = new Set<string>();
  /** The most things of a page, where it is less than what is asked for. */
  pageSize = LONGEST_PAGE;
  /** Whether lists tell how long they are, which GitLab leaves out of long ones. */
  isCounted = true;
  url = '';
  archive: GitlabArchive;
  /** Delays, limits and faults that come by themselves. */
  readonly trouble = new Trouble();
  private readonly server = createServer((request, answer) => void this.serve(request, answer));

  constructor(archive: GitlabArchive) {
    this.archive = archive;
  }

  /** Its host and port, as an installation allows them. */
  get host(): string {
    return new URL(this.url).host;
  }

  /** Listens on a port of this machine, any free one by default. */
  async listen(port = 0): Promise<string> {
    await listenAt(this.server, port);
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://127.0.0.1:${String(address.port)}`;
    return this.url;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const fault = this.trouble.next();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const isGraph = url.pathname === '/api/graphql';
    this.asked.push(isGraph ? nameOfQuestion(body) : url.pathname.replace('/api/v4/', '') + url.search);
    if (fault?.kind === 'hang') return;
    const ms = fault?.kind === 'delay' ? fault.ms : this.trouble.delayMs;
    if (ms > 0) await wait(ms);
    const refused = this.refusal(request, fault);
    const answer = refused ?? this.answered(request, url, isGraph ? body : null);
    if (!refused) this.trouble.use();
    sendAnswer(response, { ...answer, headers: { ...this.limits(), ...answer.headers } }, fault?.kind);
  }

  private limits(): Readonly<Record<string, string>> {
    const { limit, left } = this.trouble;
    if (!Number.isFinite(limit)) return { 'content-type': 'application/json' };
    return {
      'content-type': 'application/json',
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(left.requests),
      'ratelimit-reset': String(left.reset),
    };
  }

  /** A server may repeat what it was sent; readers must not. */
  private refuse(status: number, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
    return {
      status,
      headers,
      text: JSON.stringify({ message: `${String(status)} ${[...this.tokens].join()}` }),
    };
  }

  private refusal({ headers }: IncomingMessage, fault?: ServerFault): ServerAnswer | undefined {
    if (fault?.kind === 'status') {
      const { body } = fault;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { ...this.refuse(fault.status, fault.headers), ...(body === undefined ? {} : { text }) };
    }
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    const isKnown = token !== '' && (this.tokens.size === 0 || this.tokens.has(token));
    if (!isKnown || fault?.kind === 'expired') return this.refuse(401);
    const { requests, reset } = this.trouble.left;
    if (fault?.kind !== 'limit' && requests > 0) return undefined;
    return this.refuse(429, { 'retry-after': String(Math.max(1, Math.ceil(reset - Date.now() / 1_000))) });
  }

  private answered(request: IncomingMessage, url: URL, question: string | null): ServerAnswer {
    try {
      if (question !== null) {
        if (this.refused.has(nameOfQuestion(question)))
          return { status: 200, text: JSON.stringify({ errors: [{ message: 'not to be had' }] }) };
        return { status: 200, text: JSON.stringify(answerGraph(this.archive, question, this.pageSize)) };
      }
      const path = url.pathname.replace('/api/v4/', '');
      if (path.split('/').some((word) => this.refused.has(word))) return this.refuse(403);
      const told = this.find(path, url.searchParams);
      if (told === undefined) return this.refuse(404);
      return Array.isArray(told)
        ? this.page(request, url, told as Thing[])
        : { status: 200, text: JSON.stringify(told) };
    } catch {
      return this.refuse(400);
    }
  }

  /** A page of a list, with the address of the next one; one that did not change is not sent again. */
  private page({ headers }: IncomingMessage, url: URL, things: readonly Thing[]): ServerAnswer {
    const query = url.searchParams;
    const size = Math.min(Number(query.get('per_page') ?? USUAL_PAGE), this.pageSize, LONGEST_PAGE);
    const number = Number(query.get('page') ?? 1);
    const text = JSON.stringify(things.slice((number - 1) * size, number * size));
    const etag = hashText(text);
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const told = {
      etag,
      ...(this.isCounted ? { 'x-total': String(things.length) } : {}),
      ...(number * size < things.length
        ? { link: `<${next.toString()}>; rel="next", <${url.toString()}>; rel="first"` }
        : {}),
    };
    if (headers['if-none-match'] === etag) return { status: 304, headers: told, text: '' };
    return { status: 200, headers: told, text };
  }

  private find(path: string, query: URLSearchParams): unknown {
    if (path === 'user') return ACCOUNT;
    const [first, name = '', ...rest] = path.split('/');
    const projects = this.archive.projects.map((each) => without(each, Object.values(LISTS)));
    if (first === 'projects' && name === '') return projects;
    if (first === 'users' && name === '') return this.findUsers(query.get('username') ?? '');
    const key = decodeURIComponent(name);
    const isIn = (project: Thing) =>
      `${String(project['path_with_namespace'])}/`.toLowerCase().startsWith(`${key.toLowerCase()}/`);
    const kind = first === 'groups' ? 'group' : first === 'users' ? 'user' : undefined;
    if (kind !== undefined && rest.join('/') === 'projects') {
      const own = projects.filter((project) => isIn(project) && this.kindFor(project) === kind);
      return own.length > 0 ? own : undefined;
    }
    const project = this.archive.projects.find(({ id }) => String(id) === key);
    return first === 'projects' && project ? this.findIn(project, rest.join('/'), query) : undefined;
  }

  /** The accounts of a name, of which there is one at most. */
  private findUsers(username: string): Thing[] {
    const all = this.archive.projects.flatMap(({ members }) => members);
    return all.filter((member) => member['username'] === username).slice(0, 1);
  }

  private kindFor(project: Thing): string {
    const namespace = project['namespace'] as { readonly kind?: string } | undefined;
    return namespace?.kind ?? 'group';
  }

  private findIn(project: GitlabArchiveProject, path: string, query: URLSearchParams): unknown {
    const list = LISTS[path];
    if (list !== undefined) {
      const names = list === 'pipelines' ? [...BELONGING, ...DETAIL] : list === 'tags' ? [] : BELONGING;
      return select(project[list] as Thing[], query).map((thing) => without(thing, names));
    }
    const [of = '', id = '', part] = path.split('/');
    const things = (project as Thing)[of];
    const thing = Array.isArray(things)
      ? (things as Thing[]).find((each) => String(of === 'pipelines' ? each['id'] : each['iid']) === id)
      : undefined;
    if (!thing) return undefined;
    if (part === undefined) return without(thing, BELONGING);
    return thing[part === 'reviewers' ? 'reviewer_states' : part];
  }
}
