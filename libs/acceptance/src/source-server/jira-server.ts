import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findMembers, findPanel, findUsers, shownFields } from './jira-cloud.ts';
import { SiteData } from './jira-site.ts';
import { type ServerAnswer, type ServerFault, Trouble, listenAt, sendAnswer } from './trouble.ts';

const InnerList = z
  .looseObject({ comments: z.array(z.unknown()).optional(), worklogs: z.array(z.unknown()).optional() })
  .nullish();
const Version = z.looseObject({ projectId: z.union([z.string(), z.number()]).optional() });

const Issue = z.looseObject({
  id: z.string(),
  fields: z.looseObject({
    updated: z.string(),
    project: z.object({ key: z.string() }).optional(),
    comment: InnerList,
    worklog: InnerList,
  }),
  changelog: z.looseObject({ histories: z.array(z.unknown()) }),
});
type Issue = z.infer<typeof Issue>;

const INNER = { comment: 'comments', worklog: 'worklogs' } as const;
const BOARDS = [
  { id: 1, type: 'scrum' },
  { id: 2, type: 'kanban' },
];

/** A fault in place of an answer; one without a kind is a status. */
type Fault = ServerFault | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** A server that answers as a Jira site does: Cloud where the reader has an e-mail, Data Center where it has a token alone. */
export class JiraServer {
  /** Paths with their query, in the order in which they were asked for. */
  readonly asked: string[] = [];
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  url = '';
  pageSize = 7;
  /** How many comments, and how much logged work, a search gives with an issue. */
  embedded = 20;
  /** The present, from which a window in minutes counts. */
  now = Date.now;
  data: z.input<typeof SiteData>;
  /** The fault that a request meets, by its number and its path. */
  fault: (number: number, path: string) => Fault | undefined = () => undefined;
  /** Delays, limits and faults that come by themselves. */
  readonly trouble = new Trouble();
  private readonly server = createServer((request, answer) => void this.answer(request, answer));

  constructor(data: z.input<typeof SiteData>) {
    this.data = data;
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

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(url.pathname + url.search);
    const planned = this.trouble.next();
    const met = this.fault(this.asked.length, url.pathname) ?? planned;
    const fault: ServerFault | undefined = met && ('kind' in met ? met : { kind: 'status', ...met });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (fault?.kind === 'hang') return;
    const ms = fault?.kind === 'delay' ? fault.ms : this.trouble.delayMs;
    if (ms > 0) await wait(ms);
    const refused = this.refusal(request, fault);
    const answer = refused ?? this.answered(url, Buffer.concat(parts).toString());
    if (!refused) this.trouble.use();
    sendAnswer(response, { ...answer, headers: { ...this.limits(), ...answer.headers } }, fault?.kind);
  }

  private answered(url: URL, body: string): ServerAnswer {
    try {
      const told = this.find(url, body);
      return told === undefined ? this.refuse(404) : { status: 200, text: JSON.stringify(told) };
    } catch {
      return this.refuse(400);
    }
  }

  /** A server may repeat what it was sent; readers must not. */
  private refuse(status: number, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
    return { status, headers, text: JSON.stringify({ errorMessages: [...this.tokens] }) };
  }

  private limits(): Readonly<Record<string, string>> {
    const { limit, left } = this.trouble;
    const told: Readonly<Record<string, string>> = Number.isFinite(limit)
      ? {
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(left.requests),
          'x-ratelimit-reset': new Date(left.reset * 1_000).toISOString(),
        }
      : {};
    return { 'content-type': 'application/json;charset=UTF-8', ...told };
  }

  private refusal({ headers }: IncomingMessage, fault?: ServerFault): ServerAnswer | undefined {
    if (fault?.kind === 'status') {
      const { body } = fault;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { ...this.refuse(fault.status, fault.headers), ...(body === undefined ? {} : { text }) };
    }
    const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
    const token =
      scheme === 'Basic' ? Buffer.from(given, 'base64').toString().split(':').slice(1).join(':') : given;
    const isKnown = token !== '' && (this.tokens.size === 0 || this.tokens.has(token));
    if (!isKnown || fault?.kind === 'expired') return this.refuse(401);
    const { requests, reset } = this.trouble.left;
    if (fault?.kind !== 'limit' && requests > 0) return undefined;
    const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1_000));
    return this.refuse(429, { 'retry-after': String(seconds) });
  }

  /** The issues that a search means; those whose project is unknown are in every one. */
  private search(jql: string): Issue[] {
    const minutes = /updated >= "-(\d+)m"/.exec(jql)?.[1];
    const day = /updated >= "(\d{4}-\d{2}-\d{2})"/.exec(jql)?.[1] ?? '1970-01-01';
    const since = minutes === undefined ? Date.parse(day) : this.now() - Number(minutes) * 60_000;
    const [, not, list = ''] = /project (not )?(?:in|=) ?(\([^)]*\)|"[^"]*")/.exec(jql) ?? [];
    const keys = [...list.matchAll(/"([^"]+)"/g)].map(([, key]) => key);
    const isWithin = (key: string | undefined) =>
      keys.length === 0 || key === undefined || keys.includes(key) === (not === undefined);
    return (this.data.issues ?? [])
      .map((issue) => Issue.parse(issue))
      .filter(({ fields }) => Date.parse(fields.updated) >= since && isWithin(fields.project?.key))
      .toSorted((left, right) => Date.parse(right.fields.updated) - Date.parse(left.fields.updated));
  }

  private find({ pathname, searchParams }: URL, body: string): unknown {
    const issues = this.search(searchParams.get('jql') ?? '').map((issue) => this.found(issue));
    const data = SiteData.parse(this.data);
    const boards = data.boards.length > 0 ? data.boards : BOARDS;
    const page = (values: readonly unknown[]) => ({
      values: Number(searchParams.get('startAt')) > 0 ? [] : values,
      isLast: true,
    });
    const answers: Record<string, () => unknown> = {
      '/rest/api/3/myself': () => ({}),
      '/rest/api/2/myself': () => ({}),
      '/rest/api/3/status': () => data.statuses,
      '/rest/api/2/status': () => data.statuses,
      '/rest/api/3/field': () => shownFields(data),
      '/rest/api/2/field': () => shownFields(data),
      '/rest/api/3/project/search': () => page(data.projects),
      '/rest/api/2/project': () => data.projects,
      '/rest/api/3/search/approximate-count': () => ({
        count: this.search(z.object({ jql: z.string() }).parse(JSON.parse(body)).jql).length,
      }),
      '/rest/api/3/search/jql': () => this.cloudSearch(issues, searchParams),
      '/rest/api/2/search': () => this.serverSearch(issues, searchParams),
      '/rest/api/3/changelog/bulkfetch': () => this.histories(issues, body),
      '/rest/agile/1.0/board': () => page(boards),
      '/rest/dev-status/1.0/issue/summary': () => findPanel(data, 'summary', searchParams),
      '/rest/dev-status/1.0/issue/detail': () => findPanel(data, 'detail', searchParams),
      '/rest/api/3/user/bulk': () => findUsers(data, searchParams),
      '/rest/teams-api/1.0/team': () => this.plans(data.teams, searchParams),
      '/rest/teams-api/1.0/person': () => this.plans(data.people, searchParams),
    };
    const [, team] =
      /^\/gateway\/api\/public\/teams\/v1\/org\/[^/]+\/teams\/([^/]+)\/members$/.exec(pathname) ?? [];
    if (team !== undefined) return findMembers(data, team, body);
    return answers[pathname]?.() ?? this.findOf(pathname, searchParams);
  }

  /** What belongs to one thing: the lists of an issue, the versions of a project, the sprints of a board. */
  private findOf(path: string, query: URLSearchParams): unknown {
    const [, id = '', name = ''] = /^\/rest\/api\/[23]\/issue\/([^/]+)\/(comment|worklog)$/.exec(path) ?? [];
    if (name === 'comment' || name === 'worklog') return this.innerPage(id, name, query);
    const [, project] = /^\/rest\/api\/[23]\/project\/([^/]+)\/versions$/.exec(path) ?? [];
    const isOf = (version: unknown) => String(Version.parse(version).projectId ?? project) === project;
    if (project !== undefined) return (this.data.versions ?? []).filter(isOf);
    const [, board, list] = /^\/rest\/agile\/1\.0\/board\/([^/]+)\/(sprint|project)$/.exec(path) ?? [];
    const isFirst = Number(query.get('startAt')) === 0;
    if (list === 'project') return { values: isFirst ? (this.data.projects ?? []) : [], isLast: true };
    return list === 'sprint' && board === '1'
      ? { values: isFirst ? (this.data.sprints ?? []) : [], isLast: true }
      : undefined;
  }

  /** A list of plans, which begins with page one; sites without plans have none. */
  private plans(values: readonly unknown[], query: URLSearchParams): unknown {
    const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 50)];
    return values.length === 0 ? undefined : values.slice((number - 1) * size, number * size);
  }

  private innerPage(id: string, name: keyof typeof INNER, query: URLSearchParams): unknown {
    const found = (this.data.issues ?? [])
      .map((issue) => Issue.parse(issue))
      .find((issue) => issue.id === id);
    if (!found) return undefined;
    const values = found.fields[name]?.[INNER[name]] ?? [];
    const [startAt, most] = [
      Number(query.get('startAt') ?? 0),
      Math.min(Number(query.get('maxResults')), 50),
    ];
    return { startAt, total: values.length, [INNER[name]]: values.slice(startAt, startAt + most) };
  }

  /** An issue as a search gives it: with the first entries of its lists. */
  private found(issue: Issue): Issue {
    const { fields } = issue;
    const cut = (name: keyof typeof INNER) => {
      const values = fields[name]?.[INNER[name]];
      if (!values) return {};
      const shown = { total: values.length, [INNER[name]]: values.slice(0, this.embedded) };
      return { [name]: { ...fields[name], ...shown } };
    };
    return { ...issue, fields: { ...fields, ...cut('comment'), ...cut('worklog') } };
  }

  /** A search of Cloud gives no history, and only ids where no fields are named. */
  private cloudSearch(issues: readonly Issue[], query: URLSearchParams): unknown {
    const from = Number(query.get('nextPageToken') ?? 0);
    const isNamed = query.get('fields') === '*all';
    const shown = issues
      .slice(from, from + this.pageSize)
      .map((issue) => (isNamed ? { ...issue, changelog: undefined } : { id: issue.id }));
    const next = from + this.pageSize;
    return { issues: shown, ...(next < issues.length ? { nextPageToken: String(next) } : {}) };
  }

  private serverSearch(issues: readonly Issue[], query: URLSearchParams): unknown {
    const startAt = Number(query.get('startAt') ?? 0);
    return { startAt, total: issues.length, issues: issues.slice(startAt, startAt + this.pageSize) };
  }

  private histories(issues: readonly Issue[], body: string): unknown {
    const { issueIdsOrKeys } = z.object({ issueIdsOrKeys: z.array(z.string()) }).parse(JSON.parse(body));
    const asked = issues.filter(({ id }) => issueIdsOrKeys.includes(id));
    return {
      issueChangeLogs: asked.map(({ id, changelog }) => ({
        issueId: id,
        changeHistories: changelog.histories,
      })),
    };
  }
}
