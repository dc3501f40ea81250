import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerAnswer, type ServerFault, Trouble, listenAt, sendAnswer } from './trouble.ts';

/** What tells a tool with plain lists from any other. */
export interface ListTool {
  /** The token that a request brings; empty for none. */
  token(headers: IncomingHttpHeaders): string;
  /** The answer to a path with its query; undefined where there is none. */
  find(url: URL): unknown;
  readonly contentType: string;
}

/** A server that answers questions for lists as a tool does: paging, tokens, limits, faults. */
export class ListServer {
  /** Paths with their query, in the order in which they were asked for. */
  readonly asked: string[] = [];
  /** Tokens that are accepted; none means any. */
  readonly tokens = new Set<string>();
  /** Delays, limits and faults that come by themselves. */
  readonly trouble = new Trouble();
  url = '';
  private readonly tool: ListTool;
  private readonly server = createServer((request, answer) => void this.answer(request, answer));

  constructor(tool: ListTool) {
    this.tool = tool;
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
    const fault = this.trouble.next();
    if (fault?.kind === 'hang') return;
    const ms = fault?.kind === 'delay' ? fault.ms : this.trouble.delayMs;
    if (ms > 0) await wait(ms);
    const refused = this.refusal(request.headers, fault);
    const answer = refused ?? this.found(url);
    if (!refused) this.trouble.use();
    const headers = { 'content-type': this.tool.contentType, ...answer.headers };
    sendAnswer(response, { ...answer, headers }, fault?.kind);
  }

  private found(url: URL): ServerAnswer {
    const told = this.tool.find(url);
    return told === undefined ? this.refuse(404) : { status: 200, text: JSON.stringify(told) };
  }

  /** A server may repeat what it was sent; readers must not. */
  private refuse(status: number, headers: Readonly<Record<string, string>> = {}): ServerAnswer {
    return { status, headers, text: JSON.stringify({ message: [...this.tokens].join(' ') }) };
  }

  private refusal(headers: IncomingHttpHeaders, fault?: ServerFault): ServerAnswer | undefined {
    if (fault?.kind === 'status') {
      const { body } = fault;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { ...this.refuse(fault.status, fault.headers), ...(body === undefined ? {} : { text }) };
    }
    const token = this.tool.token(headers);
    const isKnown = token !== '' && (this.tokens.size === 0 || this.tokens.has(token));
    if (!isKnown || fault?.kind === 'expired') return this.refuse(401);
    const { requests, reset } = this.trouble.left;
    if (fault?.kind !== 'limit' && requests > 0) return undefined;
    const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1_000));
    return this.refuse(429, { 'retry-after': String(seconds) });
  }
}
