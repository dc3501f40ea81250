import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { z } from 'zod';

const Issue = z.looseObject({
  id: z.string(),
  fields: z.looseObject({ updated: z.string() }),
  changelog: z.looseObject({ histories: z.array(z.unknown()) }),
});
type Issue = z.infer<typeof Issue>;

/** What a site holds: whole answers of the API. */
interface SiteData {
  readonly issues: readonly unknown[];
  readonly projects: readonly unknown[];
  readonly sprints: readonly unknown[];
}

/** A fault in place of an answer. */
interface Fault {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A Jira site over HTTP: Cloud where the reader has an e-mail, Data Center where it has a token alone. */
export class RecordedSite {
  /** Paths with their query, in the order in which they were asked for. */
  readonly asked: string[] = [];
  readonly token = 'canary-of-the-token-a1b2c3';
  url = '';
  pageSize = 7;
  /** The present, from which a window in minutes counts. */
  now = Date.now();
  data: SiteData;
  /** The fault that a request meets, by its number and its path. */
  fault: (number: number, path: string) => Fault | undefined = () => undefined;
  private readonly server = createServer((request, answer) => void this.answer(request, answer));

  constructor(data: SiteData) {
    this.data = data;
  }

  /** Its host and port, as an installation allows them. */
  get host(): string {
    return new URL(this.url).host;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.url = `http://127.0.0.1:${String(address.port)}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    this.asked.push(url.pathname + url.search);
    const fault = this.fault(this.asked.length, url.pathname) ?? this.refusal(request);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = fault ? undefined : this.find(url, Buffer.concat(parts).toString());
    answer.writeHead(fault?.status ?? (body === undefined ? 404 : 200), fault?.headers);
    answer.end(JSON.stringify(body ?? { errorMessages: [this.token] }));
  }

  private refusal({ headers }: IncomingMessage): Fault | undefined {
    const basic = `Basic ${Buffer.from(`reader@example.org:${this.token}`).toString('base64')}`;
    return [basic, `Bearer ${this.token}`].includes(headers.authorization ?? '')
      ? undefined
      : { status: 401 };
  }

  private find({ pathname, searchParams }: URL, body: string): unknown {
    const minutes = /updated >= "-(\d+)m"/.exec(searchParams.get('jql') ?? '')?.[1] ?? Infinity;
    const since = this.now - Number(minutes) * 60_000;
    const issues = Issue.array()
      .parse(this.data.issues)
      .filter((each) => Date.parse(each.fields.updated) >= since);
    const page = (values: readonly unknown[]) => ({
      values: Number(searchParams.get('startAt')) > 0 ? [] : values,
      isLast: true,
    });
    const answers: Record<string, () => unknown> = {
      '/rest/api/3/myself': () => ({}),
      '/rest/api/2/myself': () => ({}),
      '/rest/api/3/status': () => [],
      '/rest/api/2/status': () => [],
      '/rest/api/3/field': () => [],
      '/rest/api/2/field': () => [],
      '/rest/api/3/project/search': () => page(this.data.projects),
      '/rest/api/2/project': () => this.data.projects,
      '/rest/api/3/search/jql': () => this.cloudSearch(issues, searchParams),
      '/rest/api/2/search': () => this.serverSearch(issues, searchParams),
      '/rest/api/3/changelog/bulkfetch': () => this.histories(issues, body),
      '/rest/agile/1.0/board': () =>
        page([
          { id: 1, type: 'scrum' },
          { id: 2, type: 'kanban' },
        ]),
      '/rest/agile/1.0/board/1/sprint': () => page(this.data.sprints),
    };
    return answers[pathname]?.();
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
